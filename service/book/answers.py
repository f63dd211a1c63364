"""Idempotent writes: a request that comes again gets the answer it got the first time."""

from __future__ import annotations

import hashlib
import hmac
import re
from dataclasses import dataclass

from sqlalchemy import delete, select, text
from sqlalchemy.orm import Session

from service.book.errors import EventInvalid, IdempotencyConflict, IdempotencyKeyInvalid
from service.book.models import AnswerRow
from service.book.tokens import Role, derive_token
from service.book.values import from_text, now_ms, to_text

KEPT_MS = 30 * 24 * 3600 * 1000
_SWEEP = 8
SHORTEST_KEY = 8
SHORTEST_SECRET_KEY = 16
LONGEST_KEY = 128
_VISIBLE = re.compile(r"[\x21-\x7e]+")


@dataclass(frozen=True, slots=True)
class Request:
    """One write as it came: `scope` (a table's id, or `new`), its key, and the SHA-256 of what it asks."""

    scope: str
    key: str
    fingerprint: str

    @property
    def key_digest(self) -> str:
        return hashlib.sha256(f"{self.scope}\n{self.key}".encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Answer:
    """What a write is answered with: HTTP status, body, the table's revision after it, and whether it is a repeat."""

    status: int
    body: dict[str, object]
    revision: int
    repeated: bool = False


def make_request(scope: str, key: str | None, asked: object, secret: bool = False) -> Request:
    """A request from its Idempotency-Key and everything that must be the same when it is repeated.

    `secret`: the answer will hold a token derived from the key. Raises IdempotencyKeyInvalid, EventInvalid.
    """
    if key is None:
        raise IdempotencyKeyInvalid("the header Idempotency-Key is missing")
    least = SHORTEST_SECRET_KEY if secret else SHORTEST_KEY
    if not (least <= len(key) <= LONGEST_KEY and _VISIBLE.fullmatch(key)):
        raise IdempotencyKeyInvalid(f"the Idempotency-Key has to be {least} to {LONGEST_KEY} visible ASCII characters")
    try:
        text = to_text(asked).encode()
    except (ValueError, RecursionError):
        raise EventInvalid(
            "the request holds text of broken characters, a number that is none, or endless nesting"
        ) from None
    return Request(scope, key, hashlib.sha256(text).hexdigest())


def find_answer(session: Session, request: Request) -> Answer | None:
    """The stored answer to this request, if it was answered before.

    Raises IdempotencyConflict where the key was used for another request.
    """
    row = session.get(AnswerRow, request.key_digest)
    if row is None:
        return None
    if not hmac.compare_digest(row.fingerprint, request.fingerprint):
        raise IdempotencyConflict("this Idempotency-Key was used for another request; use a fresh one")
    return Answer(row.status, _with_tokens(from_text(row.body), row.nonce, request.key), row.revision, repeated=True)


def store_answer(session: Session, request: Request, answer: Answer, nonce: str = "") -> Answer:
    """Keep an answer. The roles listed under `tokens` in its body become tokens, made of `nonce` and the key."""
    written = now_ms()
    session.add(
        AnswerRow(
            key_digest=request.key_digest,
            fingerprint=request.fingerprint,
            status=answer.status,
            body=to_text(answer.body),
            revision=answer.revision,
            nonce=nonce,
            written_ms=written,
        )
    )
    old = session.scalars(
        select(AnswerRow.key_digest)
        .where(AnswerRow.written_ms < written - KEPT_MS)
        .order_by(AnswerRow.written_ms)
        .limit(_SWEEP)
    ).all()
    if old:
        session.execute(delete(AnswerRow).where(AnswerRow.key_digest.in_(old)))
    return Answer(answer.status, _with_tokens(answer.body, nonce, request.key), answer.revision)


def lock_new(session: Session, request: Request, sqlite: bool) -> None:
    """Let two identical requests that have no table to lock wait for one another."""
    if not sqlite:
        number = int(request.key_digest[:15], 16)
        session.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": number})


def _with_tokens(body: dict[str, object], nonce: str, key: str) -> dict[str, object]:
    roles = body.get("tokens")
    if not isinstance(roles, list) or not nonce:
        return body
    found: dict[str, object] = {}
    for name in roles:
        role: Role = "host" if name == "host" else "watch"
        found[role] = derive_token(role, nonce, key)
    return {**body, "tokens": found}
