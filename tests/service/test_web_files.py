"""The phone app's files: found, cached, and nothing beside them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from service.api import problems, web


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    root = tmp_path / "dist"
    (root / "assets").mkdir(parents=True)
    (root / "index.html").write_text("<!doctype html>app", encoding="utf-8")
    (root / "assets" / "app-1a2b.js").write_text("start()", encoding="utf-8")
    (root / "manifest.webmanifest").write_text("{}", encoding="utf-8")
    (tmp_path / "secret.txt").write_text("secret", encoding="utf-8")
    (root / "link.txt").symlink_to(tmp_path / "secret.txt")
    return root


@pytest.fixture
def client(folder: Path) -> TestClient:
    app = FastAPI()
    problems.install(app)
    web.mount(app, folder)
    return TestClient(app)


def test_files_and_pages(client: TestClient) -> None:
    assert client.get("/").text.endswith("app")
    assert client.get("/", headers={"Accept": "application/json"}).text.endswith("app")
    assert client.get("/").headers["cache-control"] == "no-cache"
    script = client.get("/assets/app-1a2b.js")
    assert script.text == "start()"
    assert "immutable" in script.headers["cache-control"]
    assert "javascript" in script.headers["content-type"]
    assert client.get("/manifest.webmanifest").headers["content-type"].startswith("application/manifest+json")


def test_what_only_looks_whether_a_page_is_there_is_told_without_its_text(client: TestClient) -> None:
    for path in ("/", "/assets/app-1a2b.js", "/manifest.webmanifest"):
        answer, looked = client.get(path), client.head(path)
        assert looked.status_code == 200
        assert {**looked.headers} == {**answer.headers}
    assert client.head("/nothing.js").status_code == 404
    unknown = client.head("/v1/rulesets")
    assert unknown.status_code == 405
    assert unknown.headers["allow"] == "GET"


BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8"


@pytest.mark.parametrize("accept", [BROWSER, "text/html", "application/json, TEXT/HTML;level=1;q=0.2"])
def test_a_browser_that_opens_a_page_gets_the_app(client: TestClient, accept: str) -> None:
    answer = client.get("/tables/abc", headers={"Accept": accept})
    assert answer.text.endswith("app")
    assert answer.headers["vary"] == "Accept, Accept-Encoding"


@pytest.mark.parametrize("accept", ["*/*", "application/json", "", "text/html;q=0, */*", "text/plain"])
def test_a_program_that_asks_for_nothing_we_have_is_told_so(client: TestClient, accept: str) -> None:
    answer = client.get("/tables/abc", headers={"Accept": accept})
    assert (answer.status_code, answer.json()["code"], answer.headers["vary"]) == (404, "not_found", "Accept")


@pytest.mark.parametrize("path", ["/", "/assets/app-1a2b.js", "/manifest.webmanifest"])
def test_text_travels_compressed_where_the_browser_takes_it(client: TestClient, path: str) -> None:
    plain = client.get(path, headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    packed = client.get(path, headers={"Accept-Encoding": "br, gzip;q=0.5"})
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.headers["vary"] == plain.headers["vary"] == "Accept-Encoding"
    assert packed.headers["content-type"] == plain.headers["content-type"]
    assert packed.content == plain.content
    assert "content-encoding" not in client.get(path, headers={"Accept-Encoding": "gzip;q=0"}).headers


def test_a_file_that_changed_is_compressed_anew(client: TestClient, folder: Path) -> None:
    assert client.get("/assets/app-1a2b.js").text == "start()"
    (folder / "assets" / "app-1a2b.js").write_text("begin()", encoding="utf-8")
    os.utime(folder / "assets" / "app-1a2b.js", ns=(1, 1))
    assert client.get("/assets/app-1a2b.js").text == "begin()"


@pytest.mark.parametrize(
    "path",
    ["/missing.js", "/v1/nothing", "/v1", "/healthz/x", "/assets/../../secret.txt", "/..%2fsecret.txt", "/link.txt",
     "/%2e%2e/secret.txt", "/assets/%00.js", "/" + "a" * 5000 + ".js"],
)  # fmt: skip
def test_everything_else_is_not_found(client: TestClient, path: str) -> None:
    answer = client.get(path, headers={"Accept": BROWSER})
    assert answer.status_code == 404
    assert answer.json()["code"] == "not_found"


def test_without_the_app_its_address_says_how_to_get_it(tmp_path: Path) -> None:
    app = FastAPI()
    problems.install(app)
    web.mount(app, tmp_path / "nothing")
    client = TestClient(app)
    assert "npm run build" in client.get("/").text
    assert client.get("/tables/abc").status_code == 404
