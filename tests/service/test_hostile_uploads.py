"""Uploads that mean harm, or come from broken programs: each a 4xx with its own code, and the memory stays."""

from __future__ import annotations

import contextlib
import gc
import io
import resource
import struct
import time
import zlib
from collections.abc import Iterator
from typing import Any

import pytest
from PIL import Image
from starlette.testclient import TestClient

from service.api.app import create_app
from service.settings import Settings
from tests.service.fakes import SameHandReader, picture, wait_until_ready
from tests.service.live import Live, answer, serving

Bytes = bytes


def png_header(width: int, height: int, data: Bytes = b"") -> Bytes:
    """A PNG whose header promises a size that its data never holds."""

    def chunk(kind: Bytes, content: Bytes) -> Bytes:
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", data or zlib.compress(b"")) + chunk(b"IEND", b"")
    )


def bomb(width: int, height: int) -> Bytes:
    """A real one-colour PNG: a few kilobytes that unpack to hundreds of megabytes."""
    packed = zlib.compressobj(9)
    row = b"\x00" * (width * 3 + 1)
    data = b"".join(packed.compress(row) for _ in range(height)) + packed.flush()
    return png_header(width, height, data)


def gif() -> Bytes:
    out = io.BytesIO()
    Image.new("L", (8, 8)).save(out, "GIF")
    return out.getvalue()


def jpeg_then_zip(jpeg: Bytes) -> Bytes:
    return jpeg + b"PK\x03\x04" + b"\x00" * 64 + b"<script>alert(1)</script>"


JPEG = picture()
REFUSED: dict[str, tuple[Bytes, str]] = {
    "empty": (b"", "photo_empty"),
    "text": (b"this is no picture", "photo_format"),
    "svg": (b'<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>', "photo_format"),
    "gif": (gif(), "photo_format"),
    "pdf": (b"%PDF-1.7\n" + b"\x00" * 100, "photo_format"),
    "zip": (b"PK\x03\x04" + b"\x00" * 100, "photo_format"),
    "html named as a picture": (b"<!doctype html><img src=x onerror=alert(1)>", "photo_format"),
    "tiff": (b"II*\x00" + b"\x00" * 100, "photo_format"),
    "gif that goes on as a jpeg": (b"GIF89a" + JPEG, "photo_format"),
    "truncated jpeg": (JPEG[: len(JPEG) // 2], "photo_truncated"),
    "truncated png": (picture("PNG")[:-200], "photo_truncated"),
    "three bytes of a jpeg": (b"\xff\xd8\xff", ""),
    "huge sides": (png_header(100_000, 100_000), "photo_too_large"),
    "one huge side": (png_header(20_000, 1), "photo_too_large"),
    "many pixels": (png_header(12_000, 12_000), "photo_too_large"),
    "bomb": (bomb(16_000, 6_000), "photo_too_large"),
    "no pixels": (png_header(0, 0), ""),
    "webp with a wrong length": (b"RIFF\xff\xff\xff\xffWEBPVP8 " + b"\x00" * 40, ""),
    "heic brand and nothing else": (b"\x00\x00\x00\x18ftypheic" + b"\x00" * 12, ""),
    "noise after a jpeg's start": (b"\xff\xd8\xff\xe0" + bytes(range(256)) * 8, ""),
}


@pytest.fixture(scope="module")
def hostile_client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    settings = Settings(
        data_dir=tmp_path_factory.mktemp("hostile"), allowed_hosts=("testserver",), photo_rate_per_minute=0,
        rate_per_minute=0, max_photo_bytes=1024 * 1024, max_photos=2, keep_photos=True, inference_workers=2,
    )  # fmt: skip
    with TestClient(create_app(settings, SameHandReader), raise_server_exceptions=False) as client:
        wait_until_ready(client)
        yield client


def is_problem(response: Any) -> bool:
    return (
        400 <= response.status_code < 500
        and response.headers["content-type"] == "application/problem+json"
        and response.json()["status"] == response.status_code
        and "Traceback" not in response.text
    )


@pytest.mark.parametrize("path", ["/v1/readings", "/v1/scans"])
@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_good_picture_is_refused_by_its_code(hostile_client: TestClient, name: str, path: str) -> None:
    photo, code = REFUSED[name]
    response = hostile_client.post(
        path, files={"photo": ("hand.jpg", photo, "image/jpeg")}, data={"ruleset": "guobiao"}
    )
    assert is_problem(response), response.text
    assert response.json()["code"].startswith("photo_")
    assert not code or response.json()["code"] == code


def test_a_picture_with_something_behind_it_is_kept_as_a_picture_alone(hostile_client: TestClient) -> None:
    response = hostile_client.post("/v1/readings", files={"photo": jpeg_then_zip(JPEG)})
    assert response.status_code == 200
    kept = hostile_client.get(f"/v1/photos/{response.json()['photo_id']}")
    assert b"script" not in kept.content
    assert b"PK" not in kept.content[-200:]
    assert kept.headers["x-content-type-options"] == "nosniff"


def multipart(*parts: tuple[str, Bytes], boundary: str = "edge") -> tuple[Bytes, dict[str, str]]:
    body = b"".join(f"--{boundary}\r\n{head}\r\n\r\n".encode() + data + b"\r\n" for head, data in parts)
    content_type = f"multipart/form-data; boundary={boundary}"
    return body + f"--{boundary}--\r\n".encode(), {"Content-Type": content_type}


PHOTO_HEAD = 'Content-Disposition: form-data; name="photo"; filename="a.jpg"'
WHOLE = multipart((PHOTO_HEAD, JPEG))[0]


@pytest.mark.parametrize(
    ("body", "content_type", "status"),
    [
        (multipart(*[(f'Content-Disposition: form-data; name="x{n}"', b"1") for n in range(10_000)])[0], None, 400),
        (multipart(*[('Content-Disposition: form-data; name="ruleset"', b"guobiao")] * 10_000)[0], None, 400),
        (multipart(*[(PHOTO_HEAD, b"x")] * 10_000)[0], None, 400),
        (multipart((PHOTO_HEAD, JPEG), ("Content-Disposition: form-data; name=", b"1"))[0], None, 400),
        (multipart(("Content-Type: image/jpeg", JPEG))[0], None, 400),
        (multipart((PHOTO_HEAD + "\r\n" + "X-A: b\r\n" * 100 + "X-C: d", JPEG))[0], None, 400),
        (multipart((PHOTO_HEAD + "\r\nX-Long: " + "a" * 100_000, JPEG))[0], None, 400),
        (multipart(('Content-Disposition: form-data; name="context"', b"\xff\xfe"), (PHOTO_HEAD, JPEG))[0], None, 400),
        (multipart(('Content-Disposition: form-data; name="edits"', b"[" * 300_000), (PHOTO_HEAD, JPEG))[0], None, 413),
        (multipart(('Content-Disposition: form-data; name="edits"', b"[" * 200_000), (PHOTO_HEAD, JPEG))[0], None, 422),
        (multipart((PHOTO_HEAD, b"\xff" * (1024 * 1024 + 1)))[0], None, 413),
        (WHOLE[:-30], None, 400),
        (WHOLE, "multipart/form-data", 400),
        (WHOLE, "multipart/form-data; boundary=", 400),
        (WHOLE, f"multipart/form-data; boundary={'a' * 500}", 400),
        (WHOLE, "multipart/form-data; boundary=other", 400),
        (b"", "multipart/form-data; boundary=edge", 400),
        (WHOLE, "application/json", 415),
        (WHOLE, "", 415),
        (WHOLE, "multipart/mixed; boundary=edge", 415),
        (b"photo=1", "application/x-www-form-urlencoded", 415),
        (multipart(('Content-Disposition: form-data; name="ruleset"', b"guobiao"))[0], None, 422),
    ],
)
def test_what_is_no_good_form_is_refused(
    hostile_client: TestClient, body: Bytes, content_type: str | None, status: int
) -> None:
    kind = multipart()[1]["Content-Type"] if content_type is None else content_type
    response = hostile_client.post("/v1/scans", content=body, headers={"Content-Type": kind})
    assert is_problem(response), response.text
    assert response.status_code == status


@pytest.mark.parametrize(
    "filename", ["../../etc/passwd", "C:\\windows\\win.ini", "a\x00b.jpg", "a" * 3000, '"; name="ruleset', "手牌.jpg"]
)
def test_a_file_name_means_nothing(hostile_client: TestClient, filename: str) -> None:
    head = f'Content-Disposition: form-data; name="photo"; filename="{filename}"'
    body, headers = multipart((head, JPEG))
    response = hostile_client.post("/v1/readings", content=body, headers=headers)
    assert response.status_code in (200, 400)
    assert "passwd" not in response.text


def peak_mib() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def test_the_whole_corpus_again_and_again_grows_no_memory(hostile_client: TestClient) -> None:
    def all_of_it() -> None:
        for photo, _ in REFUSED.values():
            hostile_client.post("/v1/readings", files={"photo": ("a.jpg", photo, "image/jpeg")})

    all_of_it()
    gc.collect()
    before = peak_mib()
    for _ in range(5):
        all_of_it()
    assert peak_mib() - before < 48


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    settings = Settings(
        data_dir=tmp_path_factory.mktemp("live"), max_photo_bytes=256 * 1024, max_photos=1, max_json_bytes=64 * 1024,
        body_idle_timeout_s=0.4, body_timeout_s=1.5, max_uploads=4, max_uploads_per_address=3, inference_workers=1,
        photo_rate_per_minute=0, rate_per_minute=0,
    )  # fmt: skip
    with serving(create_app(settings, SameHandReader)) as found:
        yield found


def head(path: str, *lines: str) -> Bytes:
    return "\r\n".join([f"POST {path} HTTP/1.1", "Host: localhost", *lines, "", ""]).encode()


FORM = "Content-Type: multipart/form-data; boundary=edge"


def test_a_length_over_the_limit_is_refused_before_the_body(live: Live) -> None:
    with live.connect() as connection:
        connection.sendall(head("/v1/readings", FORM, "Content-Length: 99999999999"))
        # Not one byte of the body was sent.
        status, text = answer(connection)
    assert status == 413
    assert b'"code":"body_too_large"' in text
    assert b"connection: close" in text.lower()


@pytest.mark.parametrize("length", ["-1", "abc", "1e3", "9" * 400, "5, 6"])
def test_a_length_that_is_none_is_refused(live: Live, length: str) -> None:
    assert live.say(head("/v1/readings", FORM, f"Content-Length: {length}"))[0] in (400, 413)


def test_chunks_without_a_length_are_counted(live: Live) -> None:
    chunk = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
    status, text = live.say(
        head("/v1/scores", "Content-Type: application/json", "Transfer-Encoding: chunked") + chunk * 8
    )
    assert status == 413, text
    part = b"--edge\r\n" + PHOTO_HEAD.encode() + b"\r\n\r\n"
    opened = head("/v1/readings", FORM, "Transfer-Encoding: chunked") + f"{len(part):x}\r\n".encode() + part + b"\r\n"
    status, text = live.say(opened + chunk * 16)
    assert status == 413, text


def test_chunks_without_a_length_are_read(live: Live) -> None:
    body = multipart((PHOTO_HEAD, JPEG))[0]
    request = head("/v1/readings", FORM, "Transfer-Encoding: chunked") + f"{len(body):x}\r\n".encode() + body
    assert live.say(request + b"\r\n0\r\n\r\n")[0] == 200


@pytest.mark.parametrize("path", ["/v1/readings", "/v1/scores"])
def test_a_silent_body_is_given_up(live: Live, path: str) -> None:
    kind = FORM if path == "/v1/readings" else "Content-Type: application/json"
    status, text = live.say(head(path, kind, "Content-Length: 1000") + b"--edge\r\n")
    assert status == 408
    assert b'"code":"body_timeout"' in text


def test_a_body_that_drips_is_given_up(live: Live) -> None:
    with live.connect() as connection:
        connection.sendall(head("/v1/readings", FORM, "Content-Length: 100000") + b"--edge\r\nX: ")
        sent = 0
        with contextlib.suppress(OSError):
            for _ in range(100):
                connection.sendall(b"a")
                sent += 1
                time.sleep(0.1)
        assert sent < 100
        assert answer(connection)[0] in (408, 0)


def test_slow_callers_do_not_shut_others_out_for_long(live: Live) -> None:
    opened = [live.connect() for _ in range(5)]
    for connection in opened:
        connection.sendall(head("/v1/readings", FORM, "Content-Length: 1000"))
    statuses = sorted(answer(connection)[0] for connection in opened)
    for connection in opened:
        connection.close()
    assert statuses == [408, 408, 408, 429, 429]
    body = multipart((PHOTO_HEAD, JPEG))[0]
    assert live.say(head("/v1/readings", FORM, f"Content-Length: {len(body)}") + body)[0] == 200


@pytest.mark.parametrize(
    "request_bytes",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 200_000 + b"\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nBad Header: 1\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: a\x00b\r\n\r\n",
        b"POST /v1/scores HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    ],
)
def test_broken_http_is_refused(live: Live, request_bytes: Bytes) -> None:
    status, text = live.say(request_bytes)
    assert status == 0 or 400 <= status < 500
    assert b"Traceback" not in text
    assert live.say(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")[0] == 200


def test_a_request_id_cannot_inject_a_header(live: Live) -> None:
    request = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Request-Id: abcdefgh\rSet-Cookie: a=b\r\n\r\n"
    status, text = live.say(request)
    assert status in (0, 200, 400)
    assert b"set-cookie" not in text.lower()
