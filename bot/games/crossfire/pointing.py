"""What the private picture points out: where a card can go, and what it can act upon."""

from __future__ import annotations

from collections.abc import Iterable

from bot.engine.language import gettext
from bot.engine.wording import Focus
from bot.games.crossfire.actions import Answer, Attack, CrossfireAction, Lay, Rebuild, Replace, Support
from bot.games.crossfire.cards import RANKS, strength
from bot.games.crossfire.piles import defence, unknown
from bot.games.crossfire.table import table_of
from bot.games.crossfire.view import CrossfireView


def focus_on(view: CrossfireView, actions: Iterable[CrossfireAction], chosen: int | None = None) -> Focus:
    """Return the squares where these plays lay a card, and what they attack or answer, with a label each.

    A support is shown on its support square. `chosen` is a square; a card in the hand lies on none.
    """
    reach: set[int] = set()
    targets: dict[int, str] = {}
    for action in actions:
        match action:
            case Lay(at=at) | Rebuild(at=at):
                reach.add(at)
            case Support(base=base):
                reach.add(table_of(view.options, view.seats).behind[base])
            case Attack(at=at):
                targets[at] = _strength(view, at)
            case Answer(at=at):
                targets[at] = _against(_leading(view, at))
            case Replace(at=at):
                targets[at] = gettext("swap")
    return Focus(chosen, frozenset(reach), dict(sorted(targets.items())))


def _strength(view: CrossfireView, at: int) -> str:
    """Return the strength to be matched: "vs 9", "vs K"; "probe" where nobody knows it."""
    pile = view.board[at]
    if pile is None or (pile.kind == "neutral" and unknown(pile)):
        return gettext("probe")
    return _against(defence(pile))


def _leading(view: CrossfireView, at: int) -> int:
    """Return the strength of the card that leads a contest."""
    pile = view.board[at]
    return strength(pile.laid[-1].card) if pile is not None and pile.laid else 0


def _against(held: int) -> str:
    return gettext("vs {strength}", strength=_letter(held))


def _letter(held: int) -> str:
    """Return a strength as a card shows it: "9", "K"; "Jo" for a Joker."""
    rank = RANKS[held - 1] if held else "Jo"
    return rank if held in range(2, 11) or not held else rank[0]
