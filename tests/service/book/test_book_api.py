"""The book over HTTP: who may do what, headers, problem codes, links, exports and imports."""

from __future__ import annotations

import csv
import io
import json
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import pytest
from httpx import Response
from starlette.testclient import TestClient

from service.readings import with_version
from tests.service.book.play import NAMES, STRAIGHT, amounts, won

NEW: dict[str, Any] = {"name": "周五麻将", "players": list(NAMES), "game": {"ruleset": "guobiao"}}


@dataclass
class Phone:
    """One phone at a table."""

    client: TestClient
    table: str
    token: str

    @property
    def at(self) -> str:
        return f"/v1/tables/{self.table}"

    def get(self, path: str = "", **given: Any) -> Any:
        return self.client.get(
            self.at + path, headers={"X-Table-Token": self.token, **given.pop("headers", {})}, **given
        )

    def post(self, path: str, body: Mapping[str, Any], key: str | None = None, match: str | None = "*") -> Any:
        headers = {"X-Table-Token": self.token, "Idempotency-Key": key or secrets.token_hex(12)}
        if match is not None:
            headers["If-Match"] = match
        return self.client.post(self.at + path, json=dict(body), headers=headers)

    def enter(self, body: Mapping[str, Any], **given: Any) -> Any:
        return self.post("/games/1/entries", body, **given)


def make(client: TestClient, body: Mapping[str, Any] = NEW, key: str | None = None) -> Any:
    return client.post("/v1/tables", json=dict(body), headers={"Idempotency-Key": key or secrets.token_hex(12)})


@pytest.fixture
def client(make_client: Callable[..., TestClient], url: str) -> TestClient:
    return make_client(database_url=url)


@pytest.fixture
def host(client: TestClient) -> Phone:
    made = make(client).json()
    return Phone(client, made["table"]["id"], made["tokens"]["host"])


@pytest.fixture
def watcher(host: Phone) -> Phone:
    made = host.post("/links", {"role": "watch", "label": "小李的手机"}).json()
    return Phone(host.client, host.table, made["tokens"]["watch"])


def code(answer: Response, status: int) -> str:
    assert (answer.status_code, answer.headers["content-type"]) == (status, "application/problem+json"), answer.text
    return str(answer.json()["code"])


def test_a_table_is_made_with_four_seats_and_two_tokens(client: TestClient) -> None:
    answer = make(client)
    assert answer.status_code == 201
    assert answer.headers["etag"] == '"1"'
    made = answer.json()
    assert [seat["name"] for seat in made["table"]["game"]["seats"]] == list(NAMES)
    assert [seat["wind"] for seat in made["table"]["game"]["seats"]] == list("ESWN")
    assert made["tokens"]["host"] != made["tokens"]["watch"]
    assert made["watch_link"].endswith(f"/#/watch/{made['table']['id']}/{made['tokens']['watch']}")


def test_the_same_request_makes_one_table(client: TestClient) -> None:
    first, again = (make(client, key="a-key-that-is-long-enough") for _ in range(2))
    assert first.json() == again.json()
    assert again.headers["idempotency-replayed"] == "true"
    assert "idempotency-replayed" not in first.headers


@pytest.mark.parametrize(
    ("change", "status", "expected"),
    [
        ({"players": ["a", "b", "c"]}, 422, "invalid_request"),
        ({"players": ["a", "A", "c", "d"]}, 422, "event_invalid"),
        ({"players": ["a", "b\n", "c", "d\u0007"]}, 422, "invalid_request"),
        ({"name": ""}, 422, "invalid_request"),
        ({"surprise": 1}, 422, "invalid_request"),
        ({"game": {"ruleset": "no-such"}}, 422, "ruleset_unknown"),
        ({"game": {"ruleset": "guobiao", "options": {"no_such": 1}}}, 422, "options_invalid"),
        ({"game": {"ruleset": "guobiao", "dealer": 4}}, 422, "invalid_request"),
    ],
)
def test_tables_that_cannot_be_made(client: TestClient, change: dict[str, Any], status: int, expected: str) -> None:
    assert code(make(client, {**NEW, **change}), status) == expected


def test_a_table_needs_one_of_its_own_tokens(client: TestClient, host: Phone) -> None:
    other = make(client).json()["tokens"]["host"]
    assert code(client.get(host.at), 401) == "table_token_missing"
    assert code(Phone(client, host.table, other).get(), 404) == "table_not_found"
    assert code(Phone(client, host.table, "tsh_" + "x" * 43).get(), 404) == "table_not_found"
    assert code(Phone(client, "nowhere", host.token).get(), 404) == "table_not_found"
    assert host.get().status_code == 200


def test_watchers_read_and_never_write(host: Phone, watcher: Phone) -> None:
    for path in ("", "/games", "/games/1", "/games/1/entries", "/games/1/statistics", "/games/1/sheet.html",
                 "/games/1/export.csv", "/export.json", "/qr.svg"):  # fmt: skip
        assert watcher.get(path).status_code == 200, path
    for path, body in (
        ("/games/1/entries", {"kind": "draw"}), ("/games/1/undo", {}), ("/games/1/redo", {}), ("/games", NEW["game"]),
        ("/games/1/entries/1/correction", {"kind": "draw"}), ("/links", {"role": "host"}),
    ):  # fmt: skip
        assert code(watcher.post(path, body), 403) == "host_token_needed", path
    assert code(watcher.get("/links"), 403) == "host_token_needed"
    assert host.get().json()["game"]["entries"] == 0


def test_a_watch_token_may_stand_in_the_address_a_host_token_never(host: Phone, watcher: Phone) -> None:
    assert host.client.get(host.at, params={"token": watcher.token}).status_code == 200
    assert code(host.client.get(host.at, params={"token": host.token}), 403) == "host_token_needed"


def test_reading_again_with_the_etag_costs_nothing(host: Phone) -> None:
    tag = host.get().headers["etag"]
    assert host.get(headers={"If-None-Match": tag}).status_code == 304
    host.enter({"kind": "draw"})
    answer = host.get(headers={"If-None-Match": tag})
    assert (answer.status_code, answer.headers["etag"] == tag) == (200, False)


def test_a_hand_is_entered_undone_redone_and_corrected(host: Phone) -> None:
    entered = host.enter(won(1, payer=2))
    assert entered.status_code == 201
    entry = entered.json()["entries"][0]
    assert host.get().headers["etag"] == entered.headers["etag"] == '"2"'
    assert host.post("/games/1/undo", {}).json()["game"]["hands"] == 0
    assert host.post("/games/1/redo", {}).json()["entries"][0]["amounts"] == entry["amounts"]
    corrected = host.post("/games/1/entries/3/correction", won(1, payer=3))
    assert [line["kind"] for line in corrected.json()["entries"]] == ["retract", "restate"]
    ledger = host.get("/games/1/entries", params={"limit": 2}).json()
    assert [line["entry"] for line in ledger["entries"]] == [5, 4]
    older = host.get("/games/1/entries", params={"before": ledger["next"]}).json()
    assert [line["entry"] for line in older["entries"]] == [3, 2, 1]
    assert older["next"] is None


def test_writes_without_their_headers_are_told_which(host: Phone) -> None:
    bare = host.client.post(f"{host.at}/games/1/entries", json={"kind": "draw"}, headers={"X-Table-Token": host.token})
    assert code(bare, 400) == "idempotency_key_invalid"
    assert code(host.enter({"kind": "draw"}, match=None), 428) == "revision_missing"
    assert code(host.enter({"kind": "draw"}, match='"99"'), 412) == "revision_stale"
    assert code(host.enter({"kind": "draw"}, match="nonsense"), 412) == "revision_stale"
    assert host.enter({"kind": "draw"}, match='W/"1"').status_code == 201


def test_a_hand_that_does_not_score_says_all_that_is_wrong(host: Phone) -> None:
    answer = host.enter(won(1, payer=2, hand={**STRAIGHT, "concealed": "123456789m99p6s"}))
    assert code(answer, 422) == "hand_not_scored"
    assert answer.json()["problems"][0]["code"]


def test_a_reading_is_confirmed_by_its_version(host: Phone) -> None:
    reading = with_version({"hand": STRAIGHT, "notation": "…", "review": []})
    win = {"reading": reading, "version": reading["version"], "context": won(1, payer=2)["wins"][0]["context"]}
    assert host.enter({"kind": "hand", "wins": [win]}).status_code == 201
    stale = {**win, "reading": {**reading, "notation": "other"}}
    assert code(host.enter({"kind": "hand", "wins": [stale]}), 409) == "reading_changed"


@pytest.mark.parametrize(
    "body",
    [
        {"kind": "no such"},
        {"kind": "draw", "surprise": 1},
        {"kind": "amounts", "amounts": [1, -1, 0], "winners": [0], "win_by": "self-draw"},
        {"kind": "amounts", "amounts": [1.5, -1.5, 0, 0], "winners": [0], "win_by": "self-draw"},
        {"kind": "amounts", "amounts": [10**30, -(10**30), 0, 0], "winners": [0], "win_by": "self-draw"},
        {"kind": "amounts", "amounts": [1, -1, 0, 0], "winners": [0], "win_by": "discard", "payer": 0},
        {"kind": "amounts", "amounts": [1, -1, 0, 0], "winners": [0, 0], "win_by": "discard", "payer": 1},
        {"kind": "amounts", "amounts": [2, -1, 0, 0], "winners": [0], "win_by": "self-draw"},
        {"kind": "false_win", "seat": 1},
        {"kind": "false_win", "seat": 1, "each": 8, "amounts": [8, -24, 8, 8]},
        {"kind": "progress"},
        {"kind": "hand", "wins": []},
        {"kind": "hand", "wins": [{"context": {"winner": 0, "win_by": "self-draw"}}]},
        {"kind": "hand", "wins": [{"hand": {"concealed": "??"}, "context": {"winner": 0, "win_by": "self-draw"}}]},
        {"kind": "penalty", "amounts": [1, -1, 0, 0], "reason": "\ud800"},
    ],
    ids=str,
)
def test_entries_that_cannot_be_are_422(host: Phone, body: dict[str, Any]) -> None:
    answer = host.client.post(
        f"{host.at}/games/1/entries",
        content=json.dumps(body).encode("utf-8", "surrogatepass"),
        headers={"X-Table-Token": host.token, "Idempotency-Key": secrets.token_hex(8), "If-Match": "*",
                 "Content-Type": "application/json"},
    )  # fmt: skip
    assert answer.status_code in (400, 422), answer.text
    assert host.get().json()["revision"] == 1


@pytest.mark.parametrize("body", [won(1, payer=2, wild="5s"), {"kind": "draw", "context": {"wild": "5s"}}], ids=str)
def test_a_wild_tile_in_a_game_without_one_is_not_booked(host: Phone, body: dict[str, Any]) -> None:
    answer = host.enter(body)
    assert code(answer, 422) == "event_invalid"
    assert "context.wild: 国标麻将 guobiao has no wild tile" in answer.json()["detail"]


def test_a_link_is_shown_once_and_revoked_for_good(host: Phone) -> None:
    made = host.post("/links", {"label": "阿芳的手机"}).json()
    assert made["address"].endswith(made["tokens"]["watch"])
    assert made["qr_svg"].startswith("<svg")
    watcher = Phone(host.client, host.table, made["tokens"]["watch"])
    assert watcher.get().status_code == 200
    listed = host.get("/links").json()["links"]
    assert [link["role"] for link in listed] == ["host", "watch", "watch"]
    assert made["tokens"]["watch"] not in host.get("/links").text
    headers = {"X-Table-Token": host.token, "Idempotency-Key": secrets.token_hex(8)}
    assert host.client.delete(f"{host.at}/links/{made['link']['link']}", headers=headers).status_code == 200
    assert code(watcher.get(), 404) == "table_not_found"
    headers["Idempotency-Key"] = secrets.token_hex(8)
    last = host.client.delete(f"{host.at}/links/{listed[0]['link']}", headers=headers)
    assert code(last, 422) == "event_invalid"


def test_a_second_phone_hosts_by_a_link_and_signs_what_it_writes(host: Phone) -> None:
    token = host.post("/links", {"role": "host", "label": "小李"}).json()["tokens"]["host"]
    entry = Phone(host.client, host.table, token).enter({"kind": "draw"}).json()["entries"][0]
    assert entry["written_by"] == "小李"


def test_the_next_game_begins_when_the_last_is_closed(host: Phone) -> None:
    assert code(host.post("/games", {"ruleset": "guobiao"}), 409) == "game_open"
    host.enter(amounts(0, [30, -10, -10, -10]))
    host.enter({"kind": "close"})
    started = host.post("/games", {"ruleset": "guobiao", "seats": [4, 3, 2, 1], "unit_price": 2, "currency": "元"})
    assert started.status_code == 201
    game = started.json()["game"]
    assert (game["number"], [seat["balance"] for seat in game["seats"]]) == (2, [0, 0, 0, 0])
    assert game["seats"][0]["name"] == NAMES[3]
    assert [game["number"] for game in host.get("/games").json()["games"]] == [2, 1]
    assert code(host.get("/games/3"), 404) == "game_not_found"
    assert "元" in host.get("/games/2/sheet.html").text


def test_names_are_changed_in_every_game(host: Phone) -> None:
    headers = {"X-Table-Token": host.token, "Idempotency-Key": secrets.token_hex(8), "If-Match": "*"}
    renamed = host.client.patch(f"{host.at}/players/1", json={"name": "王叔"}, headers=headers).json()
    assert renamed["table"]["game"]["seats"][0]["name"] == "王叔"
    headers["Idempotency-Key"] = secrets.token_hex(8)
    assert host.client.patch(host.at, json={"name": "周六麻将"}, headers=headers).json()["table"]["name"] == "周六麻将"
    headers["Idempotency-Key"] = secrets.token_hex(8)
    taken = host.client.patch(f"{host.at}/players/1", json={"name": "小李"}, headers=headers)
    assert code(taken, 422) == "event_invalid"


def test_statistics_count_what_is_in_force(host: Phone) -> None:
    host.enter(won(1, payer=2))
    host.enter(won(1))
    host.enter(won(3, payer=1))
    host.enter({"kind": "draw"})
    host.post("/games/1/undo", {"entry": 3})
    players = {player["name"]: player for player in host.get("/games/1/statistics").json()["players"]}
    assert {name: players["小李"][name] for name in ("hands", "wins", "self_draws", "deal_ins", "draws")} == {
        "hands": 3, "wins": 2, "self_draws": 1, "deal_ins": 0, "draws": 1,
    }  # fmt: skip
    assert players["小李"]["win_rate"] == 667
    assert players["阿芳"]["deal_ins"] == 1
    assert players["小李"]["best_win"]["entry"] == 2
    assert players["大刘"]["best_win"] is None


def test_a_table_exported_and_imported_is_the_same_table(host: Phone) -> None:
    host.enter(won(1, payer=2))
    host.enter(won(0))
    host.post("/games/1/undo", {"entry": 1})
    host.enter({"kind": "replace", "player": 4, "name": "小陈", "since": 2})
    host.enter({"kind": "close"})
    host.post("/games", {"ruleset": "guobiao"})
    exported = host.get("/export.json")
    assert host.token not in exported.text
    document = exported.json()
    made = host.client.post("/v1/tables/import", json=document, headers={"Idempotency-Key": secrets.token_hex(12)})
    assert made.status_code == 201, made.text
    copy = Phone(host.client, made.json()["table"]["id"], made.json()["tokens"]["host"])
    assert copy.table != host.table
    again = copy.get("/export.json").json()
    for name in ("table", "games"):
        assert again[name] == document[name]
    for game in (1, 2):
        assert copy.get(f"/games/{game}").json() == host.get(f"/games/{game}").json()
    assert copy.get("/games/1/statistics").json() == host.get("/games/1/statistics").json()


def test_a_spoilt_export_is_refused(host: Phone) -> None:
    document = {**host.get("/export.json").json(), "format": "other"}
    made = host.client.post("/v1/tables/import", json=document, headers={"Idempotency-Key": secrets.token_hex(12)})
    assert code(made, 422) == "import_invalid"


def test_csv_has_a_line_an_entry_and_no_formulas(client: TestClient) -> None:
    made = make(client, {**NEW, "players": ["=1+1", "小李", "阿芳", "大刘"]}).json()
    host = Phone(client, made["table"]["id"], made["tokens"]["host"])
    host.enter(amounts(0, [30, -10, -10, -10]))
    host.post("/games/1/undo", {})
    answer = host.get("/games/1/export.csv")
    assert answer.text.startswith("\ufeff")
    lines = list(csv.DictReader(io.StringIO(answer.text.removeprefix("\ufeff"))))
    assert [line["kind"] for line in lines] == ["amounts", "undo"]
    assert [line["in_force"] for line in lines] == ["0", "0"]
    assert [line["seat_0_amount"] for line in lines] == ["30", "-30"]
    assert lines[0]["seat_0_player"] == "'=1+1"


def test_the_sheet_shows_running_totals_and_nothing_of_a_name_is_markup(client: TestClient) -> None:
    made = make(client, {**NEW, "players": ["<b>王", "小李", "阿芳", "大刘"]}).json()
    host = Phone(client, made["table"]["id"], made["tokens"]["host"])
    host.enter(won(0, payer=1))
    host.enter(amounts(0, [30, -10, -10, -10]))
    for lang, word in (("zh", "合计"), ("en", "Sum")):
        page = host.get("/games/1/sheet.html", params={"lang": lang})
        assert word in page.text
        assert "<b>王" not in page.text
        assert "&lt;b&gt;王" in page.text
        assert "+30" in page.text
        assert "script" not in page.headers["content-security-policy"]
    assert "清龙" in host.get("/games/1/sheet.html").text


def test_the_qr_code_is_the_watch_link_and_only_the_watch_link(host: Phone, watcher: Phone) -> None:
    picture = watcher.get("/qr.svg")
    assert picture.headers["content-type"].startswith("image/svg+xml")
    assert "<svg" in picture.text
    assert code(host.get("/qr.svg"), 403) == "host_token_needed"


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("老\u3000王", "老 王"),
        ("A\u00a0 B", "A B"),
        ("\u0645\u06cc\u200c\u062e", "\u0645\u06cc\u200c\u062e"),
        ("\U0001f468\u200d\U0001f469\u200d\U0001f467", "\U0001f468\u200d\U0001f469\u200d\U0001f467"),
    ],
)
def test_names_that_phones_type_are_taken_and_travel(client: TestClient, typed: str, kept: str) -> None:
    made = make(client, {**NEW, "name": typed, "players": [typed, "b", "c", "d"]}).json()
    assert (made["table"]["name"], made["table"]["players"][0]["name"]) == (kept, kept)
    address = f"/v1/tables/{made['table']['id']}/export.json"
    exported = client.get(address, headers={"X-Table-Token": made["tokens"]["host"]}).json()
    again = client.post("/v1/tables/import", json=exported, headers={"Idempotency-Key": "import-" + "k" * 16})
    assert again.json()["table"]["players"][0]["name"] == kept


@pytest.mark.parametrize("name", ["\u202eabc", "a\u200bb", "\u200d", "a\nb", "\u3000", "\ufb2c" * 20])
def test_names_that_cannot_be_shown_or_grow_too_long_are_refused(client: TestClient, name: str) -> None:
    assert code(make(client, {**NEW, "players": [name, "b", "c", "d"]}), 422) == "invalid_request"
