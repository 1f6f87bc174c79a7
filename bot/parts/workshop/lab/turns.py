"""The strengths of decks or attacks with some cards, by turn, compared with all others."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from math import hypot
from typing import Final

import msgspec

from bot.base.language import N_, decimal, gettext
from bot.engine.cards.game import AnyPool
from bot.engine.lab import StrengthWords
from bot.engine.sentences import listed
from bot.games.registry import GAMES
from bot.parts.workshop.lab.tallies import Mean

MOST: Final = 8
"""The most turns shown."""
FEWEST: Final = 5
"""The least number of values on either side for a turn to be shown."""

Strengths = Mapping[tuple[str, int], Mean]
"""Strengths by deck, or by set number with a shared deck, and turn."""

OWN, USUAL = N_("these"), N_("others")
"""The two rows or columns of the table; to translate with `gettext`."""


class TurnLine(msgspec.Struct, frozen=True):
    """One turn or round."""

    turn: int
    own: Mean
    """The strengths of decks with the chosen cards, or of these cards."""
    usual: Mean
    """The strengths of the others."""

    @property
    def more(self) -> float:
        """The mean strength of `own` minus that of `usual`."""
        return self.own.mean - self.usual.mean

    def margin(self, tests: int) -> float:
        """Return the margin of error of `more`, as one of `tests` values (95 % for all together)."""
        return hypot(self.own.margin(tests), self.usual.margin(tests))


def own_keys(game: str, pool: str | None, decks: Iterable[str], numbers: Collection[str]) -> frozenset[str]:
    """Return the keys of these cards in strengths.

    They are the decks, also made ones, that hold one of them, or their own numbers with a shared deck.
    """
    building = GAMES[game].decks
    if building is None:
        return frozenset(numbers)
    ready = building.ready(pool)
    return frozenset(
        [key for key in decks if key not in ready or any(one in numbers for one, _ in ready[key].entries)]
    )


def changed_numbers(game: str, pool: str | None) -> frozenset[str]:
    """Return the set numbers of the cards of a pool that are not shipped with the bot in this form."""
    cards = GAMES[game].cards
    if cards is None:
        return frozenset()
    usual: AnyPool = cards.library.standard
    pool_there: AnyPool = cards.library.at(pool)
    return frozenset([number for number, card in pool_there.cards.items() if usual.cards.get(number) != card])


def turn_lines(strengths: Strengths, own: Collection[str]) -> list[TurnLine]:
    """Return the turns with enough values, in order."""
    by_number = dict[int, TurnLine]()
    for (key, turn), strength in strengths.items():
        line = by_number.setdefault(turn, TurnLine(turn, Mean(), Mean()))
        (line.own if key in own else line.usual).join(strength)
    lines = sorted(by_number.values(), key=lambda line: line.turn)
    return [line for line in lines if min(line.own.number, line.usual.number) >= FEWEST][:MOST]


def words_of(game: str) -> StrengthWords:
    """Return how the strength of cards is told in a game that counts it."""
    words = GAMES[game].lab.strength
    assert words is not None, "only games with cards count their strength"
    return words


def figure(game: str, value: float) -> str:
    """Return a strength as text."""
    decimals = words_of(game).decimals
    return decimal(value, decimals) if decimals else f"{value:.0f}"


def verdicts(game: str, lines: Sequence[TurnLine]) -> list[str]:
    """Return sentences on the turns in which these cards are significantly stronger or weaker."""
    sure = [line for line in lines if abs(line.more) > line.margin(len(lines))]
    ahead, behind = [line for line in sure if line.more > 0], [line for line in sure if line.more < 0]
    if not sure:
        return [gettext("In none of these turns do they surely differ.")]
    return [
        gettext(words, turns=listed([str(line.turn) for line in some]), **_most(game, some, len(lines)))
        for words, some in ((_AHEAD, ahead), (_BEHIND, behind))
        if some
    ]


_AHEAD = N_("{span} {turns}: surely ahead; most in {turn}, {own} against {usual} (± {margin}).")
_BEHIND = N_("{span} {turns}: surely behind; most in {turn}, {own} against {usual} (± {margin}).")


def _most(game: str, lines: Sequence[TurnLine], tests: int) -> dict[str, str]:
    most = max(lines, key=lambda line: abs(line.more))
    return {
        "span": gettext(words_of(game).span),
        "turn": str(most.turn),
        "own": figure(game, most.own.mean),
        "usual": figure(game, most.usual.mean),
        "margin": figure(game, most.margin(tests)),
    }


def in_columns(game: str, lines: Sequence[TurnLine]) -> str:
    """Return the table as three lines of text, a column per turn, for a monospaced font."""
    rows = [
        (gettext(words_of(game).span), [str(line.turn) for line in lines]),
        (gettext(OWN), [figure(game, line.own.mean) for line in lines]),
        (gettext(USUAL), [figure(game, line.usual.mean) for line in lines]),
    ]
    first = max([len(name) for name, _ in rows])
    width = 1 + max([len(cell) for _, cells in rows for cell in cells])
    return "\n".join(
        [name.ljust(first) + "".join([cell.rjust(width) for cell in cells]) for name, cells in rows]
    )
