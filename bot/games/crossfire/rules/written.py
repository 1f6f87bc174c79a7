"""Writing positions of Crossfire in the notation of `position`."""

from __future__ import annotations

from collections.abc import Iterable

from bot.engine.contract import Seat
from bot.engine.positions import write_options
from bot.games.crossfire.rules.cards import Card, pack_of, short
from bot.games.crossfire.rules.piles import unknown
from bot.games.crossfire.rules.state import CrossfireState
from bot.games.crossfire.rules.view import NOBODY, Pile

_JOINED = {"node": "", "neutral": "", "seized": "+", "tower": "^"}


def write_position(state: CrossfireState) -> str:
    """Return a position of a match in progress, in the notation of `read_position`."""
    seats = range(state.seats)
    piles = {square: pile for square, pile in enumerate(state.board) if pile is not None}
    hidden = zip(state.table.neutrals, state.neutrals, strict=False)  # no neutrals before they are dealt
    lines = [
        ("options", write_options(state.options)),
        ("seats", str(state.seats)),
        ("phase", state.phase),
        *[(f"seat {seat + 1}", _piles(state, piles, seat)) for seat in seats],
        ("probed", _piles(state, {at: pile for at, pile in piles.items() if not unknown(pile)}, NOBODY)),
        (
            "neutrals",
            " ".join([f"{state.table.name(at)}:{_card(card)}" for at, card in hidden if card is not None]),
        ),
        *[("contest", _contest(state.table.name(at), pile)) for at, pile in piles.items() if pile.laid],
        ("deciding", " ".join([str(seat + 1) for seat in seats if state.deciding[seat]])),
        ("start", ", ".join([_cards(draw) for draw in state.start])),
        ("points", ", ".join([f"{its.bases} {its.chain} {its.middle}" for its in state.tallies])),
        *[(f"hand {seat + 1}", _cards(state.hands[seat])) for seat in seats],
        *[(f"shown {seat + 1}", _cards(state.shown[seat])) for seat in seats],
        *[(f"pack {seat + 1}", _cards(state.decks[seat].order)) for seat in seats],
        *[(f"discards {seat + 1}", _cards(state.decks[seat].discard)) for seat in seats],
    ]
    if state.turn != NOBODY:
        lines.append(("turn", f"seat {state.turn + 1}, number {state.turns}, first {state.first + 1}"))
    return "\n".join([f"{word}: {rest}" for word, rest in lines])


def _piles(state: CrossfireState, piles: dict[int, Pile], owner: Seat) -> str:
    own = [(at, pile) for at, pile in piles.items() if pile.owner == owner]
    return " ".join(
        [f"{state.table.name(at)}:{_JOINED[pile.kind].join(map(_card, pile.cards))}" for at, pile in own]
    )


def _contest(where: str, pile: Pile) -> str:
    cards = [f"{_card(one.card)}/{one.seat + 1}" for one in pile.laid]
    return " ".join([where, *cards]) + (", lapsed" if pile.lapsed else "")


def _card(card: Card | None) -> str:
    return "-" if card is None else f"{short(card)}@{pack_of(card) + 1}"


def _cards(cards: Iterable[Card | None]) -> str:
    return " ".join([_card(card) for card in cards])
