"""The only place where bytes become pixels: guards, decoding, orientation.

A photo comes from strangers and from every phone. Its format is told by its first bytes, its size is read from the
header before anything is decoded, and a file that is cut short or damaged is refused. What comes out is a plain RGB
array, upright, without any metadata.

Large pictures are decoded at a fraction of their size (for JPEG inside the decoder, which is several times faster);
`Photo.scale` keeps the fraction, and `Photo.sharper` decodes again where more detail is needed.
"""

from __future__ import annotations

import io
import os
import stat
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, NamedTuple

import cv2
import numpy as np
import pillow_heif
from numpy.typing import NDArray
from PIL import Image

from vision.photo_errors import (
    Damaged,
    EmptyFile,
    PhotoError,
    PhotoNotFound,
    TooLarge,
    Truncated,
    UnsupportedFormat,
)

__all__ = [
    "DEFAULT_LONG_SIDE",
    "MAX_BYTES",
    "MAX_PIXELS",
    "MAX_SIDE",
    "Damaged",
    "EmptyFile",
    "Photo",
    "PhotoError",
    "PhotoNotFound",
    "TooLarge",
    "Truncated",
    "UnsupportedFormat",
    "load_photo",
    "sniff",
]

MAX_BYTES = 100 * 1024 * 1024
MAX_PIXELS = 60_000_000
MAX_SIDE = 16_000
DEFAULT_LONG_SIDE = 2000
"""Decoded pictures keep at least this many pixels on their long side, where they have them."""

Format = Literal["JPEG", "PNG", "WEBP", "HEIF"]
_ORIENTATION_TAG = 0x0112
_HEIF_BRANDS = {b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"hevm", b"hevs"}
_HEIF_GENERIC_BRANDS = {b"mif1", b"mif2", b"msf1"}
_KNOWN_OTHERS = (
    (b"GIF8", "GIF"),
    (b"BM", "BMP"),
    (b"II*\x00", "TIFF"),
    (b"MM\x00*", "TIFF"),
    (b"%PDF", "PDF"),
    (b"<svg", "SVG"),
    (b"<?xml", "XML"),
    (b"\x00\x00\x01\x00", "ICO"),
)


@dataclass(frozen=True, slots=True, eq=False)
class Photo:
    """A picture, upright.

    `pixels` is RGB uint8 of shape (H, W, 3); `width` and `height` are those of the full upright picture, and `scale`
    (1, 1/2, 1/3 …) tells how much smaller `pixels` is. `orientation` is the EXIF value (1–8) the file came with,
    already applied. `decode_ms` is how long decoding took.
    """

    pixels: NDArray[np.uint8]
    width: int
    height: int
    orientation: int = 1
    scale: float = 1.0
    name: str = "photo"
    decode_ms: float = 0.0
    _source: bytes | None = field(default=None, repr=False)
    _sharper: list[Photo] = field(default_factory=list, repr=False)

    @classmethod
    def from_pixels(cls, pixels: NDArray[np.uint8], name: str = "photo") -> Photo:
        """A photo from an upright RGB array of shape (H, W, 3) and type uint8; `ValueError` for anything else."""
        if pixels.ndim != 3 or pixels.shape[2] != 3 or pixels.dtype != np.uint8:
            raise ValueError(f"expected uint8 pixels of shape (H, W, 3), got {pixels.dtype} of shape {pixels.shape}")
        if not pixels.size:
            raise ValueError(f"expected at least one pixel, got shape {pixels.shape}")
        return cls(np.ascontiguousarray(pixels), pixels.shape[1], pixels.shape[0], name=name)

    def sharper(self, long_side: int) -> Photo:
        """The same photo decoded with at least `long_side` pixels on its long side, as far as it has them."""
        if self._source is None or _reduction(self.width, self.height, long_side) >= round(1 / self.scale):
            return self
        if not self._sharper or max(self._sharper[0].pixels.shape[:2]) < min(long_side, max(self.width, self.height)):
            self._sharper[:] = [load_photo(self._source, name=self.name, long_side=long_side)]
        return self._sharper[0]


def load_photo(
    source: bytes | Path | str,
    *,
    name: str | None = None,
    long_side: int = DEFAULT_LONG_SIDE,
    max_bytes: int = MAX_BYTES,
) -> Photo:
    """The photo in a file or in bytes, upright and in RGB.

    `long_side`: how many pixels the decoded picture keeps at least on its long side. Raises a `PhotoError` subclass
    that names the file and the problem.
    """
    if isinstance(source, bytes):
        name = name or "photo"
        data = source
        if len(data) > max_bytes:
            raise TooLarge(f"{len(data):,} bytes, at most {max_bytes:,} are read", name)
    else:
        name = name or Path(source).name or str(source)
        data = _read(Path(source), name, max_bytes)
    began = time.perf_counter()
    if not data:
        raise EmptyFile("the file is empty", name)
    kind = sniff(data)
    if kind is None:
        raise UnsupportedFormat(f"not a JPEG, PNG, WebP or HEIC picture{_looks_like(data)}", name)
    try:
        decoded = _DECODERS[kind](data, name, long_side)
    except PhotoError:
        raise
    except (Image.DecompressionBombError, Image.DecompressionBombWarning, MemoryError) as error:
        raise TooLarge(f"more pixels than the {MAX_PIXELS:,} that are read", name) from error
    except Exception as error:
        # Decoders answer hostile bytes with nearly any exception type; each means the same to the caller.
        raise _decoding_error(error, name) from error
    width, height = decoded.size
    if decoded.turn_by >= 5:
        width, height = height, width
    upright = _upright(decoded.pixels, decoded.turn_by)
    return Photo(
        upright,
        width,
        height,
        decoded.orientation,
        1 / decoded.reduction,
        name,
        (time.perf_counter() - began) * 1000,
        data if decoded.reduction > 1 else None,
    )


def sniff(data: bytes) -> Format | None:
    """The format that the first bytes announce, None for one that is not read."""
    if data.startswith(b"\xff\xd8\xff"):
        return "JPEG"
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return "PNG"
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "WEBP"
    if data[4:8] == b"ftyp":
        end = min(int.from_bytes(data[:4], "big"), 256, len(data))
        major = data[8:12]
        brands = {data[at : at + 4] for at in range(16, end - 3, 4)}
        if major in _HEIF_BRANDS or (major in _HEIF_GENERIC_BRANDS and brands & _HEIF_BRANDS):
            return "HEIF"
    return None


def _read(path: Path, name: str, max_bytes: int) -> bytes:
    if path.is_dir():
        raise PhotoNotFound("is a folder, a photo is expected", name)
    try:
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise PhotoNotFound(f"cannot be opened ({reason})", name) from error
    with os.fdopen(descriptor, "rb", closefd=True) as file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode):
            raise PhotoNotFound("not an ordinary file", name)
        if status.st_size > max_bytes:
            raise TooLarge(f"{status.st_size:,} bytes, at most {max_bytes:,} are read", name)
        data = file.read(max_bytes + 1)
    if len(data) > max_bytes:
        raise TooLarge(f"at most {max_bytes:,} bytes are read", name)
    return data


def _looks_like(data: bytes) -> str:
    for magic, known in _KNOWN_OTHERS:
        if data.startswith(magic):
            return f" (it looks like {known})"
    if data[4:8] == b"ftyp":
        return f" (its brand is {data[8:12].decode('ascii', 'replace')!r})"
    if all(byte in b"\t\n\r\f" or byte >= 32 for byte in data[:256]) and b"\x00" not in data[:256]:
        return " (it looks like text)"
    return ""


def _check_size(width: int, height: int, name: str) -> None:
    if width < 1 or height < 1:
        raise Damaged(f"the header says {width} × {height} pixels", name)
    if max(width, height) > MAX_SIDE:
        raise TooLarge(f"{width:,} × {height:,} pixels, a side may have at most {MAX_SIDE:,}", name)
    if width * height > MAX_PIXELS:
        raise TooLarge(f"{width:,} × {height:,} pixels, at most {MAX_PIXELS // 1_000_000} megapixels are read", name)


def _reduction(width: int, height: int, long_side: int) -> int:
    """By how much the picture can be made smaller and still have `long_side` pixels."""
    return max(1, max(width, height) // max(1, long_side))


class _Decoded(NamedTuple):
    """Pixels as a decoder gives them: the full stored size, the EXIF value, and which value is still to be applied."""

    pixels: NDArray[np.uint8]
    size: tuple[int, int]
    orientation: int
    turn_by: int
    reduction: int


def _decode_jpeg(data: bytes, name: str, long_side: int) -> _Decoded:
    with Image.open(io.BytesIO(data), formats=["JPEG"]) as picture:
        size = picture.size
        _check_size(*size, name)
        wanted = _reduction(*size, long_side)
        reduction = max(power for power in (1, 2, 4, 8) if power <= wanted)
        if reduction > 1:
            picture.draft("RGB", (max(1, size[0] // reduction), max(1, size[1] // reduction)))
            if picture.size == size:
                reduction = 1
        picture.load()
        orientation = _orientation(picture.getexif)
        return _Decoded(_reduced_rgb(picture, 1), size, orientation, orientation, reduction)


def _decode_png(data: bytes, name: str, long_side: int) -> _Decoded:
    with Image.open(io.BytesIO(data), formats=["PNG"]) as picture:
        size = picture.size
        _check_size(*size, name)
        picture.load()
        reduction = _reduction(*size, long_side)
        orientation = _orientation(picture.getexif)
        return _Decoded(_reduced_rgb(picture, reduction), size, orientation, orientation, reduction)


def _decode_heif(data: bytes, name: str, long_side: int) -> _Decoded:
    container = pillow_heif.open_heif(data, convert_hdr_to_8bit=True)
    primary = container[container.primary_index]
    _check_size(*primary.size, name)
    picture = primary.to_pillow()
    size = picture.size
    _check_size(*size, name)
    orientation = picture.info.get("original_orientation")
    del container, primary
    reduction = _reduction(*size, long_side)
    # libheif has turned the pixels already; the EXIF value is only reported.
    return _Decoded(_reduced_rgb(picture, reduction), size, _valid_orientation(orientation), 1, reduction)


def _decode_webp(data: bytes, name: str, long_side: int) -> _Decoded:
    # Pillow's WebP reader holds the canvas four times over; OpenCV's holds it once. The size guard is ours.
    size = _webp_size(data, name)
    _check_size(*size, name)
    declared = int.from_bytes(data[4:8], "little") + 8
    if len(data) < declared:
        raise Truncated("the file ends before the picture does", name)
    see_through = data[20] & 0x10 if data[12:16] == b"VP8X" else data[24] & 0x10 if data[12:16] == b"VP8L" else 0
    flags = cv2.IMREAD_UNCHANGED if see_through else cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION
    raw = cv2.imdecode(np.frombuffer(data, np.uint8), flags)
    if raw is None or (raw.shape[1], raw.shape[0]) != size:
        raise Damaged("the file is damaged and cannot be decoded", name)
    reduction = _reduction(*size, long_side)
    pixels = _shrink(np.asarray(raw, dtype=np.uint8), reduction)
    if pixels.shape[2] == 4:
        alpha = pixels[:, :, 3:].astype(np.uint16)
        pixels = ((pixels[:, :, :3] * alpha + 255 * (255 - alpha)) // 255).astype(np.uint8)
    orientation = _orientation(lambda: _webp_exif(data))
    return _Decoded(np.ascontiguousarray(pixels[:, :, ::-1]), size, orientation, orientation, reduction)


_DECODERS: dict[Format, Callable[[bytes, str, int], _Decoded]] = {
    "JPEG": _decode_jpeg,
    "PNG": _decode_png,
    "WEBP": _decode_webp,
    "HEIF": _decode_heif,
}


def _webp_size(data: bytes, name: str) -> tuple[int, int]:
    """Width and height from the first chunk of a WebP file."""
    chunk, head = data[12:16], data[20:30]
    if chunk == b"VP8 " and len(head) == 10 and head[3:6] == b"\x9d\x01\x2a":
        return int.from_bytes(head[6:8], "little") & 0x3FFF, int.from_bytes(head[8:10], "little") & 0x3FFF
    if chunk == b"VP8L" and len(head) >= 5 and head[0] == 0x2F:
        bits = int.from_bytes(head[1:5], "little")
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    if chunk == b"VP8X" and len(head) == 10:
        return int.from_bytes(head[4:7], "little") + 1, int.from_bytes(head[7:10], "little") + 1
    raise Damaged("the WebP header cannot be read", name)


def _webp_exif(data: bytes) -> Image.Exif:
    exif = Image.Exif()
    at = 12
    while at + 8 <= len(data):
        length = int.from_bytes(data[at + 4 : at + 8], "little")
        if data[at : at + 4] == b"EXIF":
            exif.load(data[at + 8 : at + 8 + length])
            break
        at += 8 + length + length % 2
    return exif


def _orientation(read_exif: Callable[[], Image.Exif]) -> int:
    try:
        return _valid_orientation(read_exif().get(_ORIENTATION_TAG))
    except Exception:
        # Broken metadata does not make the picture unreadable.
        return 1


def _valid_orientation(value: object) -> int:
    return value if isinstance(value, int) and 1 <= value <= 8 else 1


def _reduced_rgb(picture: Image.Image, reduction: int) -> NDArray[np.uint8]:
    """RGB pixels at 1/reduction of the size. Works in strips, so that no second full-size copy is ever held."""
    width, height = picture.size
    rows = max(1, 256 // reduction) * reduction
    if reduction == 1 and picture.mode == "RGB":
        return np.asarray(picture)
    strips = [
        _shrink(_to_rgb(picture.crop((0, top, width, min(height, top + rows)))), reduction)
        for top in range(0, height, rows)
        if min(height, top + rows) - top >= reduction or height < reduction
    ]
    return np.concatenate(strips)


def _to_rgb(picture: Image.Image) -> NDArray[np.uint8]:
    """RGB uint8 pixels of any mode the decoders give; transparent parts lie on white."""
    if picture.mode.startswith("I"):
        # Pillow gives 16-bit grey as I;16 or, in some versions, as I.
        grey = (np.asarray(picture) >> 8).astype(np.uint8)
        return np.repeat(grey[:, :, None], 3, axis=2)
    if picture.mode in ("RGBA", "LA", "PA", "RGBa", "La") or "transparency" in picture.info:
        layered = picture.convert("RGBA")
        white = Image.new("RGB", layered.size, (255, 255, 255))
        white.paste(layered, mask=layered.getchannel("A"))
        return np.asarray(white)
    return np.asarray(picture if picture.mode == "RGB" else picture.convert("RGB"))


def _shrink(pixels: NDArray[np.uint8], reduction: int) -> NDArray[np.uint8]:
    if reduction == 1:
        return pixels
    height, width = pixels.shape[:2]
    # Cut to whole blocks so that the scale is exactly one over the reduction.
    across, down = max(1, width // reduction), max(1, height // reduction)
    whole = pixels[: down * reduction, : across * reduction]
    return np.asarray(cv2.resize(whole, (across, down), interpolation=cv2.INTER_AREA), dtype=np.uint8)


def _upright(pixels: NDArray[np.uint8], orientation: int) -> NDArray[np.uint8]:
    """The one place where EXIF orientation is applied."""
    if orientation in (5, 6, 7, 8):
        pixels = pixels.swapaxes(0, 1)
    if orientation in (2, 3, 6, 7):
        pixels = pixels[:, ::-1]
    if orientation in (3, 4, 7, 8):
        pixels = pixels[::-1]
    return np.ascontiguousarray(pixels)


def _decoding_error(error: Exception, name: str) -> PhotoError:
    text = " ".join(str(error).split()).lower()
    if isinstance(error, EOFError) or any(word in text for word in ("truncated", "end of file", "premature", "cut")):
        return Truncated("the file ends before the picture does", name)
    return Damaged("the file is damaged and cannot be decoded", name)
