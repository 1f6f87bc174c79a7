"""The screens for playing without typing, by path."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from bot.base.language import N_, gettext, ngettext, pgettext
from bot.engine.grid import mask_of, squares_of
from bot.engine.menus import Setting, buttons, orders_screen, select
from bot.engine.wording import Choice, Menu, UnavailableChoice
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
from bot.games.crossfire.rules.actions import (
    Answer,
    Attack,
    CrossfireAction,
    Discard,
    Keep,
    Lay,
    Redeal,
    Support,
)
from bot.games.crossfire.rules.cards import Card, is_joker, is_numbered
from bot.games.crossfire.rules.opening import bases_of
from bot.games.crossfire.rules.own_turns import Orders
from bot.games.crossfire.rules.view import CrossfireView
from bot.games.crossfire.wording.contests import (
    ahead_words,
    awaiting,
    contest_words,
    more_contests,
    some,
)
from bot.games.crossfire.wording.names import cards_words
from bot.games.crossfire.wording.sentences import Talk, waiting_for

# The screen of the standing orders of Crossfire.


SETTINGS = (
    Setting(
        "contests",
        N_("How attacks on you are answered"),
        {
            "ask": N_("Attacks: ask me"),
            "bases": N_("Attacks on my bases: answer with the weakest card that is enough"),
            "always": N_("All attacks: answer with the weakest card that is enough"),
        },
    ),
    Setting(
        "keep",
        N_("Bases that could be dealt again"),
        {
            False: N_("Bases: ask me whether to keep them"),
            True: N_("Bases: keep them"),
        },
    ),
)


def orders_menu(orders: Orders) -> Menu:
    """Return the screen of the orders."""
    about = gettext(
        "An answer is the play of your turn. Of several attacks one on a base is answered first; a Joker is"
        " never laid for you. Where no card is enough you are asked."
    )
    return orders_screen(orders, SETTINGS, about)


# Things that the screens of a turn do not offer although a player may look for them: cards, squares for a
# card.


_SUPPORTS = 2
"""The number of bases for which a card's screen explains why it cannot support them."""


def unavailable(talk: Talk, legal: Sequence[Any], path: tuple[str, ...]) -> Sequence[UnavailableChoice]:
    """Return the actions that the first screen of a turn, or the screen of a card, does not offer."""
    if talk.view.phase != "turn":
        return ()
    turn = Turn(talk.view, legal)
    if not path:
        # The contests that wait for the player but that no card of the hand can answer.
        waiting = [at for at in awaiting(turn.view, turn.seat) if at not in turn.answers and turn.view.hand]
        contests = [
            UnavailableChoice(turn.prospects.place(at), Answer(turn.view.hand[-1], at)) for at in waiting
        ]
        return (*contests, *_idle_cards(turn))
    chosen = [card for card in turn.cards if path == (card_key(card),)]
    return tuple([each for card in chosen for each in _squares(turn, card)])


def _idle_cards(turn: Turn) -> Iterator[UnavailableChoice]:
    """Yield the cards that can only be discarded, each with the lay action closest to a legal one."""
    # An empty square of the field adjacent to a node of the player's; -1 if there is none.
    view, table = turn.view, turn.view.table
    own = [at for at, pile in enumerate(view.board) if pile is not None and pile.owner == turn.seat]
    taken = mask_of([at for at, pile in enumerate(view.board) if pile is not None])
    near = [square for at in own for square in squares_of(table.beside[at] & table.field & ~taken)]
    at = min(near, default=-1)
    for card, actions in turn.cards.items():
        if at >= 0 and all(isinstance(action, Discard) for action in actions):
            yield UnavailableChoice(turn.card_label(card), Lay(card, at))


def _squares(turn: Turn, card: Card) -> Iterator[UnavailableChoice]:
    """Yield the squares that other cards can attack or answer and this one cannot, and the bases it cannot
    support.
    """
    can = set(turn.cards[card])
    for kind in (Answer, Attack):
        squares = sorted({action.at for action in turn.legal if isinstance(action, kind)})
        for at in squares:
            if (action := kind(card, at)) not in can:
                yield UnavailableChoice(turn.prospects.place(at), action)
    view, table = turn.view, turn.view.table
    free = [base for base in table.bases[turn.seat] if view.board[table.behind[base]] is None]
    barred = [base for base in free if Support(card, base) not in can] if is_numbered(card) else []
    for base in barred[:_SUPPORTS]:
        yield UnavailableChoice(turn.prospects.place(base), Support(card, base))


_CONTESTS = 6
"""The greatest number of contests on the first screen."""


def screen(talk: Talk, legal: Sequence[CrossfireAction], path: tuple[str, ...]) -> Menu:
    """Return the screen at the end of a path; the first one if the path is invalid."""
    if talk.view.phase == "bases":
        return _bases_screen(talk.view, legal)
    turn = Turn(talk.view, legal)
    menu = _further_screen(turn, path[0], path[1:]) if path else None
    return menu or _first_screen(turn)


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
    told = [contest_words(view, at, reader=turn.seat, able=at in turn.answers) for at in waiting]
    lines += some(told, _CONTESTS, more_contests)
    if ahead := ahead_words(view):
        lines.append(f"{ahead}.")
    return lines
