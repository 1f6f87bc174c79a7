"""The screens for playing without typing, by path."""

from __future__ import annotations

from collections.abc import Sequence

from bot.base.language import gettext, ngettext, pgettext
from bot.engine.menus import buttons, select
from bot.engine.phrases import listed
from bot.engine.wording import Choice, Menu
from bot.games.crossfire.menus.card_screens import (
    Turn,
    card_key,
    card_screen,
    card_select,
    follow,
    square_action_screen,
    swap_spots,
)
from bot.games.crossfire.menus.pile_screens import contest_choice, contest_screen, pile_choice, pile_screen
from bot.games.crossfire.menus.screens import focus_on
from bot.games.crossfire.rules.actions import CrossfireAction, Keep, Redeal
from bot.games.crossfire.rules.cards import Card, is_joker, is_numbered
from bot.games.crossfire.rules.opening import bases_of
from bot.games.crossfire.rules.view import CrossfireView
from bot.games.crossfire.wording.contests import (
    ahead_words,
    awaiting,
    contest_words,
    more_contests,
    more_squares,
    some,
)
from bot.games.crossfire.wording.names import cards_words
from bot.games.crossfire.wording.sentences import Talk, waiting_for

_CONTESTS = 6
"""The greatest number of contests on the first screen."""


def screen(talk: Talk, legal: Sequence[CrossfireAction], path: tuple[str, ...]) -> Menu:
    """Return the screen at the end of a path; the first one if the path is invalid."""
    if talk.view.phase == "bases":
        return _bases_screen(talk.view, legal)
    turn = Turn(talk.view, legal)
    found = _further_screen(turn, path[0], path[1:]) if path else None
    return found or _first_screen(turn)


def waiting_text(talk: Talk) -> str:
    """Return the seats a seat waits for, and its own cards meanwhile."""
    view, waiting = talk.view, waiting_for(talk)
    if view.viewer is None:
        return waiting
    if view.phase == "bases":
        settled = gettext("Your bases are settled: {cards}.", cards=cards_words(_own_bases(view)))
        return f"{settled} {waiting}"
    hand = gettext("Your hand: {cards}.", cards=cards_words(view.hand))
    return f"{waiting}\n{hand}"


def _own_bases(view: CrossfireView) -> tuple[Card, ...]:
    assert view.viewer is not None, "only a seat has bases"
    return bases_of(view.table, view.board, view.viewer)


def _bases_screen(view: CrossfireView, legal: Sequence[CrossfireAction]) -> Menu:
    """Return the one screen of the opening (CRF-03)."""
    bases = _own_bases(view)
    why = _cause(bases)
    row = []
    if Redeal() in legal:
        row.append(Choice("redeal", gettext("Deal new bases"), why, (Redeal(),), style="main"))
    if Keep() in legal:
        hint = gettext("they are never rearranged")
        row.append(Choice("keep", gettext("Keep these"), hint, (Keep(),), style="good"))
    text = gettext(
        "**Your bases**: {cards}.\nYou may deal all of them again, since {reason}. "
        "Bases that you keep stay for the whole match.",
        cards=cards_words(bases),
        reason=why,
    )
    return Menu(text, tuple(buttons(row)))


def _cause(bases: Sequence[Card]) -> str:
    """Return the reason why bases may be dealt again (CRF-03)."""
    numbered = sum([is_numbered(card) for card in bases])
    if any(is_joker(card) for card in bases):
        return gettext("a Joker is among them")
    if not numbered:
        return gettext("no base of {bases} is numbered", bases=len(bases))
    return ngettext(
        "{number} base of {bases} is numbered",
        "{number} bases of {bases} are numbered",
        numbered,
        bases=len(bases),
    )


def _further_screen(turn: Turn, key: str, rest: tuple[str, ...]) -> Menu | None:
    for card in turn.cards:
        if card_key(card) == key:
            return card_screen(turn, card, rest)
    for at in turn.answers:
        if contest_choice(turn, at).key == key:
            return contest_screen(turn, at, rest)
    for at in turn.piles:
        if pile_choice(turn, at).key == key:
            return pile_screen(turn, at, rest)
    if key == "swap" and turn.swaps:
        return _swap_screen(turn, rest)
    return square_action_screen(turn, key) if not rest else None


def _swap_screen(turn: Turn, rest: tuple[str, ...]) -> Menu | None:
    spots = swap_spots(turn)
    if rest:
        return follow(turn, spots, rest)
    text = gettext(
        "**Which node shall your Joker replace?** It comes to your hand, and your play is still to come."
    )
    return Menu(text, tuple(spots.groups()), focus_on(turn.view, turn.swaps))


def _first_screen(turn: Turn) -> Menu:
    swap = Choice("swap", gettext("Replace a node by your Joker"), pgettext("costs no play", "free"))
    groups = [
        *select(gettext("Answer a contest"), [contest_choice(turn, at) for at in turn.answers]),
        *[group for card in turn.cards for group in card_select(turn, card)],
        *select(gettext("Resolve a seized pile"), [pile_choice(turn, at) for at in turn.piles]),
        *buttons([swap] if turn.swaps else []),
    ]
    return Menu("\n".join(_first_lines(turn)), tuple(groups))


def _first_lines(turn: Turn) -> list[str]:
    view = turn.view
    waiting = awaiting(view, turn.seat)
    lines = [gettext("**Turn {turn} of the match.** Choose a card, then where it goes.", turn=view.turns)]
    told = [contest_words(view, at, reader=turn.seat) for at in waiting]
    lines += some(told, _CONTESTS, more_contests)
    if ahead := ahead_words(view):
        lines.append(f"{ahead}.")
    unable = [turn.prospects.place(at) for at in waiting if at not in turn.answers]
    if unable:
        squares = listed(some(unable, _CONTESTS, more_squares))
        lines.append(gettext("You cannot answer at {squares}.", squares=squares))
    return lines
