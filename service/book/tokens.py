"""Table tokens: made unguessable, kept only as SHA-256, compared in constant time.

A token is `tsh_` (host) or `tsw_` (watch) and 43 letters of URL-safe base64. It is derived from a random nonce and the
request's Idempotency-Key, so that the same request repeated gets the same token though the database keeps neither the
token nor the key.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import select
from sqlalchemy.orm import Session

from service.book.errors import TableNotFound, TokenMissing
from service.book.models import TokenRow

Role = Literal["host", "watch"]
PREFIX: dict[Role, str] = {"host": "tsh_", "watch": "tsw_"}


@dataclass(frozen=True, slots=True)
class Holder:
    """Who sends a request: the token's number within the database, its role and its label."""

    token: int
    role: Role
    label: str


def new_nonce() -> str:
    return secrets.token_hex(32)


def new_table_id() -> str:
    return secrets.token_hex(8)


def derive_token(role: Role, nonce: str, key: str) -> str:
    """The token that a request with this Idempotency-Key was answered with."""
    digest = hmac.digest(bytes.fromhex(nonce), f"{role}\n{key}".encode(), "sha256")
    return PREFIX[role] + base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def token_digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def find_holder(session: Session, table_id: str, token: str | None) -> Holder:
    """Who holds `token` at this table.

    Raises TokenMissing without a token, TableNotFound where the table does not exist or the token is not one of its
    own: a stranger does not learn which.
    """
    if not token:
        raise TokenMissing("this table's token is needed")
    digest = token_digest(token)
    row = session.scalar(select(TokenRow).where(TokenRow.digest == digest))
    fits = row is not None and hmac.compare_digest(row.digest, digest) and row.revoked_ms is None
    if row is None or not fits or not hmac.compare_digest(row.table_id.encode(), table_id.encode()):
        raise TableNotFound("there is no such table, or the token is not one of its own")
    return Holder(row.id, "host" if row.role == "host" else "watch", row.label)
