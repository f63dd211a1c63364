"""Who may call, what every answer carries, and what other sites' pages can do."""

from __future__ import annotations

import hmac
import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from starlette.testclient import TestClient

from service.api import middleware
from service.api.middleware import given_access_token, host_name
from service.logs import configure

MakeClient = Callable[..., TestClient]
TOKEN = "maple-river-lantern-seven"
GUARDED = ["/v1/rulesets", "/v1/tables/abc", "/v1/photos/x", "/metrics", "/openapi.json"]


@pytest.fixture
def locked(make_client: MakeClient) -> TestClient:
    return make_client(access_token=TOKEN)


def test_a_link_with_countless_fields_is_refused_in_words(client: TestClient, locked: TestClient) -> None:
    address = "/v1/tables/abc?" + "&".join("a=1" for _ in range(30))
    assert client.get(address).json()["code"] == "table_token_missing"
    assert locked.get(address).json()["code"] == "access_token_required"


def test_made_up_methods_leave_no_counters(client: TestClient) -> None:
    assert client.request("BREW7", "/v1/rulesets").status_code == 405
    counters = client.get("/metrics").text
    assert "BREW7" not in counters
    assert 'method="(other)"' in counters


@pytest.mark.parametrize("path", GUARDED)
def test_nothing_is_answered_without_the_token(locked: TestClient, path: str) -> None:
    answer = locked.get(path)
    assert (answer.status_code, answer.json()["code"]) == (401, "access_token_required")
    assert answer.headers["www-authenticate"].startswith("Bearer")


@pytest.mark.parametrize(
    "headers",
    [
        {"Authorization": f"Bearer {TOKEN}"},
        {"Authorization": f"bearer {TOKEN}"},
        {"X-Access-Token": TOKEN},
        {"Cookie": f"a=b; tilesight_access={TOKEN}"},
    ],
)
def test_the_token_opens(locked: TestClient, headers: dict[str, str]) -> None:
    assert locked.get("/v1/rulesets", headers=headers).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Authorization": f"Bearer {TOKEN}x"},
        {"Authorization": f"Basic {TOKEN}"},
        {"Authorization": "Bearer "},
        {"X-Access-Token": TOKEN[:-1]},
        {"X-Access-Token": ""},
        {"Cookie": f"tilesight_access={TOKEN.upper()}"},
        {"Cookie": '=;;;\\"broken'},
        {"X-Table-Token": TOKEN},
    ],
)
def test_another_token_does_not(locked: TestClient, headers: dict[str, str]) -> None:
    assert locked.get("/v1/rulesets", headers=headers).status_code == 401


def test_health_is_open_and_a_watcher_needs_only_the_tables_own_token(locked: TestClient) -> None:
    assert locked.get("/healthz").status_code == 200
    assert locked.get("/readyz").status_code == 200
    # The table's route refuses by itself: the gate lets a caller with a table token through to reading alone.
    assert locked.get("/v1/tables/nowhere?token=abcdefgh").json()["code"] != "access_token_required"
    assert locked.get("/v1/tables/nowhere").json()["code"] == "access_token_required"
    assert locked.post("/v1/tables", headers={"X-Table-Token": "abcdefgh"}, json={}).status_code == 401


def test_the_app_exchanges_the_token_for_a_cookie(locked: TestClient) -> None:
    assert locked.get("/v1/access").json() == {"required": True, "granted": False}
    assert locked.post("/v1/access", json={"token": "wrong"}).status_code == 401
    granted = locked.post("/v1/access", json={"token": TOKEN})
    assert granted.json() == {"required": True, "granted": True}
    cookie = granted.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert locked.get("/v1/rulesets").status_code == 200


def test_without_a_token_nothing_is_wanted(client: TestClient) -> None:
    assert client.get("/v1/access").json() == {"required": False, "granted": True}
    assert client.post("/v1/access", json={"token": "any"}).json()["required"] is False


def test_tokens_are_compared_in_constant_time(locked: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[tuple[Any, Any]] = []

    real = hmac.compare_digest

    def compare(given: Any, expected: Any) -> bool:
        compared.append((given, expected))
        return real(given, expected)

    monkeypatch.setattr(middleware.hmac, "compare_digest", compare)
    locked.get("/v1/rulesets", headers={"X-Access-Token": "x"})
    assert compared == [(b"x", TOKEN.encode())]


@pytest.mark.parametrize("path", ["/healthz", "/v1/rulesets", "/v1/nothing", "/metrics"])
def test_every_answer_carries_the_security_headers(client: TestClient, path: str) -> None:
    headers = client.get(path).headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert headers["referrer-policy"] == "no-referrer"
    policy = headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "unsafe-eval" not in policy
    assert "http" not in policy
    assert "geolocation=()" in headers["permissions-policy"]
    assert "server" not in headers
    assert re.fullmatch(r"[0-9a-f]{16}", headers["x-request-id"])
    if path.startswith("/v1"):
        assert headers["cache-control"] == "no-store"


def test_a_request_id_is_kept_where_it_is_harmless(client: TestClient) -> None:
    assert (
        client.get("/healthz", headers={"X-Request-Id": "phone-12345678"}).headers["x-request-id"] == "phone-12345678"
    )
    for bad in ("short", "a" * 65, "with space!", "<script>alert(1)</script>"):
        assert client.get("/healthz", headers={"X-Request-Id": bad}).headers["x-request-id"] != bad


def test_a_failure_is_a_problem_with_the_request_id_and_nothing_inside(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(case: object) -> None:
        raise RuntimeError("secret inside")

    configure("error", "json")
    monkeypatch.setattr("service.cases.score_told", fails)
    answer = client.post("/v1/scores", json={"ruleset": "guobiao"}, headers={"X-Request-Id": "phone-12345678"})
    assert (answer.status_code, answer.json()["code"]) == (500, "internal_error")
    assert answer.json()["request_id"] == "phone-12345678"
    assert "secret" not in answer.text


def test_other_origins_get_nothing_by_default(client: TestClient) -> None:
    answer = client.get("/v1/rulesets", headers={"Origin": "https://evil.example"})
    assert not [name for name in answer.headers if name.startswith("access-control-")]
    preflight = client.options(
        "/v1/scores", headers={"Origin": "https://evil.example", "Access-Control-Request-Method": "POST"}
    )
    assert not [name for name in preflight.headers if name.startswith("access-control-")]


def test_a_named_origin_may_call(make_client: MakeClient) -> None:
    client = make_client(cors_origins=("https://club.example",))
    asked = {"Origin": "https://club.example", "Access-Control-Request-Method": "POST"}
    preflight = client.options("/v1/scores", headers={**asked, "Access-Control-Request-Headers": "content-type"})
    assert preflight.headers["access-control-allow-origin"] == "https://club.example"
    assert "access-control-allow-credentials" not in preflight.headers
    other = client.get("/v1/rulesets", headers={"Origin": "https://evil.example"})
    assert "access-control-allow-origin" not in other.headers


def test_a_page_cannot_send_json_as_a_simple_request(client: TestClient) -> None:
    case = json.dumps({"ruleset": "guobiao"})
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
        assert client.post("/v1/scores", content=case, headers={"Content-Type": kind}).status_code in (415, 422)


def test_another_host_name_is_refused_on_an_open_loopback_server(make_client: MakeClient) -> None:
    client = make_client(allowed_hosts=())
    for host in ("localhost", "localhost:8000", "127.0.0.1:8000", "[::1]:8000"):
        assert client.get("/v1/rulesets", headers={"Host": host}).status_code == 200, host
    for host in ("evil.example", "127.0.0.1.evil.example", "localhost.evil.example:8000", ""):
        answer = client.get("/v1/rulesets", headers={"Host": host})
        assert (answer.status_code, answer.json()["code"]) == (421, "wrong_host"), host


@pytest.mark.parametrize(
    ("settings", "method", "path", "headers", "code"),
    [
        ({"allowed_hosts": ()}, "GET", "/v1/rulesets", {"Host": "evil.example"}, "wrong_host"),
        ({"access_token": TOKEN}, "GET", "/v1/rulesets", {}, "access_token_required"),
        ({"max_json_bytes": 1024}, "POST", "/v1/scores", {"Content-Length": "4096"}, "body_too_large"),
        ({"rate_per_minute": 1}, "GET", "/v1/rulesets", {}, "rate_limited"),
        ({}, "GET", "/v1/nothing", {}, "not_found"),
        ({}, "DELETE", "/v1/rulesets", {}, "method_not_allowed"),
        ({}, "POST", "/v1/scores", {"Content-Type": "application/json"}, "invalid_request"),
    ],
)
def test_every_error_names_its_request(
    make_client: MakeClient, settings: dict[str, Any], method: str, path: str, headers: dict[str, str], code: str
) -> None:
    client = make_client(**settings)
    for number in range(2 if code == "rate_limited" else 1):
        own = f"request-{number}-of-mine"
        answer = client.request(method, path, headers={**headers, "X-Request-Id": own})
    assert answer.json()["code"] == code
    assert answer.json()["request_id"] == answer.headers["X-Request-Id"] == own


def test_any_host_name_is_answered_behind_a_token(make_client: MakeClient) -> None:
    client = make_client(allowed_hosts=(), access_token=TOKEN)
    assert client.get("/v1/rulesets", headers={"Host": "club.lan", "X-Access-Token": TOKEN}).status_code == 200


def test_a_host_longer_than_any_name_is_refused_everywhere(make_client: MakeClient) -> None:
    # Links and QR codes bear it.
    client = make_client(allowed_hosts=(), access_token=TOKEN)
    answer = client.get("/v1/rulesets", headers={"Host": "a" * 3000, "X-Access-Token": TOKEN})
    assert (answer.status_code, answer.json()["code"]) == (421, "wrong_host")


@pytest.mark.parametrize(
    ("header", "name"),
    [("Club.Example:80", "club.example"), ("[::1]:8000", "::1"), ("[::1]", "::1"), ("", ""), ("a", "a")],
)
def test_host_names(header: str, name: str) -> None:
    assert host_name(header) == name


def test_broken_cookies_are_no_token() -> None:
    from starlette.datastructures import Headers

    assert given_access_token(Headers({"cookie": "tilesight_access"})) is None
    assert given_access_token(Headers({"cookie": "\x00=\x01; ;=;"})) is None


def test_too_many_requests_are_told_when_to_come_back(make_client: MakeClient) -> None:
    client = make_client(rate_per_minute=40)
    answers = [client.get("/v1/rulesets") for _ in range(11)]
    assert [answer.status_code for answer in answers] == [200] * 10 + [429]
    assert int(answers[-1].headers["retry-after"]) >= 1
    assert answers[-1].json()["code"] == "rate_limited"
    assert client.get("/healthz").status_code == 200


def test_photos_have_their_own_rate(make_client: MakeClient, jpeg: bytes) -> None:
    client = make_client(photo_rate_per_minute=4)
    statuses = [client.post("/v1/readings", files={"photo": jpeg}).status_code for _ in range(3)]
    assert statuses == [200, 429, 429]
    assert client.get("/v1/rulesets").status_code == 200


def test_logs_hold_no_addresses_queries_or_tokens(capfd: pytest.CaptureFixture[str], make_client: MakeClient) -> None:
    configure("info", "json")
    client = make_client(access_token=TOKEN)
    client.get("/v1/rulesets?token=watch-secret", headers={"X-Access-Token": TOKEN, "X-Request-Id": "phone-12345678"})
    client.get("/v1/rulesets/guobiao", headers={"X-Access-Token": TOKEN})
    configure("error", "json")
    lines = [json.loads(line) for line in capfd.readouterr().err.splitlines() if '"request"' in line]
    assert [line["route"] for line in lines][-2:] == ["/v1/rulesets", "/v1/rulesets/{ruleset_id}"]
    assert lines[-2]["request_id"] == "phone-12345678"
    text = json.dumps(lines)
    for secret in (TOKEN, "watch-secret", "testclient"):
        assert secret not in text


def test_paths_do_not_reach_files(client: TestClient) -> None:
    for path in (
        "/../../etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/v1/../../etc/passwd",
        "/assets/..%2f..%2fx",
        "/%00",
    ):
        answer = client.get(path)
        assert answer.status_code == 404
        assert "root:" not in answer.text
