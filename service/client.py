"""A typed client of the HTTP API.

with Client("http://localhost:8000") as tilesight:
    reading = tilesight.read(Path("hand.jpg"), ruleset="guobiao")
    answer = tilesight.score("guobiao", reading.hand, {"winner": 1, "win_by": "self-draw"})
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar
from urllib.parse import quote

import httpx
from pydantic import BaseModel, TypeAdapter

from service.api.schemas.case import CaseIn
from service.api.schemas.edits import EditIn
from service.api.schemas.reading import HandOut, ReadingOut
from service.api.schemas.rules import RulesetOut, RulesetsOut, RulesetSummary
from service.api.schemas.scan import ScanOut
from service.api.schemas.score import ScoreAnswer

Photo = bytes | Path
Edit = EditIn | Mapping[str, Any]
Answer = TypeVar("Answer", bound=BaseModel)
_SCORE: TypeAdapter[ScoreAnswer] = TypeAdapter(ScoreAnswer)


class ApiError(Exception):
    """The server answered with a problem document."""

    def __init__(
        self, status: int, code: str, detail: str, problem: Mapping[str, Any], retry_after: int | None
    ) -> None:
        super().__init__(f"{status} {code}: {detail}")
        self.status = status
        self.code = code
        self.detail = detail
        self.problem = dict(problem)
        self.retry_after = retry_after

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.status, self.code, self.detail, self.problem, self.retry_after)


class Client:
    """Calls one server. ``transport`` stands in for the network in tests."""

    def __init__(
        self,
        base_url: str = "http://localhost:8000",
        *,
        access_token: str | None = None,
        timeout_s: float = 60.0,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        headers = {"Authorization": f"Bearer {access_token}"} if access_token else {}
        self._http = httpx.Client(base_url=base_url, headers=headers, timeout=timeout_s, transport=transport)

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def read(
        self,
        *photos: Photo,
        ruleset: str | None = None,
        wild: str | None = None,
        edits: Iterable[Edit] = (),
    ) -> ReadingOut:
        """The reading of one hand, from one photo or several of the same hand.

        Raises:
            ApiError: the server refuses.
        """
        fields = _fields(ruleset=ruleset, wild=wild, edits=_edits(edits) or None)
        return self._model(ReadingOut, self._post_photos("/v1/readings", photos, fields))

    def correct(
        self,
        reading: ReadingOut,
        edits: Iterable[Edit],
        *,
        ruleset: str | None = None,
        wild: str | None = None,
    ) -> ReadingOut:
        """The reading with corrections.

        Raises:
            ApiError: the server refuses.
        """
        body = {"reading": reading.model_dump(mode="json"), "edits": _edits(edits), "ruleset": ruleset, "wild": wild}
        return self._model(ReadingOut, self.send("POST", "/v1/readings/corrections", json=body))

    def scan(
        self,
        *photos: Photo,
        ruleset: str,
        context: Mapping[str, Any] | None = None,
        options: Mapping[str, Any] | None = None,
        edits: Iterable[Edit] = (),
    ) -> ScanOut:
        """Reading and score in one call.

        Raises:
            ApiError: the server refuses.
        """
        fields = _fields(ruleset=ruleset, context=context, options=options, edits=_edits(edits) or None)
        return self._model(ScanOut, self._post_photos("/v1/scans", photos, fields))

    def score(
        self,
        ruleset: str,
        hand: HandOut | Mapping[str, Any] | None,
        context: Mapping[str, Any] | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> ScoreAnswer:
        """The score of a hand.

        Raises:
            ApiError: the server refuses.
        """
        told = hand.model_dump(mode="json") if isinstance(hand, HandOut) else hand
        case = {"ruleset": ruleset, "hand": told, "context": dict(context or {}), "options": dict(options or {})}
        return _SCORE.validate_python(self.send("POST", "/v1/scores", json=case))

    def score_case(self, case: CaseIn) -> ScoreAnswer:
        """The score of a case.

        Raises:
            ApiError: the server refuses.
        """
        body = case.model_dump(mode="json", by_alias=True, exclude_unset=True)
        return _SCORE.validate_python(self.send("POST", "/v1/scores", json=body))

    def rulesets(self) -> list[RulesetSummary]:
        """All rulesets.

        Raises:
            ApiError: the server refuses.
        """
        return self._model(RulesetsOut, self.send("GET", "/v1/rulesets")).rulesets

    def ruleset(self, ruleset: str) -> RulesetOut:
        """One ruleset.

        Raises:
            ApiError: there is none of this id, or the server refuses.
        """
        return self._model(RulesetOut, self.send("GET", f"/v1/rulesets/{quote(ruleset, safe='')}"))

    def photo(self, photo_id: str) -> bytes:
        """A kept photo, as JPEG.

        Raises:
            ApiError: it was never kept or is gone, or the server refuses.
        """
        return self.ask("GET", f"/v1/photos/{quote(photo_id, safe='')}").content

    def delete_photo(self, photo_id: str) -> None:
        """Delete a kept photo.

        Raises:
            ApiError: it was never kept or is gone, or the server refuses.
        """
        self.ask("DELETE", f"/v1/photos/{quote(photo_id, safe='')}")

    def ready(self) -> bool:
        """Whether the server can do its work."""
        return self._http.get("/readyz").status_code == 200

    def _post_photos(self, path: str, photos: Sequence[Photo], fields: Mapping[str, str]) -> Any:
        files = [
            ("photo", (f"photo-{number}", photo if isinstance(photo, bytes) else photo.read_bytes()))
            for number, photo in enumerate(photos)
        ]
        return self.send("POST", path, files=files, data=dict(fields))

    def send(self, method: str, path: str, **content: Any) -> Any:
        """One request, its JSON answer. Raises ApiError."""
        return self.ask(method, path, **content).json()

    def ask(self, method: str, path: str, **content: Any) -> httpx.Response:
        """One request, its answer as it came. Raises ApiError."""
        response = self._http.request(method, path, **content)
        if response.is_success:
            return response
        raise _error(response)

    @contextmanager
    def stream(self, path: str, headers: Mapping[str, str]) -> Iterator[Iterator[str]]:
        """The lines of a stream of events, for as long as the block runs. Raises ApiError."""
        quiet_s = httpx.Timeout(30.0, read=60.0)
        with self._http.stream("GET", path, headers=dict(headers), timeout=quiet_s) as response:
            if not response.is_success:
                response.read()
                raise _error(response)
            yield response.iter_lines()

    @staticmethod
    def _model(kind: type[Answer], data: Any) -> Answer:
        return kind.model_validate(data)


def _fields(**given: Any) -> dict[str, str]:
    return {
        name: value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        for name, value in given.items()
        if value is not None
    }


def _edits(edits: Iterable[Edit]) -> list[dict[str, Any]]:
    return [
        edit.model_dump(by_alias=True, exclude_none=True) if isinstance(edit, BaseModel) else dict(edit)
        for edit in edits
    ]


def _error(response: httpx.Response) -> ApiError:
    try:
        problem = response.json()
    except ValueError:
        problem = {}
    if not isinstance(problem, dict):
        problem = {}
    after = response.headers.get("retry-after", "")
    return ApiError(
        response.status_code,
        str(problem.get("code", "unknown")),
        str(problem.get("detail", response.reason_phrase)),
        problem,
        int(after) if after.isdigit() else None,
    )
