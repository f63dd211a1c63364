"""A game as a printable score sheet: one HTML page without scripts, which a browser prints or saves as PDF."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape

from sqlalchemy import select
from sqlalchemy.orm import Session

from service.book import progress
from service.book.exports import seating_of
from service.book.models import EntryRow, GameRow, TableRow, TurnRow
from service.book.seating import seated
from service.book.tally import MONEY_KINDS
from service.book.values import SEATS, Json, from_text, iso
from service.book.views import game_view, names_of, standings_of
from service.book.wording import Language, in_words

_CHUNK = 200

_WORDS: Mapping[Language, Mapping[str, str]] = {
    "zh": {
        "title": "麻将记分", "hand": "局", "dealer": "庄", "what": "经过", "total": "总分", "fee": "桌费",
        "sum": "合计", "hands": "局数", "wins": "胡", "self_draws": "自摸", "deal_ins": "点炮",
        "money": "金额", "rules": "规则", "player": "玩家", "printed": "制表",
    },
    "en": {
        "title": "Mahjong score sheet", "hand": "Hand", "dealer": "Dealer", "what": "What happened", "total": "Total",
        "fee": "Fee", "sum": "Sum", "hands": "Hands", "wins": "Wins", "self_draws": "Self-draws",
        "deal_ins": "Deal-ins", "money": "Money", "rules": "Rules", "player": "Player", "printed": "Printed",
    },
}  # fmt: skip

_STYLE = """
@page { size: A4; margin: 14mm }
body { font: 11pt/1.4 system-ui, "Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", sans-serif; color: #111;
  margin: 2rem auto; max-width: 60rem; padding: 0 1rem }
h1 { font-size: 1.5rem; margin: 0 } p { margin: .2rem 0 1rem; color: #555 }
table { border-collapse: collapse; width: 100%; margin-bottom: 1.5rem }
th, td { border-bottom: 1px solid #ccc; padding: .25rem .5rem; text-align: left; vertical-align: top }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
td.minus { color: #b00020 } thead { display: table-header-group } tr { break-inside: avoid }
tfoot td { font-weight: 600; border-top: 2px solid #111 }
"""


def game_sheet(session: Session, table: TableRow, game: GameRow, language: Language, printed_ms: int) -> Iterator[str]:
    """The sheet piece by piece: head, totals, then every hand in force with the running totals of the four seats."""
    words = _WORDS[language]
    names = names_of(session, table.id)
    view = game_view(session, game, names)
    start = from_text(game.start)
    options = ", ".join(f"{name}={value}" for name, value in sorted(from_text(game.options).items()))
    lang = "zh-CN" if language == "zh" else "en"
    yield (
        f'<!doctype html><html lang="{lang}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><title>{_e(table.name)} · {_e(words["title"])}</title>'
        f"<style>{_STYLE}</style></head><body><h1>{_e(table.name)}</h1>"
        f"<p>{_e(words['rules'])}: {_e(game.ruleset)} v{_e(game.ruleset_version)}"
        f"{_e(f' ({options})') if options else ''}<br>{_e(words['printed'])}: {_e(iso(printed_ms))}</p>"
    )
    yield _totals(view, session, game, words, start)
    yield (
        f'<table><thead><tr><th class="n">{_e(words["hand"])}</th><th>{_e(words["dealer"])}</th>'
        f"<th>{_e(words['what'])}</th>{''.join(f'<th class=n>{_e(str(seat + 1))}</th>' for seat in SEATS)}</tr></thead>"
        "<tbody>"
    )
    yield from _hands(session, game, names, language)
    yield "</tbody></table></body></html>\n"


def _totals(view: Json, session: Session, game: GameRow, words: Mapping[str, str], start: Json) -> str:
    standings = {row.player: row for row in session.scalars(standings_of(game.id))}
    price = start.get("unit_price")
    currency = start.get("currency") or ""
    columns = [
        "player",
        "total",
        *(["money"] if isinstance(price, int) else []),
        "hands",
        "wins",
        "self_draws",
        "deal_ins",
    ]
    rows = []
    totals = view["totals"]
    for total in totals if isinstance(totals, list) else []:
        row = standings[total["player"]]
        cells = [_amount(row.balance)]
        if isinstance(price, int):
            cells.append(f'<td class="n">{row.balance * price} {_e(str(currency))}</td>')
        cells += [f'<td class="n">{value}</td>' for value in (row.hands, row.wins, row.self_draws, row.deal_ins)]
        rows.append(f"<tr><td>{_e(total['name'])}</td>{''.join(cells)}</tr>")
    fee = f"{_e(words['fee'])} {game.fees} · " if game.charges_fee else ""
    span = len(columns) - 1
    return (
        f"<table><thead><tr>{''.join(f'<th class=n>{_e(words[name])}</th>' for name in columns)}</tr></thead>"
        f"<tbody>{''.join(rows)}</tbody><tfoot><tr><td>{_e(words['sum'])}</td>"
        f'<td class="n" colspan="{span}">{fee}{view["sum"]}</td></tr></tfoot></table>'
    )


def _hands(session: Session, game: GameRow, names: Mapping[int, str], language: Language) -> Iterator[str]:
    rules = progress.rules_of(game)
    start = from_text(game.start)
    state = progress.start(rules, int(str(start["dealer"])), str(start["round_wind"]))
    first, changes = seating_of(session, game)
    running: dict[int, int] = {}
    number = 0
    for place, event, amounts in events_in_order(session, game):
        seating = seated(first, changes, place)
        if event["kind"] in MONEY_KINDS:
            number += 1
            cells = []
            for seat in SEATS:
                player = seating[seat]
                running[player] = running.get(player, 0) + amounts[seat]
                cells.append(
                    f'<td class="n{" minus" if amounts[seat] < 0 else ""}">{_e(names.get(player, ""))} '
                    f"{amounts[seat]:+d}<br>{running[player]}</td>"
                )
            dealer = progress.dealer(state)
            at = f"{progress.context_of(state)['round_wind']} · {_e(names.get(seating[dealer], ''))} ×{state['streak']}"
            what = _e(in_words(event, [names.get(player, "") for player in seating], language))
            yield f'<tr><td class="n">{number}</td><td>{at}</td><td>{what}</td>{"".join(cells)}</tr>'
        state = progress.advance(rules, state, event)


def events_in_order(session: Session, game: GameRow) -> Iterator[tuple[int, Json, tuple[int, int, int, int]]]:
    """Place, event and amounts of every entry in force, in the order of play."""
    last = 0
    while True:
        rows = session.execute(
            select(TurnRow.place, EntryRow)
            .join(EntryRow, (EntryRow.game_id == TurnRow.game_id) & (EntryRow.seq == TurnRow.live_seq))
            .where(TurnRow.game_id == game.id, TurnRow.place > last, TurnRow.live_seq.is_not(None))
            .order_by(TurnRow.place)
            .limit(_CHUNK)
        ).all()
        for place, row in rows:
            yield place, from_text(row.event), row.amounts
            session.expunge(row)
        if len(rows) < _CHUNK:
            return
        last = rows[-1][0]


def _amount(value: int) -> str:
    return f'<td class="n{" minus" if value < 0 else ""}">{value}</td>'


def _e(text: str) -> str:
    return escape(str(text), quote=True)
