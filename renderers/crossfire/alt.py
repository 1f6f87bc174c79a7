"""The pictures in words, for those who cannot see them; Discord keeps 256 characters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.games.crossfire import cards, facts
from bot.games.crossfire.table import Table
from bot.games.crossfire.view import CrossfireView
from renderers.contract import ALT_TEXT_LIMIT, Sort
from renderers.crossfire.hand import in_order
from renderers.crossfire.lines import colour_word
from renderers.crossfire.panels import game_name
from renderers.crossfire.told import needed
from renderers.kit.text import ELLIPSIS, printable

_NAME_ROOM = 18


def alt_text(view: CrossfireView, table: Table, names: Sequence[str], recent: Sequence[Any]) -> str:
    """Return the turn, the last thing done, points, contests and counts, the most needed first."""
    short = [_short(names[seat] if seat < len(names) else "", seat) for seat in range(view.seats)]
    parts = [_stage(view, short), _last(recent, table), _points(view), *_contests(view, table, short)]
    return _joined([*parts, *_counts(view, short)])


def hand_text(view: CrossfireView, name: str, sort: Sort) -> str:
    """Return the cards of the viewer's hand by name."""
    hand = [cards.name(one) for one in in_order(view.hand, sort)]
    whose = f"{_short(name, view.viewer or 0)}’s hand"
    return _joined([f"{whose}: {', '.join(hand)}." if hand else f"{whose} is empty."])


def _joined(parts: Sequence[str]) -> str:
    said = ""
    for part in filter(None, parts):
        longer = f"{said} {part}".strip()
        if len(longer) > ALT_TEXT_LIMIT:
            break
        said = longer
    return said or parts[0][: ALT_TEXT_LIMIT - 1] + ELLIPSIS


def _short(name: str, seat: int) -> str:
    kept = printable(name) or f"Player {seat + 1}"
    return kept if len(kept) <= _NAME_ROOM else kept[: _NAME_ROOM - 1].rstrip() + ELLIPSIS


def _stage(view: CrossfireView, names: Sequence[str]) -> str:
    game = game_name(view)
    if view.outcome is not None:
        winners = view.outcome.winners
        won = f"{' and '.join(names[seat] for seat in winners)} {'wins' if len(winners) == 1 else 'win'}"
        return f"{game} is over: {won if winners else 'a tie'}."
    if view.turn < 0:
        waiting = [names[seat] for seat in range(view.seats) if view.deciding[seat]]
        who = f"{' and '.join(waiting)} may redeal" if waiting else "all are settled"
        return f"{game}: the bases are dealt; {who}."
    return f"{game}, turn {view.turns}: {names[view.turn]} ({colour_word(view.turn)}) to play."


def _last(recent: Sequence[Any], table: Table) -> str:
    for fact in reversed(recent):
        said = _said(fact, table)
        if said:
            return said
    return ""


def _said(fact: Any, table: Table) -> str:
    if isinstance(fact, facts.Discarded):
        return f"The {cards.name(fact.card)} was discarded."
    if isinstance(fact, facts.Laid | facts.Rebuilt):
        return f"The {cards.name(fact.card)} was laid at {table.name(fact.at)}."
    if isinstance(fact, facts.Supported):
        return f"The {cards.name(fact.card)} supports {table.name(fact.base)}."
    if isinstance(fact, facts.Attacked):
        return f"The {cards.name(fact.card)} attacks {table.name(fact.at)}."
    if isinstance(fact, facts.Answered):
        return f"The {cards.name(fact.card)} answers at {table.name(fact.at)}."
    if isinstance(fact, facts.Probed):
        how = "beats" if fact.leads else "does not beat"
        neutral = f"the neutral {cards.rank_name(fact.neutral)} at {table.name(fact.at)}"
        return f"The {cards.name(fact.card)} {how} {neutral}."
    if isinstance(fact, facts.Resigned):
        return f"Player {fact.seat + 1} resigned."
    return ""


def _points(view: CrossfireView) -> str:
    if view.seats < 4:
        return ""
    return f"Points {view.tallies[0].points} to {view.tallies[1].points}."


def _contests(view: CrossfireView, table: Table, names: Sequence[str]) -> list[str]:
    said = []
    for square, pile in enumerate(view.board):
        if pile is None or not pile.contested:
            continue
        where = table.name(square)
        if pile.lapsed:
            said.append(f"{names[pile.leader]} wins {where}.")
        elif pile.rival < 0:
            said.append(f"{names[pile.leader]} leads at {where}.")
        else:
            least = needed(pile)
            how = f"must answer ({least})" if least else "cannot answer"
            said.append(f"At {where} {names[pile.rival]} {how}.")
    return said


def _counts(view: CrossfireView, names: Sequence[str]) -> list[str]:
    owners = [pile.owner for pile in view.board if pile is not None]
    return [
        f"{names[seat]}: {owners.count(seat)} nodes, hand {view.hands[seat]}, pack {view.packs[seat]}."
        for seat in range(view.seats)
    ]
