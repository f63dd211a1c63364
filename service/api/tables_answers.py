"""How tables, games and entries are shown: the bodies of the book's answers."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from service.api.schemas.base import Answered, OptionValue
from service.api.tables_schemas import WindText

EXAMPLE_SEATS: list[dict[str, Any]] = [
    {"seat": seat, "player": seat + 1, "name": name, "wind": "ESWN"[seat], "balance": balance}
    for seat, (name, balance) in enumerate((("老王", -8), ("小李", 24), ("阿芳", -8), ("大刘", -8)))
]
EXAMPLE_PROGRESS: dict[str, Any] = {
    "dealer": 0, "streak": 1, "round_wind": "E", "round": 1, "rounds": 4, "finished": False,
}  # fmt: skip
EXAMPLE_RULES: dict[str, Any] = {"id": "guobiao", "version": "1", "options": {"mixed_kongs": True}}
EXAMPLE_GAME: dict[str, Any] = {
    "number": 1,
    "ruleset": EXAMPLE_RULES,
    "created_at": "2026-11-29T19:00:00.000Z",
    "closed": False,
    "entries": 1,
    "hands": 1,
    "progress": EXAMPLE_PROGRESS,
    "seats": EXAMPLE_SEATS,
    "totals": [{key: seat[key] for key in ("player", "name", "seat", "balance")} for seat in EXAMPLE_SEATS],
    "fees": 0,
    "sum": 0,
    "unit_price": 2,
    "currency": "元",
    "can_undo": 1,
    "can_redo": None,
}
EXAMPLE_TABLE: dict[str, Any] = {
    "id": "5d1c0a7be2f3a9c4",
    "name": "周五麻将",
    "revision": 2,
    "created_at": "2026-11-29T19:00:00.000Z",
    "players": [{"player": seat["player"], "name": seat["name"]} for seat in EXAMPLE_SEATS],
    "games": 1,
    "game": EXAMPLE_GAME,
}
EXAMPLE_ENTRY: dict[str, Any] = {
    "entry": 1,
    "place": 1,
    "kind": "amounts",
    "event": {"kind": "amounts", "winners": [1], "win_by": "self-draw", "payer": None, "reason": "清一色 自摸"},
    "amounts": [-8, 24, -8, -8],
    "fee": 0,
    "reversal_of": None,
    "in_force": True,
    "written_at": "2026-11-29T19:05:12.345Z",
    "written_by": "host",
}
EXAMPLE_LINK: dict[str, Any] = {
    "link": 3,
    "role": "watch",
    "label": "小李的手机",
    "created_at": "2026-11-29T19:00:00.000Z",
    "revoked_at": None,
}


class ProgressOut(Answered):
    """Who deals, how often in a row, in which round."""

    dealer: int = Field(description="The dealer's seat 庄家.", examples=[0])
    streak: int = Field(description="The dealer's hands in a row 连庄, from 1.", examples=[1])
    round_wind: WindText = Field(description="The round's wind 圈风.", examples=["E"])
    round: int = Field(description="The how manyth round, from 1.", examples=[1])
    rounds: int | None = Field(description="How many rounds the rules play; null without an end.", examples=[4])
    finished: bool = Field(description="The last round is over.", examples=[False])


class SeatOut(Answered):
    """One seat."""

    seat: int = Field(description="The seat.", examples=[0])
    player: int = Field(description="Who sits there, by number.", examples=[1])
    name: str = Field(description="The player's name.", examples=["老王"])
    wind: WindText = Field(description="The seat's wind now 门风.", examples=["E"])
    balance: int = Field(description="The player's running total.", examples=[24])


class TotalOut(Answered):
    """One player's running total, also of players who left."""

    player: int = Field(description="The player's number.", examples=[1])
    name: str = Field(description="The player's name.", examples=["老王"])
    seat: int | None = Field(description="Where he sits; null where he left.", examples=[0])
    balance: int = Field(description="The running total; may be negative.", examples=[24])


class RulesOut(Answered):
    """What a game is played by."""

    id: str = Field(description="The ruleset.", examples=["guobiao"])
    version: str = Field(description="Its version when the game began.", examples=["1"])
    options: dict[str, OptionValue] = Field(description="Every option.", examples=[{"mixed_kongs": True}])


class GameOut(Answered):
    """A game as it stands."""

    number: int = Field(description="The game's number at its table, from 1.", examples=[1])
    ruleset: RulesOut = Field(description="What it is played by.", examples=[EXAMPLE_RULES])
    created_at: str = Field(description="When it began.", examples=["2026-11-29T19:00:00.000Z"])
    closed: bool = Field(description="Whether it is closed.", examples=[False])
    entries: int = Field(description="How many entries it has, undone ones and undoings too.", examples=[12])
    hands: int = Field(description="How many hands are in force.", examples=[8])
    progress: ProgressOut = Field(description="Dealer, streak and round.", examples=[EXAMPLE_PROGRESS])  # fmt: skip
    seats: list[SeatOut] = Field(description="The four seats.", examples=[EXAMPLE_SEATS])
    totals: list[TotalOut] = Field(description="Every player's total.", examples=[EXAMPLE_GAME["totals"]])
    fees: int = Field(description="What the house took.", examples=[0])
    sum: int = Field(description="All totals and fees together: always 0.", examples=[0])
    unit_price: int | None = Field(description="What one point is worth.", examples=[2])
    currency: str | None = Field(description="The unit of `unit_price`.", examples=["元"])
    can_undo: int | None = Field(description="The entry that undo would take back.", examples=[12])
    can_redo: int | None = Field(description="The undoing that redo would take back.", examples=[None])


class PlayerOut(Answered):
    """A player of the table."""

    player: int = Field(description="The number.", examples=[1])
    name: str = Field(description="The name.", examples=["老王"])


class TableOut(Answered):
    """A table with its latest game."""

    id: str = Field(description="The table's id, as addresses use it.", examples=["5d1c0a7be2f3a9c4"])
    name: str = Field(description="What it is called.", examples=["周五麻将"])
    revision: int = Field(description="Grows by one with every write; the ETag.", examples=[17])
    created_at: str = Field(description="When it was made.", examples=["2026-11-29T19:00:00.000Z"])
    players: list[PlayerOut] = Field(description="Everybody who sits or sat here.", examples=[EXAMPLE_TABLE["players"]])
    games: int = Field(description="How many games it has had.", examples=[1])
    game: GameOut = Field(description="The latest game.", examples=[EXAMPLE_GAME])


class EntryOut(Answered):
    """One entry of the ledger; never changed once written."""

    entry: int = Field(description="Its number in the game, from 1.", examples=[12])
    place: int = Field(description="The entry in whose place it stands: its own number, or the one that it undoes, "
                       "brings back or restates.", examples=[12])  # fmt: skip
    kind: str = Field(description="`hand`, `amounts`, `draw`, `leave`, `false_win`, `penalty`, `progress`, `swap`, "
                      "`replace`, `close`, `reopen`; `undo`, `redo`; `retract` and `restate`, which come together.",
                      examples=["hand"])  # fmt: skip
    event: dict[str, Any] = Field(description="What happened: for scored hands the cases and their results.",
                                  examples=[{"kind": "draw", "konged": False}])  # fmt: skip
    amounts: list[int] = Field(description="What each seat gains or loses.", examples=[[-8, 24, -8, -8]])
    fee: int = Field(description="What the house takes.", examples=[0])
    reversal_of: int | None = Field(description="The entry whose amounts it takes or brings back.", examples=[None])
    in_force: bool = Field(description="Whether it counts now.", examples=[True])
    written_at: str = Field(description="When, by the server's clock.", examples=["2026-11-29T19:00:00.000Z"])
    written_by: str = Field(description="The label of the link that wrote it.", examples=["host"])


class WrittenOut(Answered):
    """What a write did."""

    revision: int = Field(description="The table's revision after it.", examples=[18])
    first_entry: int = Field(description="The first entry it wrote.", examples=[12])
    last_entry: int = Field(description="The last entry it wrote.", examples=[12])
    entries: list[EntryOut] = Field(description="Those entries, at most fifty.", examples=[[EXAMPLE_ENTRY]])
    game: GameOut = Field(description="The game after it.", examples=[EXAMPLE_GAME])


class TokensOut(Answered):
    """Tokens, shown once: the server keeps only their digests."""

    host: str | None = Field(default=None, description="Writes and reads.", examples=["tsh_…"])
    watch: str | None = Field(default=None, description="Reads only.", examples=["tsw_…"])


class NewTableOut(Answered):
    """A new table with its tokens."""

    table: TableOut = Field(description="The table.", examples=[EXAMPLE_TABLE])
    tokens: TokensOut = Field(description="Keep the host token; share the watch token.",
                              examples=[{"host": "tsh_…", "watch": "tsw_…"}])  # fmt: skip
    watch_link: str = Field(
        description="The address for watchers.", examples=["https://box/#/watch/5d1c0a7be2f3a9c4/tsw_…"]
    )
    revision: int = Field(description="The table's revision.", examples=[1])


class TableWrittenOut(Answered):
    """The table after a write."""

    table: TableOut = Field(description="The table.", examples=[EXAMPLE_TABLE])
    revision: int = Field(description="Its revision.", examples=[18])


class NewGameOut(Answered):
    """The table's next game."""

    game: GameOut = Field(description="The game.", examples=[EXAMPLE_GAME])
    revision: int = Field(description="The table's revision.", examples=[18])


class GamesOut(Answered):
    """The games of a table, the latest first."""

    games: list[GameOut] = Field(description="The games.", examples=[[EXAMPLE_GAME]])
    next: int | None = Field(description="The `before` of the next page; null on the last.", examples=[None])


class EntriesOut(Answered):
    """Entries of a game, the latest first."""

    entries: list[EntryOut] = Field(description="The entries.", examples=[[EXAMPLE_ENTRY]])
    next: int | None = Field(description="The `before` of the next page; null on the last.", examples=[None])


class LinkOut(Answered):
    """A token as its host sees it; never the token itself."""

    link: int = Field(description="Its number.", examples=[3])
    role: Literal["host", "watch"] = Field(description="What it allows.", examples=["watch"])
    label: str = Field(description="Whose it is.", examples=["小李的手机"])
    created_at: str = Field(description="When it was made.", examples=["2026-11-29T19:00:00.000Z"])
    revoked_at: str | None = Field(description="When it was revoked.", examples=[None])


class LinksOut(Answered):
    """The tokens of a table."""

    links: list[LinkOut] = Field(description="The tokens.", examples=[[EXAMPLE_LINK]])


class NewLinkOut(Answered):
    """A new token, its address and the address as a QR code."""

    link: LinkOut = Field(description="The token's record.", examples=[EXAMPLE_LINK])
    tokens: TokensOut = Field(description="The token, shown once.", examples=[{"watch": "tsw_…"}])
    address: str = Field(description="The address to open.", examples=["https://box/#/watch/5d1c0a7be2f3a9c4/tsw_…"])
    qr_svg: str = Field(description="The address as a QR code, an SVG picture.", examples=["<svg>…</svg>"])
    revision: int = Field(description="The table's revision.", examples=[18])


class RevokedOut(Answered):
    """A token made worthless."""

    link: LinkOut = Field(description="The token's record.", examples=[EXAMPLE_LINK])
    revision: int = Field(description="The table's revision.", examples=[18])


class PlayerStatisticsOut(Answered):
    """One player's counts. Rates are in thousandths; null where there is nothing to divide by."""

    player: int = Field(description="The player's number.", examples=[1])
    name: str = Field(description="The player's name.", examples=["老王"])
    balance: int = Field(description="The running total.", examples=[24])
    hands: int = Field(description="Hands played.", examples=[16])
    dealt: int = Field(description="Hands dealt.", examples=[5])
    wins: int = Field(description="Hands won 胡.", examples=[6])
    self_draws: int = Field(description="Of them by self-draw 自摸.", examples=[2])
    deal_ins: int = Field(description="Hands in which he gave the winning tile 点炮.", examples=[3])
    draws: int = Field(description="Drawn hands 流局.", examples=[1])
    false_wins: int = Field(description="False wins 诈和.", examples=[0])
    penalties: int = Field(description="Penalties paid.", examples=[0])
    won_amount: int = Field(description="The amounts of his wins together.", examples=[160])
    win_rate: int | None = Field(description="Wins by hands, in thousandths.", examples=[375])
    self_draw_rate: int | None = Field(description="Self-draws by wins, in thousandths.", examples=[333])
    deal_in_rate: int | None = Field(description="Deal-ins by hands, in thousandths.", examples=[188])
    best_win: dict[str, int] | None = Field(description="The dearest win.", examples=[{"entry": 7, "amount": 96}])


class StatisticsOut(Answered):
    """Statistics of a game."""

    game: int = Field(description="The game's number.", examples=[1])
    hands: int = Field(description="Hands in force.", examples=[16])
    players: list[PlayerStatisticsOut] = Field(description="Every player.", examples=[[]])
