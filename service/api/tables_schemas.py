"""What may be asked of a table: the bodies of the book's requests."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, ConfigDict, Field

from service.api.schemas.base import Asked, Options, RulesetId, Seat, TileText, WinByText
from service.api.schemas.case import HandIn, LiabilityIn, SeatIn
from service.book.values import CURRENCY_MOST, NAME_MOST, REASON_MOST, kept_text

AMOUNT_MOST = 1_000_000_000
EXAMPLE_HAND_CONTEXT: dict[str, Any] = {"winner": 1, "win_by": "discard", "payer": 3, "wild": "4s"}
EXAMPLE_ENTRY: dict[str, Any] = {
    "kind": "hand",
    "wins": [
        {
            "hand": {"concealed": "123456m45p99s", "win_tile": "6p", "melds": [{"type": "pung", "tiles": "CCC"}]},
            "context": EXAMPLE_HAND_CONTEXT,
        }
    ],
}
EXAMPLE_NEW_TABLE: dict[str, Any] = {
    "name": "周五麻将",
    "players": ["老王", "小李", "阿芳", "大刘"],
    "game": {"ruleset": "guobiao"},
}


def _printable(most: int) -> AfterValidator:
    return AfterValidator(lambda text: kept_text(text, most))


Name = Annotated[str, Field(min_length=1, max_length=NAME_MOST), _printable(NAME_MOST)]
Reason = Annotated[str, Field(min_length=1, max_length=REASON_MOST), _printable(REASON_MOST)]
Amount = Annotated[int, Field(ge=-AMOUNT_MOST, le=AMOUNT_MOST)]
FourAmounts = Annotated[
    list[Amount],
    Field(min_length=4, max_length=4, description="What each seat gains or loses, seat 0 first; with the fee they add "
          "up to zero.", examples=[[-8, 24, -8, -8]]),
]  # fmt: skip
Fee = Annotated[int, Field(ge=0, le=AMOUNT_MOST, description="What the house takes, where the rules charge a fee 桌费.",
                           examples=[0])]  # fmt: skip
Player = Annotated[int, Field(ge=1, le=1_000_000, description="A player's number at this table.", examples=[2])]
EntryNumber = Annotated[int, Field(ge=1, le=2**53, description="The number of an entry in its game.", examples=[12])]
WindText = Literal["E", "S", "W", "N"]


class NewGameIn(Asked):
    """What a game is played by; fixed from its start."""

    ruleset: RulesetId
    options: Options = Field(default={}, examples=[{"wild_from": "next"}])
    dealer: Seat = Field(default=0, description="The seat of the first dealer 起庄.", examples=[0])
    round_wind: WindText = Field(default="E", description="The wind of the first round 圈风.", examples=["E"])
    unit_price: int | None = Field(
        default=None, ge=1, le=1_000_000, description="What one point is worth, for the score sheet.", examples=[2]
    )
    currency: Annotated[str, Field(min_length=1, max_length=CURRENCY_MOST), _printable(CURRENCY_MOST)] | None = Field(
        default=None, description="The unit of `unit_price`.", examples=["元"]
    )


class NewTableIn(Asked):
    """A table with four named players, seat 0 first, and its first game."""

    model_config = ConfigDict(json_schema_extra={"examples": [EXAMPLE_NEW_TABLE]})

    name: Name = Field(description="What the table is called.", examples=["周五麻将"])
    players: list[Name] = Field(
        min_length=4, max_length=4, description="The four players by seat, each name once.",
        examples=[["老王", "小李", "阿芳", "大刘"]],
    )  # fmt: skip
    game: NewGameIn = Field(description="The first game.", examples=[EXAMPLE_NEW_TABLE["game"]])


class NextGameIn(NewGameIn):
    """The table's next game; its latest has to be closed."""

    seats: list[Player] | None = Field(
        default=None, min_length=4, max_length=4,
        description="Who sits where, by number, seat 0 first; as before where not given.", examples=[[2, 1, 3, 4]],
    )  # fmt: skip


class RenameIn(Asked):
    """A new name."""

    name: Name = Field(description="The new name.", examples=["老王"])


class BookContextIn(Asked):
    """How a hand was won. Dealer, streak and round wind are the book's; where given they must agree with it."""

    model_config = ConfigDict(json_schema_extra={"examples": [EXAMPLE_HAND_CONTEXT]})

    winner: Seat = Field(description="The seat that won 胡家.", examples=[1])
    win_by: WinByText = Field(description="`self-draw` 自摸, `discard` 点炮, `robbed kong` 抢杠.", examples=["discard"])
    payer: Seat | None = Field(
        default=None, description="Who discarded the winning tile, or was robbed of it.", examples=[3]
    )
    dealer: Seat | None = Field(default=None, description="The dealer as the phone knows him.", examples=[0])
    streak: int | None = Field(
        default=None, ge=1, le=1000, description="The streak as the phone knows it.", examples=[1]
    )
    round_wind: WindText | None = Field(
        default=None, description="The round's wind as the phone knows it.", examples=["E"]
    )
    wild: TileText | None = Field(default=None, description="The wild face 财神/癞子.", examples=["4s"])
    indicator: TileText | None = Field(default=None, description="The tile turned up 翻牌.", examples=["3s"])
    flags: list[Annotated[str, Field(min_length=1, max_length=64)]] = Field(
        default=[], max_length=32, description="What else was so, by the ruleset's own flags.",
        examples=[["kong replacement"]],
    )  # fmt: skip
    liability: list[LiabilityIn] = Field(
        default=[], max_length=8, description="Who answers for the win 包牌/承包.",
        examples=[[{"reason": "吃碰杠四手", "seat": 2}]],
    )  # fmt: skip
    seats: list[SeatIn] = Field(
        default=[], max_length=4, description="What lies before each seat, 0 first.",
        examples=[[{"aside": "P"}, {}, {}, {}]],
    )  # fmt: skip
    bird: TileText | None = Field(default=None, description="The bird tile 鸟牌 (`hua`).", examples=["5p"])
    open_hand_holder: Seat | None = Field(
        default=None, description="Who plays with the hand open 明牌 (`yueqing-platform`).", examples=[1]
    )


class EndContextIn(Asked):
    """What the table knows at the end of a hand that nobody won."""

    dealer: Seat | None = Field(default=None, description="The dealer as the phone knows him.", examples=[0])
    streak: int | None = Field(
        default=None, ge=1, le=1000, description="The streak as the phone knows it.", examples=[1]
    )
    round_wind: WindText | None = Field(
        default=None, description="The round's wind as the phone knows it.", examples=["E"]
    )
    wild: TileText | None = Field(default=None, description="The wild face 财神/癞子.", examples=["4s"])
    indicator: TileText | None = Field(default=None, description="The tile turned up 翻牌.", examples=["3s"])
    seats: list[SeatIn] = Field(
        default=[], max_length=4, description="What lies before each seat, 0 first.",
        examples=[[{"aside": "P"}, {}, {}, {}]],
    )  # fmt: skip


class WinnerIn(Asked):
    """One winner: the hand typed, or a reading sent back with the version that the player looked at and confirmed."""

    hand: HandIn | None = Field(
        default=None, description="The hand, typed.", examples=[EXAMPLE_ENTRY["wins"][0]["hand"]]
    )
    reading: dict[str, Any] | None = Field(
        default=None, description="The reading, as `POST /v1/readings` or its corrections answered it.",
        examples=[{"id": "q7Zb0dT1m2wXyA9e", "version": "5b0c9a4be5a1f2d3c4b5a697", "hand": {"concealed": "123m"}}],
    )  # fmt: skip
    version: str | None = Field(
        default=None, min_length=1, max_length=64, description="The version of the reading that is confirmed.",
        examples=["5b0c9a4be5a1f2d3c4b5a697"],
    )  # fmt: skip
    context: BookContextIn = Field(description="How it was won.", examples=[EXAMPLE_HAND_CONTEXT])


class HandEntryIn(Asked):
    """A hand that somebody won, scored by the server; several wins where one tile lets several players win 一炮多响."""

    model_config = ConfigDict(json_schema_extra={"examples": [EXAMPLE_ENTRY]})

    kind: Literal["hand"] = Field(description="A hand to score.", examples=["hand"])
    wins: list[WinnerIn] = Field(min_length=1, max_length=3, description="One for each winner.",
                              examples=[EXAMPLE_ENTRY["wins"]])  # fmt: skip


class AmountsEntryIn(Asked):
    """A hand that somebody won, of which only the amounts are entered."""

    kind: Literal["amounts"] = Field(description="A hand by its amounts.", examples=["amounts"])
    winners: list[Seat] = Field(min_length=1, max_length=3, description="Who won.", examples=[[1]])
    win_by: WinByText = Field(description="How.", examples=["self-draw"])
    payer: Seat | None = Field(default=None, description="Who gave the winning tile.", examples=[3])
    amounts: FourAmounts
    fee: Fee = 0
    reason: Reason | None = Field(default=None, description="A note.", examples=["清一色 自摸"])


class DrawEntryIn(Asked):
    """A drawn hand 流局: settled as the rules say, or by typed amounts."""

    kind: Literal["draw"] = Field(description="A drawn hand.", examples=["draw"])
    konged: bool = Field(default=False, description="Somebody konged four of a kind.", examples=[False])
    context: EndContextIn = Field(default=EndContextIn(), description="What lies on the table.", examples=[{}])
    amounts: FourAmounts | None = None
    fee: Fee = 0


class LeaveEntryIn(Asked):
    """A player leaves in the middle of a hand 逃跑: settled as the rules say, or by typed amounts."""

    kind: Literal["leave"] = Field(description="A player leaves.", examples=["leave"])
    leaver: Seat = Field(description="Who leaves.", examples=[2])
    context: EndContextIn = Field(default=EndContextIn(), description="What lies on the table.", examples=[{}])
    amounts: FourAmounts | None = None
    fee: Fee = 0


class FalseWinEntryIn(Asked):
    """A false win 诈和: the player pays each of the others, or by typed amounts; the hand goes on or is dealt anew."""

    kind: Literal["false_win"] = Field(description="A false win.", examples=["false_win"])
    seat: Seat = Field(description="Who called it.", examples=[2])
    each: int | None = Field(
        default=None, ge=0, le=AMOUNT_MOST, description="Paid to each of the others.", examples=[8]
    )
    amounts: FourAmounts | None = None
    fee: Fee = 0
    reason: Reason | None = Field(default=None, description="A note.", examples=["相公"])


class PenaltyEntryIn(Asked):
    """Any other amounts between the players 罚分, in or out of a hand; dealer and round do not move."""

    kind: Literal["penalty"] = Field(description="Free amounts.", examples=["penalty"])
    amounts: FourAmounts
    fee: Fee = 0
    reason: Reason | None = Field(default=None, description="What for.", examples=["迟到"])


class ProgressEntryIn(Asked):
    """Dealer, streak or round put right for the hands to come; what is not given stays."""

    kind: Literal["progress"] = Field(description="Dealer, streak, round put right.", examples=["progress"])
    dealer: Seat | None = Field(default=None, description="Who deals.", examples=[2])
    streak: int | None = Field(default=None, ge=1, le=1000, description="His how manyth hand in a row.", examples=[1])
    round_wind: WindText | None = Field(default=None, description="The round's wind.", examples=["S"])


class SwapEntryIn(Asked):
    """Two players change seats, from now on or, where they were entered wrongly, from an earlier entry on."""

    kind: Literal["swap"] = Field(description="Two players change seats 换座.", examples=["swap"])
    one: Player
    other: Player
    since: EntryNumber | None = Field(
        default=None,
        description="The entry from which it holds; its amounts and later ones change hands.",
        examples=[1],
    )


class ReplaceEntryIn(Asked):
    """Another player takes a seat 换人, from now on or, where the wrong name was entered, from an earlier entry on."""

    kind: Literal["replace"] = Field(description="Another player takes a seat.", examples=["replace"])
    player: Player = Field(description="Who gets up.", examples=[3])
    by: Player | None = Field(default=None, description="Who sits down: a player of the table.", examples=[5])
    name: Name | None = Field(default=None, description="Who sits down: somebody new.", examples=["小陈"])
    since: EntryNumber | None = Field(default=None, description="The entry from which it holds.", examples=[1])


class CloseEntryIn(Asked):
    """The game ends; it can be reopened."""

    kind: Literal["close"] = Field(description="The game ends.", examples=["close"])


class ReopenEntryIn(Asked):
    """A closed game goes on."""

    kind: Literal["reopen"] = Field(description="A closed game goes on.", examples=["reopen"])


EntryIn = Annotated[
    HandEntryIn
    | AmountsEntryIn
    | DrawEntryIn
    | LeaveEntryIn
    | FalseWinEntryIn
    | PenaltyEntryIn
    | ProgressEntryIn
    | SwapEntryIn
    | ReplaceEntryIn
    | CloseEntryIn
    | ReopenEntryIn,
    Field(discriminator="kind", description="What happened at the table.", examples=[EXAMPLE_ENTRY]),
]
CorrectionIn = Annotated[
    HandEntryIn | AmountsEntryIn | DrawEntryIn | LeaveEntryIn | FalseWinEntryIn | PenaltyEntryIn,
    Field(discriminator="kind", description="What really happened.", examples=[EXAMPLE_ENTRY]),
]


class WhichIn(Asked):
    """Which entry; the last one where none is named."""

    entry: EntryNumber | None = Field(default=None, description="The entry; the last that can be, where not given.",
                                      examples=[12])  # fmt: skip


class LinkIn(Asked):
    """A further token for the table."""

    role: Literal["host", "watch"] = Field(default="watch", description="What it allows.", examples=["watch"])
    label: Name = Field(default="watch", description="Whose it is, shown beside what is written with it.",
                        examples=["小李的手机"])  # fmt: skip
