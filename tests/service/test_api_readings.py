"""Reading photos over HTTP: the answer, corrections, kept photos, and the bounded pool behind it."""

from __future__ import annotations

import io
import json
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from starlette.testclient import TestClient

from service.api.schemas.reading import ReadingOut
from service.readings import reading_version
from tests.service.fakes import SameHandReader, picture
from vision.types import ReviewReason

MakeClient = Callable[..., TestClient]


def post(client: TestClient, *photos: bytes, path: str = "/v1/readings", **fields: str) -> Any:
    files = [("photo", (f"{number}.jpg", photo, "image/jpeg")) for number, photo in enumerate(photos)]
    return client.post(path, files=files, data=fields)


def test_a_photo_is_read(client: TestClient, reader: SameHandReader, jpeg: bytes) -> None:
    answer = post(client, jpeg, ruleset="hua", wild="1p")
    assert answer.status_code == 200
    reading = answer.json()
    ReadingOut.model_validate(reading)
    assert reading["notation"] == "123456789m 1p 234s + 1p"
    assert reader.calls == [{"photos": 1, "ruleset": "hua", "wild": "1p", "edits": []}]
    assert reading["version"] == reading_version(reading)
    assert "photo_id" not in reading


def test_every_reading_has_its_own_id_and_the_same_content_the_same_version(client: TestClient, jpeg: bytes) -> None:
    first, second = post(client, jpeg).json(), post(client, jpeg).json()
    assert first["id"] != second["id"]
    assert first["version"] == second["version"]
    assert first["version"] != post(client, jpeg, ruleset="guobiao").json()["version"]


def test_the_version_covers_all_that_the_player_saw(client: TestClient, jpeg: bytes) -> None:
    reading = post(client, jpeg).json()
    changed = json.loads(json.dumps(reading))
    changed["tiles"][0]["face"] = "9s"
    assert reading_version(changed) != reading["version"]
    for seen_by_nobody in ("id", "version", "timing_ms"):
        assert reading_version({**reading, seen_by_nobody: "other"}) == reading["version"]
    assert reading_version(dict(reversed(reading.items()))) == reading["version"]


def test_several_photos_of_one_hand(client: TestClient, reader: SameHandReader, jpeg: bytes) -> None:
    assert post(client, jpeg, picture("PNG")).status_code == 200
    assert reader.calls[0]["photos"] == 2


def test_corrections_keep_the_id_and_change_the_version(client: TestClient, jpeg: bytes) -> None:
    reading = post(client, jpeg, ruleset="guobiao").json()
    answer = client.post(
        "/v1/readings/corrections",
        json={"reading": reading, "edits": [{"edit": "face", "tile": 0, "face": "9s"}]},
    )
    assert answer.status_code == 200
    corrected = answer.json()
    assert corrected["id"] == reading["id"]
    assert corrected["version"] != reading["version"]
    assert corrected["ruleset"] == "guobiao"
    assert {tile["id"]: tile["face"] for tile in corrected["tiles"]}[0] == "9s"
    again = client.post(
        "/v1/readings/corrections",
        json={"reading": corrected, "edits": [*corrected["edits"], {"edit": "face", "tile": 1, "face": "8s"}]},
    ).json()
    faces = {tile["id"]: tile["face"] for tile in again["tiles"]}
    assert (faces[0], faces[1]) == ("9s", "8s")
    undone = client.post("/v1/readings/corrections", json={"reading": again, "edits": again["edits"][1:]}).json()
    faces = {tile["id"]: tile["face"] for tile in undone["tiles"]}
    assert (faces[0], faces[1]) == ("1m", "8s")


def test_edits_can_come_with_the_photo(client: TestClient, reader: SameHandReader, jpeg: bytes) -> None:
    edits = [{"edit": "face", "tile": 0, "face": "9s"}, {"edit": "win", "tile": 3}]
    assert post(client, jpeg, edits=json.dumps(edits)).status_code == 200
    assert reader.calls[0]["edits"] == edits


@pytest.mark.parametrize(
    ("fields", "code", "said"),
    [
        ({"ruleset": "atlantis"}, "invalid_request", "atlantis"),
        ({"wild": "0x"}, "invalid_request", "/wild"),
        ({"wild": ""}, "invalid_request", "/wild"),
        ({"wild": "5s", "ruleset": "mcr"}, "invalid_request", "/wild: 国标麻将 guobiao has no wild tile, so 5s"),
        ({"edits": "[{]"}, "invalid_request", "/edits"),
        ({"edits": '[{"edit": "face", "tile": 0}]'}, "invalid_request", "/edits/0/face/face"),
        ({"edits": '[{"edit": "win", "tile": 99}]'}, "invalid_edit", "99"),
    ],
)
def test_a_wrong_field_is_named(client: TestClient, jpeg: bytes, fields: dict[str, str], code: str, said: str) -> None:
    answer = post(client, jpeg, **fields)
    assert answer.status_code == 422
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["code"] == code
    assert said in answer.text


@pytest.mark.parametrize(
    "damage",
    [
        lambda reading: {},
        lambda reading: {**reading, "tiles": 7},
        lambda reading: {**reading, "tiles": reading["tiles"] * 2},
        lambda reading: {**reading, "tiles": [{**tile, "corners": [[1e300, 0]] * 4} for tile in reading["tiles"]]},
        lambda reading: {**reading, "image": {"width": 10**9, "height": 1, "orientation": 1}},
        lambda reading: {**reading, "ruleset": "atlantis"},
        lambda reading: {**reading, "ruleset": 7},
        lambda reading: {**reading, "hand": {"concealed": "xyz"}},
        lambda reading: {
            **reading,
            "background": [{**reading["tiles"][0], "id": 100 + number} for number in range(500)],
        },
    ],
)  # fmt: skip
def test_what_is_no_reading_is_refused(client: TestClient, jpeg: bytes, damage: Callable[[Any], Any]) -> None:
    reading = post(client, jpeg).json()
    answer = client.post("/v1/readings/corrections", json={"reading": damage(reading), "edits": []})
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_reading")


def test_a_reading_with_numbers_that_json_does_not_know_is_refused(client: TestClient, jpeg: bytes) -> None:
    reading = post(client, jpeg).json()
    body = json.dumps({"reading": reading, "edits": []}).replace('"decode": 1.0', '"decode": NaN', 1)
    assert "NaN" in body
    answer = client.post("/v1/readings/corrections", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code in (400, 422)


def test_over_the_bound_the_answer_is_busy_with_a_time(
    make_client: MakeClient, reader: SameHandReader, jpeg: bytes
) -> None:
    client = make_client(inference_workers=1, inference_queue=1)
    reader.go_on.clear()
    answers: list[int] = []
    callers = [threading.Thread(target=lambda: answers.append(post(client, jpeg).status_code)) for _ in range(2)]
    for caller in callers:
        caller.start()
    pool = client.app.state.pool  # type: ignore[attr-defined]
    deadline = time.monotonic() + 20
    while not pool.full and time.monotonic() < deadline:
        time.sleep(0.005)
    refused = post(client, jpeg)
    reader.go_on.set()
    for caller in callers:
        caller.join(20)
    assert (refused.status_code, refused.json()["code"]) == (503, "busy")
    assert int(refused.headers["retry-after"]) >= 1
    assert answers == [200, 200]


def test_a_reading_that_takes_too_long_is_given_up(
    make_client: MakeClient, reader: SameHandReader, jpeg: bytes
) -> None:
    client = make_client(inference_workers=1, inference_timeout_s=0.05)
    reader.go_on.clear()
    answer = post(client, jpeg)
    reader.go_on.set()
    assert (answer.status_code, answer.json()["code"]) == (503, "reading_timeout")
    assert "retry-after" in answer.headers


def with_metadata() -> bytes:
    image = Image.radial_gradient("L").resize((320, 240)).convert("RGB")
    exif = Image.Exif()
    exif[0x010F] = "SecretCameraMaker"
    exif[0x0112] = 6
    out = io.BytesIO()
    image.save(out, "JPEG", exif=exif, comment=b"secret comment")
    return out.getvalue()


def test_photos_are_not_kept_unless_told(make_client: MakeClient, tmp_path: Path) -> None:
    client = make_client()
    post(client, with_metadata())
    assert not list(tmp_path.rglob("*.jpg"))
    assert client.get("/v1/photos/AAAAAAAAAAAAAAAAAAAAAA").json()["code"] == "photo_not_kept"
    assert client.delete("/v1/photos/AAAAAAAAAAAAAAAAAAAAAA").json()["code"] == "photo_not_kept"


def test_a_kept_photo_is_upright_without_metadata_and_can_be_deleted(make_client: MakeClient, tmp_path: Path) -> None:
    client = make_client(keep_photos=True)
    photo_id = post(client, with_metadata()).json()["photo_id"]
    kept = client.get(f"/v1/photos/{photo_id}")
    assert kept.headers["content-type"] == "image/jpeg"
    assert b"Secret" not in kept.content
    assert b"secret" not in kept.content
    with Image.open(io.BytesIO(kept.content)) as image:
        assert image.size == (240, 320)
        assert not image.getexif()
    assert client.delete(f"/v1/photos/{photo_id}").status_code == 204
    assert client.get(f"/v1/photos/{photo_id}").status_code == 404
    assert not list(tmp_path.rglob("*.jpg"))


def test_a_full_disk_costs_no_reading(
    make_client: MakeClient, jpeg: bytes, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def full(path: Path, data: bytes) -> int:
        raise OSError(28, "No space left on device")

    client = make_client(keep_photos=True)
    monkeypatch.setattr(Path, "write_bytes", full)
    answer = post(client, jpeg)
    assert answer.status_code == 200
    assert "photo_id" not in answer.json()
    assert not [path for path in (tmp_path / "data" / "photos").rglob("*") if path.is_file()]


@pytest.mark.parametrize("name", ["..%2F..%2Fetc%2Fpasswd", "%00", "a" * 22, "..", "%2e%2e%2f%2e%2e"])
def test_a_photo_id_reaches_no_other_file(make_client: MakeClient, name: str) -> None:
    client = make_client(keep_photos=True)
    assert client.get(f"/v1/photos/{name}").status_code in (404, 422)
    assert client.delete(f"/v1/photos/{name}").status_code in (404, 405, 422)


def test_doubts_and_stages_are_counted(client: TestClient, reader: SameHandReader, jpeg: bytes) -> None:
    post(client, jpeg)
    reader.review = (ReviewReason("low_margin", (4,), "8s or 9s"),)
    post(client, jpeg)
    post(client, b"no picture")
    text = client.get("/metrics").text
    assert 'tilesight_readings_total{outcome="sure"} 1.0' in text
    assert 'tilesight_readings_total{outcome="review"} 1.0' in text
    assert 'tilesight_readings_total{outcome="refused"} 1.0' in text
    assert 'tilesight_review_total{code="low_margin"} 1.0' in text
    assert 'tilesight_stage_seconds_count{stage="detect"} 2.0' in text
    assert 'route="/v1/readings",status="200"' in text


def test_the_version_does_not_depend_on_how_a_client_writes_whole_numbers() -> None:
    from service.readings import reading_version

    seen = {"tiles": [{"box": [838.0, 670.9], "confidence": 1.0}], "id": "a"}
    sent_back = {"tiles": [{"box": [838, 670.9], "confidence": 1}], "id": "a"}
    assert reading_version(seen) == reading_version(sent_back)
    assert reading_version(seen) != reading_version({"tiles": [{"box": [838.5, 670.9], "confidence": 1.0}]})
