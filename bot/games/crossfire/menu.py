"""The screens through which everything can be done without typing: where a path leads."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.menus import buttons, select
from bot.engine.phrases import count, listed
from bot.engine.wording import Choice, Menu
from bot.games.crossfire.actions import CrossfireAction, Keep, Redeal
from bot.games.crossfire.cardmenu import Turn, card_key, card_screen, follow, swap_spots
from bot.games.crossfire.cards import is_joker, is_numbered
from bot.games.crossfire.contests import awaiting, contest_words, some
from bot.games.crossfire.names import awaited, cards_words
from bot.games.crossfire.pilemenu import contest_choice, contest_screen, pile_choice, pile_screen
from bot.games.crossfire.pointing import focus_on
from bot.games.crossfire.sentences import outcome_words, waiting_for
from bot.games.crossfire.table import table_of
from bot.games.crossfire.view import CrossfireView

_CONTESTS = 6
"""Contests that the first screen tells of at most."""


def menu(
    view: CrossfireView, legal: Sequence[CrossfireAction], path: tuple[str, ...], names: Sequence[str]
) -> Menu:
    """Return the screen reached by these keys; the first one if they lead nowhere."""
    if not legal or view.viewer not in awaited(view):
        return Menu(_waiting_text(view, names), ())
    if view.phase == "bases":
        return _bases_screen(view, legal)
    turn = Turn(view, legal)
    found = _further_screen(turn, path[0], path[1:]) if path else None
    return found or _first_screen(turn)


def _waiting_text(view: CrossfireView, names: Sequence[str]) -> str:
    if view.outcome is not None:
        return outcome_words(view, view.outcome, names)
    waiting = waiting_for(view, names)
    if view.viewer is None:
        return waiting
    if view.phase == "bases":
        return f"Your bases are settled: {_bases_words(view)}. {waiting}"
    return f"{waiting}\nYour hand: {cards_words(view.hand)}."


def _bases(view: CrossfireView) -> list[int]:
    """Return the cards on the viewer's base squares."""
    assert view.viewer is not None, "only a seat has bases"
    found = [view.board[square] for square in table_of(view.options, view.seats).bases[view.viewer]]
    return [pile.cards[0] for pile in found if pile is not None]


def _bases_words(view: CrossfireView) -> str:
    return cards_words(_bases(view))


def _bases_screen(view: CrossfireView, legal: Sequence[CrossfireAction]) -> Menu:
    """Return the one screen of the opening (CRF-03)."""
    bases = _bases(view)
    numbered = sum([is_numbered(card) for card in bases])
    why = "a Joker is among them" if any(is_joker(card) for card in bases) else ""
    why = why or f"{count(numbered, 'base')} of {len(bases)} {'is' if numbered < 2 else 'are'} numbered"
    row = []
    if Redeal() in legal:
        row.append(Choice("redeal", "Deal new bases", why, (Redeal(),), style="main"))
    if Keep() in legal:
        row.append(Choice("keep", "Keep these", "they are never rearranged", (Keep(),), style="good"))
    text = (
        f"**Your bases**: {_bases_words(view)}.\nYou may deal all of them anew, since {why}. "
        "Bases that you keep stay as they lie for the whole match."
    )
    return Menu(text, tuple(buttons(row)))


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
    return None


def _swap_screen(turn: Turn, rest: tuple[str, ...]) -> Menu | None:
    spots = swap_spots(turn)
    if rest:
        return follow(turn, spots, rest)
    text = "**Which node shall your Joker replace?** It comes to your hand, and your play is still to come."
    return Menu(text, tuple(spots.groups()), focus_on(turn.view, turn.swaps))


def _first_screen(turn: Turn) -> Menu:
    cards = [Choice(card_key(card), turn.card_label(card), turn.able(card)) for card in turn.cards]
    free = [Choice("swap", "Replace a node by your Joker", "free")] if turn.swaps else []
    groups = [
        *select("Answer a contest", [contest_choice(turn, at) for at in turn.answers]),
        *buttons(cards),
        *select("Resolve a seized pile", [pile_choice(turn, at) for at in turn.piles]),
        *buttons(free),
    ]
    return Menu("\n".join(_first_lines(turn)), tuple(groups))


def _first_lines(turn: Turn) -> list[str]:
    view = turn.view
    waiting = awaiting(view, turn.seat)
    lines = [f"**Your turn**, turn {view.turns} of the match. Choose a card, then where it goes."]
    lines += [f"**{turn.card_label(card)}**: {turn.able(card)}" for card in turn.cards]
    words = some([contest_words(view, at, turn.prospects.called) for at in waiting], _CONTESTS, "contest")
    lines += [f"{word[0].upper()}{word[1:]}." for word in words]
    unable = [turn.prospects.place(at) for at in waiting if at not in turn.answers]
    if unable:
        lines.append(f"You cannot answer at {listed(some(unable, _CONTESTS, 'square'))}.")
    return lines
