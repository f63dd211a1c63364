"""What can go wrong in the book: narrow errors, each with a stable code, an HTTP status and one clear sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar


class BookError(Exception):
    """A request that the book refuses. `code` is stable; `extra` holds machine-readable details."""

    code: ClassVar[str] = "book_error"
    status: ClassVar[int] = 400
    title: ClassVar[str] = "The book refuses this request"
    meaning: ClassVar[str] = "Base of all refusals of the book; never sent itself."

    def __init__(self, detail: str, extra: Mapping[str, object] | None = None) -> None:
        super().__init__(detail)
        self.detail = detail
        self.extra: dict[str, object] = dict(extra or {})


class TableNotFound(BookError):
    code = "table_not_found"
    status = 404
    title = "No such table"
    meaning = "The table does not exist, or the token sent does not belong to it."


class GameNotFound(BookError):
    code = "game_not_found"
    status = 404
    title = "No such game"
    meaning = "The table has no game with this number."


class EntryNotFound(BookError):
    code = "entry_not_found"
    status = 404
    title = "No such entry"
    meaning = "The game has no entry with this number."


class TokenMissing(BookError):
    code = "table_token_missing"
    status = 401
    title = "A table token is needed"
    meaning = "Send the table's host or watch token in X-Table-Token (watch tokens also as ?token=)."


class HostTokenNeeded(BookError):
    code = "host_token_needed"
    status = 403
    title = "Watchers only read"
    meaning = (
        "The token is a watch token, or a host token sent in the address; writing needs the host token in a header."
    )


class IdempotencyKeyInvalid(BookError):
    code = "idempotency_key_invalid"
    status = 400
    title = "A usable Idempotency-Key is needed"
    meaning = (
        "Every write carries an Idempotency-Key of 8 to 128 visible ASCII characters; a request whose answer holds "
        "a token carries one of at least 16, random and kept secret."
    )


class IdempotencyConflict(BookError):
    code = "idempotency_conflict"
    status = 409
    title = "This Idempotency-Key was used for another request"
    meaning = "The key was used before with another body, or its stored answer is too old to be repeated."


class RevisionMissing(BookError):
    code = "revision_missing"
    status = 428
    title = "If-Match is needed"
    meaning = "Writes to a game name the revision they were made on (the ETag), or * to write on any."


class RevisionStale(BookError):
    code = "revision_stale"
    status = 412
    title = "The table has changed"
    meaning = "Another phone wrote first: read the table again, look, and repeat with the new ETag."


class GameClosed(BookError):
    code = "game_closed"
    status = 409
    title = "The game is closed"
    meaning = "Reopen the game before entering, undoing or redoing anything in it."


class GameOpen(BookError):
    code = "game_open"
    status = 409
    title = "The game is open"
    meaning = "The request wants a closed game: one cannot be reopened that is open, nor started while another is open."


class NothingToUndo(BookError):
    code = "nothing_to_undo"
    status = 409
    title = "Nothing to undo"
    meaning = "No entry is in force, or the one named is undone already or is itself an undoing."


class NothingToRedo(BookError):
    code = "nothing_to_redo"
    status = 409
    title = "Nothing to redo"
    meaning = "Nothing is undone, or the entry named is not."


class TooFarBack(BookError):
    code = "too_far_back"
    status = 409
    title = "Too many hands follow"
    meaning = "A change this far back would restate more hands than one request may; undo later ones first."


class EventInvalid(BookError):
    code = "event_invalid"
    status = 422
    title = "This cannot be entered"
    meaning = "The entry contradicts itself, its game's rules or the book; the detail names the field."


class AmountsUnbalanced(BookError):
    code = "amounts_unbalanced"
    status = 422
    title = "The amounts do not add up to zero"
    meaning = "The four amounts, and the fee where the ruleset charges one, add up to zero."


class HandNotScored(BookError):
    code = "hand_not_scored"
    status = 422
    title = "The hand does not score"
    meaning = "The hand is no winning hand or is illegal; `problems` lists every reason."

    def only(self, code: str) -> bool:
        """Whether this is the one problem there is."""
        problems = self.extra.get("problems")
        return isinstance(problems, list) and [problem["code"] for problem in problems] == [code]


class ContextDiffers(BookError):
    code = "context_differs"
    status = 409
    title = "Dealer, streak or round differ from the book"
    meaning = (
        "A hand may repeat the book's dealer, streak and round wind but not contradict them; correct the book first."
    )


class ReadingChanged(BookError):
    code = "reading_changed"
    status = 409
    title = "The reading is not the one confirmed"
    meaning = "The version named is not the version of the reading sent; look at it and confirm again."


class RulesetUnknown(BookError):
    code = "ruleset_unknown"
    status = 422
    title = "No such ruleset"
    meaning = "The ruleset is not known; GET /v1/rulesets lists them."


class OptionsInvalid(BookError):
    code = "options_invalid"
    status = 422
    title = "Options not understood"
    meaning = "An option is unknown to the ruleset or has a value outside its choices; the detail names it."


class ImportInvalid(BookError):
    code = "import_invalid"
    status = 422
    title = "The export cannot be read back"
    meaning = "The document is no export of this program, or its entries contradict each other; the detail says where."


class BookUnavailable(BookError):
    code = "book_unavailable"
    status = 503
    title = "The book's database does not answer"
    meaning = "The write is not acknowledged. Send it again with the same Idempotency-Key: it is booked once."


class StorageFull(BookError):
    code = "storage_full"
    status = 507
    title = "The book's disk is full"
    meaning = "Nothing was written. Make room, then send the same request again."


class DatabaseTooNew(BookError):
    code = "database_too_new"
    status = 503
    title = "The database was made by a newer release"
    meaning = "This release does not know the database's schema; install the newer release again."


class BackupInvalid(BookError):
    code = "backup_invalid"
    status = 422
    title = "The backup cannot be restored"
    meaning = "The file is damaged, cut short, or no backup of this program, or the target database is not empty."


def all_errors() -> tuple[type[BookError], ...]:
    """Every error a request can meet, in the order they are written above."""
    return tuple(BookError.__subclasses__())
