"""The first schema of the book: recorded and derived tables, and the triggers that keep the ledger append-only."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

BIG_KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
AMOUNT_LIMIT = " AND ".join(f"amount_{seat} BETWEEN -1000000000000 AND 1000000000000" for seat in range(4))

NEGATED = " AND ".join(
    f"prior.{name} = -NEW.{name}" for name in ("amount_0", "amount_1", "amount_2", "amount_3", "fee")
)

ENTRY_RULES = (
    (
        "an entry follows the one before it without a gap",
        """NEW.seq > 1 AND NOT EXISTS
        (SELECT 1 FROM book_entry prior WHERE prior.game_id = NEW.game_id AND prior.seq = NEW.seq - 1)""",
    ),
    (
        "a reversal takes back exactly the entry it names",
        f"""NEW.reversal_of IS NOT NULL AND NOT EXISTS
        (SELECT 1 FROM book_entry prior WHERE prior.game_id = NEW.game_id AND prior.seq = NEW.reversal_of
         AND prior.place = NEW.place AND {NEGATED})""",
    ),
    (
        "a restated entry follows the retracting of the former one",
        """NEW.reversal_of IS NULL AND NEW.place < NEW.seq AND NOT EXISTS
        (SELECT 1 FROM book_entry prior WHERE prior.game_id = NEW.game_id AND prior.seq = NEW.seq - 1
         AND prior.place = NEW.place AND prior.kind = 'retract')""",
    ),
)
FIXED_OF_GAME = "id, table_id, number, ruleset, ruleset_version, options, charges_fee, start, created_ms"


def upgrade() -> None:
    op.create_table(
        "book_answer",
        sa.Column("key_digest", sa.String(length=64), nullable=False),
        sa.Column("fingerprint", sa.String(length=64), nullable=False),
        sa.Column("status", sa.Integer(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("revision", sa.BigInteger(), nullable=False),
        sa.Column("nonce", sa.String(length=64), nullable=False),
        sa.Column("written_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("key_digest", name=op.f("pk_book_answer")),
    )
    op.create_index(op.f("ix_book_answer_written_ms"), "book_answer", ["written_ms"])
    op.create_table(
        "book_table",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("revision", sa.BigInteger(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("revision >= 1", name=op.f("ck_book_table_revision")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_book_table")),
    )
    op.create_table(
        "book_feed",
        sa.Column("table_id", sa.String(length=32), nullable=False),
        sa.Column("revision", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("game", sa.Integer(), nullable=True),
        sa.Column("first_seq", sa.BigInteger(), nullable=True),
        sa.Column("last_seq", sa.BigInteger(), nullable=True),
        sa.Column("written_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["book_table.id"], name=op.f("fk_book_feed_table_id")),
        sa.PrimaryKeyConstraint("table_id", "revision", name=op.f("pk_book_feed")),
    )
    op.create_table(
        "book_game",
        sa.Column("id", BIG_KEY, nullable=False),
        sa.Column("table_id", sa.String(length=32), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("ruleset", sa.String(length=64), nullable=False),
        sa.Column("ruleset_version", sa.String(length=32), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("charges_fee", sa.Boolean(), nullable=False),
        sa.Column("start", sa.Text(), nullable=False),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.Column("head_seq", sa.BigInteger(), nullable=False),
        sa.Column("hands", sa.BigInteger(), nullable=False),
        sa.Column("fees", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("seating", sa.Text(), nullable=False),
        sa.Column("closed", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["book_table.id"], name=op.f("fk_book_game_table_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_book_game")),
        sa.UniqueConstraint("id", "charges_fee", name=op.f("uq_book_game_id_charges_fee")),
        sa.UniqueConstraint("table_id", "number", name=op.f("uq_book_game_table_id_number")),
    )
    op.create_table(
        "book_player",
        sa.Column("table_id", sa.String(length=32), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["book_table.id"], name=op.f("fk_book_player_table_id")),
        sa.PrimaryKeyConstraint("table_id", "number", name=op.f("pk_book_player")),
    )
    op.create_table(
        "book_token",
        sa.Column("id", BIG_KEY, nullable=False),
        sa.Column("table_id", sa.String(length=32), nullable=False),
        sa.Column("role", sa.String(length=8), nullable=False),
        sa.Column("label", sa.String(length=80), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.Column("revoked_ms", sa.BigInteger(), nullable=True),
        sa.CheckConstraint("role IN ('host', 'watch')", name=op.f("ck_book_token_role")),
        sa.ForeignKeyConstraint(["table_id"], ["book_table.id"], name=op.f("fk_book_token_table_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_book_token")),
        sa.UniqueConstraint("digest", name=op.f("uq_book_token_digest")),
    )
    op.create_index(op.f("ix_book_token_table_id"), "book_token", ["table_id"])
    op.create_table(
        "book_entry",
        sa.Column("game_id", BIG_KEY, nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("place", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("event", sa.Text(), nullable=False),
        sa.Column("amount_0", sa.BigInteger(), nullable=False),
        sa.Column("amount_1", sa.BigInteger(), nullable=False),
        sa.Column("amount_2", sa.BigInteger(), nullable=False),
        sa.Column("amount_3", sa.BigInteger(), nullable=False),
        sa.Column("fee", sa.BigInteger(), nullable=False),
        sa.Column("charges_fee", sa.Boolean(), nullable=False),
        sa.Column("reversal_of", sa.BigInteger(), nullable=True),
        sa.Column("idempotency_key", sa.String(length=64), nullable=True),
        sa.Column("written_ms", sa.BigInteger(), nullable=False),
        sa.Column("written_by", sa.String(length=80), nullable=False),
        sa.CheckConstraint("amount_0 + amount_1 + amount_2 + amount_3 + fee = 0", name=op.f("ck_book_entry_balanced")),
        sa.CheckConstraint(AMOUNT_LIMIT, name=op.f("ck_book_entry_amount_limit")),
        sa.CheckConstraint("charges_fee OR fee = 0", name=op.f("ck_book_entry_fee_declared")),
        sa.CheckConstraint("reversal_of IS NULL OR reversal_of < seq", name=op.f("ck_book_entry_reversal_earlier")),
        sa.CheckConstraint("seq >= 1 AND place >= 1 AND place <= seq", name=op.f("ck_book_entry_place")),
        sa.ForeignKeyConstraint(
            ["game_id", "charges_fee"],
            ["book_game.id", "book_game.charges_fee"],
            name=op.f("fk_book_entry_game_id_charges_fee"),
        ),
        sa.ForeignKeyConstraint(
            ["game_id", "reversal_of"],
            ["book_entry.game_id", "book_entry.seq"],
            name=op.f("fk_book_entry_game_id_reversal_of"),
        ),
        sa.PrimaryKeyConstraint("game_id", "seq", name=op.f("pk_book_entry")),
        sa.UniqueConstraint("game_id", "idempotency_key", name=op.f("uq_book_entry_game_id_idempotency_key")),
        sa.UniqueConstraint("game_id", "reversal_of", name=op.f("uq_book_entry_game_id_reversal_of")),
    )
    op.create_index("ix_book_entry_place", "book_entry", ["game_id", "place", "seq"])
    op.create_table(
        "book_outcome",
        sa.Column("game_id", BIG_KEY, nullable=False),
        sa.Column("place", sa.BigInteger(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["book_game.id"], name=op.f("fk_book_outcome_game_id")),
        sa.PrimaryKeyConstraint("game_id", "place", "seat", name=op.f("pk_book_outcome")),
    )
    op.create_index("ix_book_outcome_best", "book_outcome", ["game_id", "player", "won", "amount"])
    op.create_table(
        "book_standing",
        sa.Column("game_id", BIG_KEY, nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("balance", sa.BigInteger(), nullable=False),
        sa.Column("hands", sa.BigInteger(), nullable=False),
        sa.Column("wins", sa.BigInteger(), nullable=False),
        sa.Column("self_draws", sa.BigInteger(), nullable=False),
        sa.Column("deal_ins", sa.BigInteger(), nullable=False),
        sa.Column("draws", sa.BigInteger(), nullable=False),
        sa.Column("dealt", sa.BigInteger(), nullable=False),
        sa.Column("false_wins", sa.BigInteger(), nullable=False),
        sa.Column("penalties", sa.BigInteger(), nullable=False),
        sa.Column("won_amount", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["book_game.id"], name=op.f("fk_book_standing_game_id")),
        sa.PrimaryKeyConstraint("game_id", "player", name=op.f("pk_book_standing")),
    )
    op.create_table(
        "book_turn",
        sa.Column("game_id", BIG_KEY, nullable=False),
        sa.Column("place", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("live_seq", sa.BigInteger(), nullable=True),
        sa.Column("undone_seq", sa.BigInteger(), nullable=True),
        sa.Column("state_before", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["book_game.id"], name=op.f("fk_book_turn_game_id")),
        sa.PrimaryKeyConstraint("game_id", "place", name=op.f("pk_book_turn")),
    )
    op.create_index("ix_book_turn_kind", "book_turn", ["game_id", "kind", "place"])
    op.create_index(
        "ix_book_turn_live",
        "book_turn",
        ["game_id", "place"],
        sqlite_where=sa.text("live_seq IS NOT NULL"),
        postgresql_where=sa.text("live_seq IS NOT NULL"),
    )
    op.create_index(
        "ix_book_turn_undone",
        "book_turn",
        ["game_id", "undone_seq"],
        sqlite_where=sa.text("undone_seq IS NOT NULL"),
        postgresql_where=sa.text("undone_seq IS NOT NULL"),
    )

    if op.get_bind().dialect.name == "sqlite":
        _sqlite_guards()
    else:
        _postgres_guards()


def _sqlite_guards() -> None:
    for action in ("UPDATE", "DELETE"):
        op.execute(
            f"CREATE TRIGGER book_entry_no_{action.lower()} BEFORE {action} ON book_entry "
            "BEGIN SELECT RAISE(ABORT, 'entries of the book are never changed'); END"
        )
    for number, (message, broken) in enumerate(ENTRY_RULES, 1):
        op.execute(
            f"CREATE TRIGGER book_entry_rule_{number} BEFORE INSERT ON book_entry WHEN {broken} "
            f"BEGIN SELECT RAISE(ABORT, '{message}'); END"
        )
    op.execute(
        f"CREATE TRIGGER book_game_fixed BEFORE UPDATE OF {FIXED_OF_GAME} ON book_game "
        "BEGIN SELECT RAISE(ABORT, 'the rules of a game are fixed'); END"
    )


def _postgres_guards() -> None:
    op.execute(
        "CREATE FUNCTION book_refuse() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION '%', TG_ARGV[0] USING ERRCODE = 'integrity_constraint_violation'; END $$"
    )
    rules = " ".join(
        f"IF {broken} THEN RAISE EXCEPTION '{message}' USING ERRCODE = 'integrity_constraint_violation'; END IF;"
        for message, broken in ENTRY_RULES
    )
    op.execute(
        f"CREATE FUNCTION book_entry_rules() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {rules} RETURN NEW; END $$"
    )
    op.execute(
        "CREATE TRIGGER book_entry_rules BEFORE INSERT ON book_entry FOR EACH ROW EXECUTE FUNCTION book_entry_rules()"
    )
    op.execute(
        "CREATE TRIGGER book_entry_unchanged BEFORE UPDATE OR DELETE OR TRUNCATE ON book_entry "
        "FOR EACH STATEMENT EXECUTE FUNCTION book_refuse('entries of the book are never changed')"
    )
    op.execute(
        f"CREATE TRIGGER book_game_fixed BEFORE UPDATE OF {FIXED_OF_GAME} ON book_game "
        "FOR EACH STATEMENT EXECUTE FUNCTION book_refuse('the rules of a game are fixed')"
    )
