"""Image intake: every format and orientation comes out upright, every hostile file is refused with a narrow error."""

import contextlib
import io
import os
import struct
import subprocess
import sys
import zlib
from pathlib import Path

import numpy as np
import pillow_heif
import pytest
from numpy.typing import NDArray
from PIL import Image

from vision.image import (
    Damaged,
    EmptyFile,
    Photo,
    PhotoError,
    PhotoNotFound,
    TooLarge,
    Truncated,
    UnsupportedFormat,
    load_photo,
    sniff,
)

RED, GREEN, BLUE, YELLOW = (220, 30, 30), (30, 200, 30), (30, 30, 220), (230, 220, 40)
# The value stored in the file, and the operation that makes the stored pixels from upright ones.
STORED_AS = {
    1: lambda p: p,
    2: lambda p: p[:, ::-1],
    3: lambda p: p[::-1, ::-1],
    4: lambda p: p[::-1],
    5: lambda p: p.swapaxes(0, 1),
    6: lambda p: np.rot90(p, 1),
    7: lambda p: p[::-1, ::-1].swapaxes(0, 1),
    8: lambda p: np.rot90(p, -1),
}


def quarters(width: int = 96, height: int = 64) -> NDArray[np.uint8]:
    """Four coloured quarters: no orientation looks like another."""
    pixels = np.empty((height, width, 3), np.uint8)
    pixels[: height // 2, : width // 2] = RED
    pixels[: height // 2, width // 2 :] = GREEN
    pixels[height // 2 :, : width // 2] = BLUE
    pixels[height // 2 :, width // 2 :] = YELLOW
    return pixels


def encode(pixels: NDArray[np.uint8], kind: str = "JPEG", orientation: int | None = None, **options: object) -> bytes:
    buffer = io.BytesIO()
    picture = Image.fromarray(np.ascontiguousarray(pixels))
    if orientation is not None:
        exif = Image.Exif()
        exif[0x0112] = orientation
        exif[0x010F] = "Maker"
        options["exif"] = exif.tobytes()
    if kind == "JPEG":
        options.setdefault("quality", 95)
    picture.save(buffer, kind, **options)
    return buffer.getvalue()


def encode_heic(pixels: NDArray[np.uint8], orientation: int = 1) -> bytes:
    """As phones write it: pixels as the sensor gave them, turned by the container, and an EXIF value besides."""
    height, width = pixels.shape[:2]
    container = pillow_heif.from_bytes("RGB", (width, height), pixels.tobytes())
    exif = Image.Exif()
    exif[0x0112] = orientation
    container.info["exif"] = exif.tobytes()
    buffer = io.BytesIO()
    container.save(buffer, quality=95)
    return buffer.getvalue()


def png_header(width: int, height: int) -> bytes:
    """A PNG of a few dozen bytes that claims any size."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"\0" * 4096)) + chunk(b"IEND", b"")
    )


def assert_upright(photo: Photo, width: int = 96, height: int = 64) -> None:
    assert (photo.width, photo.height) == (width, height)
    assert photo.pixels.dtype == np.uint8
    assert photo.pixels.flags["C_CONTIGUOUS"]
    down, across = photo.pixels.shape[:2]
    for (y, x), colour in {(1, 1): RED, (1, 3): GREEN, (3, 1): BLUE, (3, 3): YELLOW}.items():
        seen = photo.pixels[down * y // 4, across * x // 4].astype(int)
        assert np.abs(seen - colour).max() < 30, f"quarter {(y, x)}: {seen} instead of {colour}"


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_every_exif_orientation_comes_out_upright(kind: str, orientation: int) -> None:
    photo = load_photo(encode(STORED_AS[orientation](quarters()), kind, orientation))
    assert_upright(photo)
    assert photo.orientation == orientation


@pytest.mark.parametrize("orientation", range(1, 9))
def test_heic_is_turned_once(orientation: int) -> None:
    photo = load_photo(encode_heic(STORED_AS[orientation](quarters()), orientation))
    assert_upright(photo)
    assert photo.orientation == orientation


@pytest.mark.parametrize("orientation", range(1, 9))
def test_orientation_and_reduction_together(orientation: int) -> None:
    stored = STORED_AS[orientation](quarters(960, 640))
    photo = load_photo(encode(stored, "JPEG", orientation), long_side=200)
    assert_upright(photo, 960, 640)
    assert photo.scale == 0.25
    assert photo.pixels.shape == (160, 240, 3)


@pytest.mark.parametrize("value", [0, 9, 255])
def test_meaningless_orientation_is_ignored(value: int) -> None:
    photo = load_photo(encode(quarters(), "JPEG", value))
    assert_upright(photo)
    assert photo.orientation == 1


@pytest.mark.filterwarnings("ignore:Corrupt EXIF data")
def test_broken_exif_does_not_spoil_the_picture() -> None:
    photo = load_photo(encode(quarters(), exif=b"Exif\x00\x00II*\x00\xff\xff\xff\xff" + b"\xff" * 40))
    assert_upright(photo)


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_reduced_decoding_reports_full_size_and_can_be_repeated_sharper(kind: str) -> None:
    photo = load_photo(encode(quarters(1200, 801), kind), long_side=300)
    assert (photo.width, photo.height, photo.scale) == (1200, 801, 0.25)
    assert photo.pixels.shape[1] == 300
    sharper = photo.sharper(1200)
    assert sharper.pixels.shape == (801, 1200, 3)
    assert sharper.scale == 1.0
    assert sharper.sharper(5000) is sharper
    assert photo.sharper(300) is photo


def test_a_photo_keeps_its_long_side() -> None:
    photo = load_photo(encode(quarters(1100, 800)), long_side=600)
    assert photo.scale == 1.0
    assert photo.pixels.shape == (800, 1100, 3)


def test_grey_palette_alpha_and_cmyk_become_rgb() -> None:
    upright = Image.fromarray(quarters())
    cmyk, palette = io.BytesIO(), io.BytesIO()
    upright.convert("CMYK").save(cmyk, "JPEG", quality=95)
    upright.quantize(8).save(palette, "PNG")
    assert_upright(load_photo(cmyk.getvalue()))
    assert_upright(load_photo(palette.getvalue()))
    grey = load_photo(encode(np.full((20, 30), 77, np.uint8)))
    assert grey.pixels.shape == (20, 30, 3)
    assert np.abs(grey.pixels.astype(int) - 77).max() <= 2


@pytest.mark.parametrize("kind", ["PNG", "WEBP"])
def test_transparent_parts_lie_on_white(kind: str) -> None:
    layered = np.zeros((40, 40, 4), np.uint8)
    layered[:20] = (200, 0, 0, 255)
    photo = load_photo(encode(layered, kind, lossless=True))
    assert np.abs(photo.pixels[5, 5].astype(int) - (200, 0, 0)).max() < 3
    assert photo.pixels[30, 30].tolist() == [255, 255, 255]


def test_sixteen_bit_grey_is_scaled_not_clipped() -> None:
    deep = np.full((16, 16), 0x8000, np.uint16)
    deep[8:] = 0x2000
    buffer = io.BytesIO()
    Image.fromarray(deep).save(buffer, "PNG")
    photo = load_photo(buffer.getvalue())
    assert photo.pixels[0, 0].tolist() == [128, 128, 128]
    assert photo.pixels[15, 0].tolist() == [32, 32, 32]


@pytest.mark.parametrize("kind", ["PNG", "WEBP"])
def test_of_several_frames_the_first_is_read(kind: str) -> None:
    frames = [Image.new("RGB", (32, 24), colour) for colour in (RED, GREEN, BLUE)]
    buffer = io.BytesIO()
    frames[0].save(buffer, kind, save_all=True, append_images=frames[1:], duration=100, lossless=True)
    photo = load_photo(buffer.getvalue())
    assert np.abs(photo.pixels[10, 10].astype(int) - RED).max() < 4


@pytest.mark.parametrize("size", [(15_000, 2), (2, 15_000)])
def test_a_jpeg_thinner_than_its_reduction_is_read(size: tuple[int, int]) -> None:
    data = io.BytesIO()
    Image.new("RGB", size, "green").save(data, "JPEG")
    photo = load_photo(data.getvalue())
    assert (photo.width, photo.height) == size


def test_a_multi_picture_jpeg_gives_its_first() -> None:
    frames = [Image.fromarray(quarters()), Image.new("RGB", (96, 64), BLUE)]
    buffer = io.BytesIO()
    frames[0].save(buffer, "MPO", save_all=True, append_images=frames[1:], quality=95)
    assert_upright(load_photo(buffer.getvalue()))


def test_nothing_of_the_metadata_survives(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[0x010F] = "SECRETMAKER"
    exif.get_ifd(0x8825)[2] = (31.0, 13.0, 0.0)
    path = tmp_path / "hand.jpg"
    Image.fromarray(quarters()).save(path, exif=exif, comment="SECRETCOMMENT")
    assert b"SECRETMAKER" in path.read_bytes()
    photo = load_photo(path)
    assert "SECRET" not in repr(photo)
    assert "exif" not in repr(photo)


def test_a_file_is_named_in_its_error(tmp_path: Path) -> None:
    path = tmp_path / "notes.jpg"
    path.write_text("just some words\n" * 5)
    with pytest.raises(UnsupportedFormat, match=r"^notes\.jpg: not a JPEG, PNG, WebP or HEIC picture .*text") as caught:
        load_photo(path)
    assert caught.value.code == "photo_format"


def test_missing_files_folders_and_devices(tmp_path: Path) -> None:
    with pytest.raises(PhotoNotFound, match=r"gone\.jpg: cannot be opened"):
        load_photo(tmp_path / "gone.jpg")
    with pytest.raises(PhotoNotFound, match="folder"):
        load_photo(tmp_path)
    with pytest.raises(PhotoNotFound):
        load_photo("bad\0name.jpg")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_refused_without_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.jpg")
    with pytest.raises(PhotoNotFound, match="not an ordinary file"):
        load_photo(tmp_path / "pipe.jpg")


def test_an_empty_file() -> None:
    with pytest.raises(EmptyFile):
        load_photo(b"")


def test_too_many_bytes(tmp_path: Path) -> None:
    data = encode(quarters())
    path = tmp_path / "big.jpg"
    path.write_bytes(data)
    for source in (data, path):
        with pytest.raises(TooLarge, match=f"{len(data):,} bytes"):
            load_photo(source, max_bytes=len(data) - 1)
        assert load_photo(source, max_bytes=len(data)).width == 96


@pytest.mark.parametrize(
    ("width", "height"), [(20_000, 20_000), (16_001, 10), (10, 16_001), (8_000, 7_501), (2**31 - 1, 2**31 - 1)]
)
def test_a_png_that_claims_too_much_is_refused_from_its_header(width: int, height: int) -> None:
    with pytest.raises(TooLarge) as caught:
        load_photo(png_header(width, height), name="bomb.png")
    assert str(caught.value).startswith("bomb.png: ")
    assert "\n" not in str(caught.value)


def test_a_real_png_bomb_is_refused(tmp_path: Path) -> None:
    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    side = 20_000
    packer = zlib.compressobj(9)
    row = b"\0" * (side // 8 + 1)
    body = b"".join(packer.compress(row) for _ in range(side)) + packer.flush()
    bomb = (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 1, 0, 0, 0, 0))
        + chunk(b"IDAT", body)
        + chunk(b"IEND", b"")
    )
    assert len(bomb) < 100_000
    with pytest.raises(TooLarge, match=r"20,000 × 20,000|more pixels"):
        load_photo(bomb)


def test_a_webp_that_claims_too_much_is_refused_before_decoding() -> None:
    data = bytearray(encode(quarters(), "WEBP", lossless=True))
    bits = int.from_bytes(data[21:25], "little")
    data[21:25] = (bits & ~0xFFFFFFF | 16_382 | 16_382 << 14).to_bytes(4, "little")
    with pytest.raises(TooLarge):
        load_photo(bytes(data))


def test_a_jpeg_that_claims_too_much_is_refused_before_decoding() -> None:
    data = bytearray(encode(quarters()))
    frame = data.index(b"\xff\xc0")
    data[frame + 5 : frame + 9] = struct.pack(">HH", 40_000, 40_000)
    with pytest.raises(TooLarge):
        load_photo(bytes(data))


def noisy() -> NDArray[np.uint8]:
    return np.random.default_rng(7).integers(0, 255, (120, 160, 3), dtype=np.uint8)


@pytest.mark.parametrize("share", [0.05, 0.3, 0.6, 0.9, 0.98])
@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "HEIF"])
def test_a_file_cut_short_is_refused(kind: str, share: float) -> None:
    whole = encode_heic(noisy()) if kind == "HEIF" else encode(noisy(), kind)
    load_photo(whole)
    with pytest.raises((Truncated, Damaged)) as caught:
        load_photo(whole[: int(len(whole) * share)], name="cut.jpg")
    assert "cut.jpg" in str(caught.value)


def test_a_jpeg_cut_short_says_so() -> None:
    whole = encode(noisy())
    with pytest.raises(Truncated, match="the file ends before the picture does"):
        load_photo(whole[: len(whole) // 2])
    with pytest.raises(Truncated, match="the file ends before the picture does"):
        load_photo(whole[: len(whole) // 2], long_side=40)


@pytest.mark.parametrize(
    "data",
    [
        b"GIF89a" + b"\0" * 60,
        b"BM" + b"\0" * 60,
        b"%PDF-1.7\n",
        b"<svg xmlns='http://www.w3.org/2000/svg'/>",
        b"PK\x03\x04" + b"\0" * 40,
        b"\0" * 1000,
        b"\xff\xd8",
        b"RIFF\x10\0\0\0WAVEfmt ",
        b"\0\0\0\x18ftypavif\0\0\0\0avifmif1",
        b"\0\0\0\x18ftypmp42\0\0\0\0mp42isom",
        b"x",
    ],
)
def test_other_formats_are_refused(data: bytes) -> None:
    with pytest.raises(UnsupportedFormat):
        load_photo(data)


@pytest.mark.parametrize(
    "magic",
    [b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"RIFF\x40\0\0\0WEBPVP8 ", b"\0\0\0\x18ftypheic\0\0\0\0heicmif1"],
)
def test_magic_bytes_alone_do_not_make_a_picture(magic: bytes) -> None:
    rng = np.random.default_rng(3)
    for length in (0, 10, 300, 5000):
        with pytest.raises(PhotoError):
            load_photo(magic + rng.bytes(length))


def test_a_file_that_is_two_things_is_read_as_what_it_begins_with() -> None:
    polyglot = encode(quarters(), "PNG") + b"<script>alert(1)</script>" + encode(quarters()[::-1], "JPEG")
    assert sniff(polyglot) == "PNG"
    assert_upright(load_photo(polyglot))


def test_random_damage_never_escapes_as_another_error() -> None:
    rng = np.random.default_rng(11)
    originals = [encode(noisy(), kind) for kind in ("JPEG", "PNG", "WEBP")] + [encode_heic(noisy())]
    for original in originals:
        for _ in range(40):
            data = bytearray(original)
            for at in rng.integers(12, len(data), 6):
                data[at] = rng.integers(256)
            # Any other error than the narrow one fails the test.
            with contextlib.suppress(PhotoError):
                assert load_photo(bytes(data)).pixels.ndim == 3


def test_photo_from_pixels_checks_its_shape() -> None:
    assert Photo.from_pixels(quarters()).width == 96
    with pytest.raises(ValueError, match=r"expected uint8 pixels of shape \(H, W, 3\), got float64"):
        Photo.from_pixels(quarters().astype(float))
    with pytest.raises(ValueError, match="at least one pixel"):
        Photo.from_pixels(np.zeros((0, 5, 3), np.uint8))


@pytest.mark.skipif(sys.platform != "linux", reason="measures resident memory the Linux way")
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the peak of memory is told by /proc")
def test_forty_eight_megapixels_stay_under_the_memory_limit(tmp_path: Path) -> None:
    path = tmp_path / "large.jpg"
    Image.fromarray(quarters(800, 600)).resize((8000, 6000)).save(path, quality=85)
    program = (
        "import re, sys; from vision.image import load_photo; p = load_photo(sys.argv[1]);"
        # not ru_maxrss: a process inherits that from the one that started it
        "high = re.search(r'VmHWM:\\s+(\\d+)', open('/proc/self/status').read());"
        "print(p.width, p.height, int(high[1]) // 1024)"
    )
    root = Path(__file__).parents[2]
    environment = os.environ | {"PYTHONPATH": str(root)}
    answer = subprocess.run(
        [sys.executable, "-c", program, str(path)], check=True, capture_output=True, text=True, env=environment
    )
    width, height, megabytes = map(int, answer.stdout.split())
    assert (width, height) == (8000, 6000)
    assert megabytes < 600
