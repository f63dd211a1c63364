"""Multipart bodies read into memory, never to disk, with every part counted and bounded while it arrives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from python_multipart.exceptions import FormParserError
from python_multipart.multipart import MultipartParser, parse_options_header
from starlette.requests import Request

from service.api.problems import Problem

if TYPE_CHECKING:
    from python_multipart.multipart import MultipartCallbacks

MAX_FIELD_BYTES = 256 * 1024
MAX_PART_HEADERS = 16
MAX_HEADER_BYTES = 4096


@dataclass(slots=True)
class Upload:
    """A multipart body: photos in order, and the text fields."""

    photos: list[bytes] = field(default_factory=list)
    fields: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class _Part:
    name: str = ""
    data: bytearray = field(default_factory=bytearray)
    headers: int = 0


def broken(detail: str) -> Problem:
    """The answer to a body that is no proper multipart form."""
    return Problem(400, "bad_multipart", detail, headers={"Connection": "close"})


class _Collector:
    """Collects the parts of one body; raises Problem at the first one over the bounds."""

    def __init__(self, photo_name: str, fields: frozenset[str], max_photos: int, max_photo_bytes: int) -> None:
        self.photo_name = photo_name
        self.field_names = fields
        self.max_photos = max_photos
        self.max_photo_bytes = max_photo_bytes
        self.upload = Upload()
        self.ended = False
        self._part = _Part()
        self._header_name = bytearray()
        self._header_value = bytearray()
        self._disposition = b""

    def callbacks(self) -> MultipartCallbacks:
        return {
            "on_part_begin": self._on_part_begin,
            "on_part_data": self._on_part_data,
            "on_part_end": self._on_part_end,
            "on_header_field": self._on_header_field,
            "on_header_value": self._on_header_value,
            "on_header_end": self._on_header_end,
            "on_headers_finished": self._on_headers_finished,
            "on_end": self._on_end,
        }

    def _on_part_begin(self) -> None:
        self._part = _Part()
        self._disposition = b""

    def _on_header_field(self, data: bytes, start: int, end: int) -> None:
        self._header_name += data[start:end]
        self._bound_header()

    def _on_header_value(self, data: bytes, start: int, end: int) -> None:
        self._header_value += data[start:end]
        self._bound_header()

    def _bound_header(self) -> None:
        if len(self._header_name) + len(self._header_value) > MAX_HEADER_BYTES:
            raise broken("a part has a header that is too long")

    def _on_header_end(self) -> None:
        self._part.headers += 1
        if self._part.headers > MAX_PART_HEADERS:
            raise broken("a part has too many headers")
        if bytes(self._header_name).lower() == b"content-disposition":
            self._disposition = bytes(self._header_value)
        self._header_name.clear()
        self._header_value.clear()

    def _on_headers_finished(self) -> None:
        _, options = parse_options_header(self._disposition)
        name = options.get(b"name", b"").decode("utf-8", "replace")
        if name == self.photo_name:
            if len(self.upload.photos) >= self.max_photos:
                raise broken(f"more than {self.max_photos} photos in one request")
        elif name not in self.field_names:
            expected = ", ".join((self.photo_name, *sorted(self.field_names)))
            raise broken(f"a part has a name that is not expected: the parts are {expected}")
        elif name in self.upload.fields:
            raise broken(f"the part {name} comes twice")
        self._part.name = name

    def _on_part_data(self, data: bytes, start: int, end: int) -> None:
        part = self._part
        limit = self.max_photo_bytes if part.name == self.photo_name else MAX_FIELD_BYTES
        if len(part.data) + end - start > limit:
            raise Problem(
                413,
                "body_too_large",
                f"the part {part.name} is larger than the {limit} bytes allowed",
                headers={"Connection": "close"},
                extra={"limit": limit},
            )
        part.data += data[start:end]

    def _on_part_end(self) -> None:
        part = self._part
        if part.name == self.photo_name:
            self.upload.photos.append(bytes(part.data))
        else:
            try:
                self.upload.fields[part.name] = part.data.decode("utf-8")
            except UnicodeDecodeError:
                raise broken(f"the part {part.name} is not UTF-8 text") from None
        self._part = _Part()

    def _on_end(self) -> None:
        self.ended = True


def content_type(headers: Mapping[str, str]) -> tuple[str, dict[bytes, bytes]]:
    """The media type of a body, in small letters, and its parameters."""
    kind, options = parse_options_header(headers.get("content-type", ""))
    return kind.decode("latin-1").lower(), options


async def read_upload(
    request: Request, *, fields: frozenset[str], max_photos: int, max_photo_bytes: int, photo_name: str = "photo"
) -> Upload:
    """The photos and fields of a multipart request.

    Raises:
        Problem: 415 for another type of body, 400 for a broken one or unexpected parts, 413 for a part too large.
    """
    kind, options = content_type(request.headers)
    if kind != "multipart/form-data":
        raise Problem(
            415,
            "unsupported_media_type",
            "the body must be multipart/form-data",
            headers={"Accept": "multipart/form-data", "Connection": "close"},
        )
    boundary = options.get(b"boundary", b"")
    if not 1 <= len(boundary) <= 70:
        raise broken("the multipart body has no proper boundary")
    collector = _Collector(photo_name, fields, max_photos, max_photo_bytes)
    parser = MultipartParser(boundary, collector.callbacks())
    try:
        async for chunk in request.stream():
            parser.write(chunk)
        parser.finalize()
    except FormParserError:
        raise broken("the multipart body is broken") from None
    if not collector.ended:
        raise broken("the multipart body ends too early")
    return collector.upload
