"""The book's tables.

What is *recorded* (tables, tokens, players, games, entries) is written once; entries are guarded by triggers in the
migrations against change and removal. What is *derived* (turns, outcomes, standings and the cached columns of a game)
can always be rebuilt from the entries by `service.book.derive.rebuild`, and `tilesight db check` compares the two.
Times are milliseconds since 1970 UTC. JSON is kept as text in one canonical form, the same on every database.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    String,
    Text,
    UniqueConstraint,
    text,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

AMOUNT_LIMIT = 1_000_000_000_000
"""No single amount of an entry is larger than this, so that sums over any game fit 64 bits."""

BigKey = BigInteger().with_variant(Integer(), "sqlite")


class Base(DeclarativeBase):
    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


class TableRow(Base):
    """A table: four seats, its tokens, its games. `revision` grows by one with every write and is the ETag."""

    __tablename__ = "book_table"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    name: Mapped[str] = mapped_column(String(80))
    revision: Mapped[int] = mapped_column(BigInteger)
    games: Mapped[int] = mapped_column(Integer)
    players: Mapped[int] = mapped_column(Integer)
    created_ms: Mapped[int] = mapped_column(BigInteger)

    __table_args__ = (CheckConstraint("revision >= 1", name="revision"),)


class TokenRow(Base):
    """A host or watch token: only its SHA-256 is kept."""

    __tablename__ = "book_token"

    id: Mapped[int] = mapped_column(BigKey, primary_key=True)
    table_id: Mapped[str] = mapped_column(ForeignKey("book_table.id"), index=True)
    role: Mapped[str] = mapped_column(String(8))
    label: Mapped[str] = mapped_column(String(80))
    digest: Mapped[str] = mapped_column(String(64), unique=True)
    created_ms: Mapped[int] = mapped_column(BigInteger)
    revoked_ms: Mapped[int | None] = mapped_column(BigInteger)

    __table_args__ = (CheckConstraint("role IN ('host', 'watch')", name="role"),)


class PlayerRow(Base):
    """Somebody who sits or sat at the table; `number` counts from 1 within the table."""

    __tablename__ = "book_player"

    table_id: Mapped[str] = mapped_column(ForeignKey("book_table.id"), primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True)
    name: Mapped[str] = mapped_column(String(80))


class GameRow(Base):
    """One game: ruleset and options fixed. the columns from `head_seq` on are derived."""

    __tablename__ = "book_game"

    id: Mapped[int] = mapped_column(BigKey, primary_key=True)
    table_id: Mapped[str] = mapped_column(ForeignKey("book_table.id"))
    number: Mapped[int] = mapped_column(Integer)
    ruleset: Mapped[str] = mapped_column(String(64))
    ruleset_version: Mapped[str] = mapped_column(String(32))
    options: Mapped[str] = mapped_column(Text)
    charges_fee: Mapped[bool] = mapped_column(Boolean)
    start: Mapped[str] = mapped_column(Text)
    created_ms: Mapped[int] = mapped_column(BigInteger)
    head_seq: Mapped[int] = mapped_column(BigInteger)
    hands: Mapped[int] = mapped_column(BigInteger)
    fees: Mapped[int] = mapped_column(BigInteger)
    state: Mapped[str] = mapped_column(Text)
    seating: Mapped[str] = mapped_column(Text)
    closed: Mapped[bool] = mapped_column(Boolean)

    __table_args__ = (
        UniqueConstraint("table_id", "number"),
        UniqueConstraint("id", "charges_fee"),
    )


class EntryRow(Base):
    """One line of the ledger: an event, four amounts and a fee that add up to zero, who wrote it and when.

    `place` is the turn of the game the entry speaks about: a fresh event opens the place of its own number; undoing,
    redoing and restating write at the place they change. `reversal_of` names the entry whose amounts this one takes
    back (undoing an event) or brings back (undoing the undoing).
    """

    __tablename__ = "book_entry"

    game_id: Mapped[int] = mapped_column(BigKey, primary_key=True, autoincrement=False)
    seq: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    place: Mapped[int] = mapped_column(BigInteger)
    kind: Mapped[str] = mapped_column(String(16))
    event: Mapped[str] = mapped_column(Text)
    amount_0: Mapped[int] = mapped_column(BigInteger)
    amount_1: Mapped[int] = mapped_column(BigInteger)
    amount_2: Mapped[int] = mapped_column(BigInteger)
    amount_3: Mapped[int] = mapped_column(BigInteger)
    fee: Mapped[int] = mapped_column(BigInteger)
    charges_fee: Mapped[bool] = mapped_column(Boolean)
    reversal_of: Mapped[int | None] = mapped_column(BigInteger)
    idempotency_key: Mapped[str | None] = mapped_column(String(64))
    written_ms: Mapped[int] = mapped_column(BigInteger)
    written_by: Mapped[str] = mapped_column(String(80))

    __table_args__ = (
        ForeignKeyConstraint(["game_id", "charges_fee"], ["book_game.id", "book_game.charges_fee"]),
        ForeignKeyConstraint(["game_id", "reversal_of"], ["book_entry.game_id", "book_entry.seq"]),
        UniqueConstraint("game_id", "reversal_of"),
        UniqueConstraint("game_id", "idempotency_key"),
        CheckConstraint("amount_0 + amount_1 + amount_2 + amount_3 + fee = 0", name="balanced"),
        CheckConstraint("charges_fee OR fee = 0", name="fee_declared"),
        CheckConstraint("seq >= 1 AND place >= 1 AND place <= seq", name="place"),
        CheckConstraint("reversal_of IS NULL OR reversal_of < seq", name="reversal_earlier"),
        CheckConstraint(
            " AND ".join(f"amount_{seat} BETWEEN -{AMOUNT_LIMIT} AND {AMOUNT_LIMIT}" for seat in range(4)),
            name="amount_limit",
        ),
        Index("ix_book_entry_place", "game_id", "place", "seq"),
    )

    @property
    def amounts(self) -> tuple[int, int, int, int]:
        return (self.amount_0, self.amount_1, self.amount_2, self.amount_3)


class TurnRow(Base):
    """Derived: one place of the game, the entry in force there, and the progress of the game before it."""

    __tablename__ = "book_turn"

    game_id: Mapped[int] = mapped_column(ForeignKey("book_game.id"), primary_key=True, autoincrement=False)
    place: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    kind: Mapped[str] = mapped_column(String(16))
    live_seq: Mapped[int | None] = mapped_column(BigInteger)
    undone_seq: Mapped[int | None] = mapped_column(BigInteger)
    state_before: Mapped[str] = mapped_column(Text)

    __table_args__ = (
        Index(
            "ix_book_turn_live",
            "game_id",
            "place",
            sqlite_where=text("live_seq IS NOT NULL"),
            postgresql_where=text("live_seq IS NOT NULL"),
        ),
        Index(
            "ix_book_turn_undone",
            "game_id",
            "undone_seq",
            sqlite_where=text("undone_seq IS NOT NULL"),
            postgresql_where=text("undone_seq IS NOT NULL"),
        ),
        Index("ix_book_turn_kind", "game_id", "kind", "place"),
    )


class OutcomeRow(Base):
    """Derived: what one seat's player got from the entry in force at a place."""

    __tablename__ = "book_outcome"

    game_id: Mapped[int] = mapped_column(ForeignKey("book_game.id"), primary_key=True, autoincrement=False)
    place: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    seat: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    player: Mapped[int] = mapped_column(Integer)
    amount: Mapped[int] = mapped_column(BigInteger)
    won: Mapped[bool] = mapped_column(Boolean)

    __table_args__ = (Index("ix_book_outcome_best", "game_id", "player", "won", "amount"),)


class StandingRow(Base):
    """Derived: running total and counts of one player in one game."""

    __tablename__ = "book_standing"

    game_id: Mapped[int] = mapped_column(ForeignKey("book_game.id"), primary_key=True, autoincrement=False)
    player: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    balance: Mapped[int] = mapped_column(BigInteger)
    hands: Mapped[int] = mapped_column(BigInteger)
    wins: Mapped[int] = mapped_column(BigInteger)
    self_draws: Mapped[int] = mapped_column(BigInteger)
    deal_ins: Mapped[int] = mapped_column(BigInteger)
    draws: Mapped[int] = mapped_column(BigInteger)
    dealt: Mapped[int] = mapped_column(BigInteger)
    false_wins: Mapped[int] = mapped_column(BigInteger)
    penalties: Mapped[int] = mapped_column(BigInteger)
    won_amount: Mapped[int] = mapped_column(BigInteger)


class FeedRow(Base):
    """One write, for watchers: which entries it appended. The key is the table's revision after it."""

    __tablename__ = "book_feed"

    table_id: Mapped[str] = mapped_column(ForeignKey("book_table.id"), primary_key=True)
    revision: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    kind: Mapped[str] = mapped_column(String(16))
    game: Mapped[int | None] = mapped_column(Integer)
    first_seq: Mapped[int | None] = mapped_column(BigInteger)
    last_seq: Mapped[int | None] = mapped_column(BigInteger)
    written_ms: Mapped[int] = mapped_column(BigInteger)


class AnswerRow(Base):
    """The stored answer to one write, repeated when the same Idempotency-Key comes again.

    The key itself is not kept, only its SHA-256 within its scope. Tokens in an answer are derived from `nonce` and the
    key, so that they are not kept either.
    """

    __tablename__ = "book_answer"

    key_digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    fingerprint: Mapped[str] = mapped_column(String(64))
    status: Mapped[int] = mapped_column(Integer)
    body: Mapped[str] = mapped_column(Text)
    revision: Mapped[int] = mapped_column(BigInteger)
    nonce: Mapped[str] = mapped_column(String(64))
    written_ms: Mapped[int] = mapped_column(BigInteger, index=True)
