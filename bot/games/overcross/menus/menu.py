"""The screens by which all actions are possible without typing: the first ones, and each path's screen."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bot.base.language import N_, gettext, pgettext
from bot.engine.cards.wording import deck_played
from bot.engine.decks import Card
from bot.engine.markdown import safe
from bot.engine.menus import buttons, select
from bot.engine.wording import Choice, Menu
from bot.games.overcross.cards.cards import DeckList
from bot.games.overcross.menus.context import MenuContext, read_button, reading_screen
from bot.games.overcross.menus.question_screens import question_screen
from bot.games.overcross.menus.turn_screens import turn_screen
from bot.games.overcross.rules.actions import Begin, Discard, Keep, Name, Redraw, TakeDeck, Withdraw
from bot.games.overcross.rules.turns import HAND_LIMIT
from bot.games.overcross.wording.names import Talk, mark_words, once_each
from bot.games.overcross.wording.status import waiting_for


def decks_screen(context: MenuContext) -> Menu:
    """Return the choice of a deck, then of the cards to name, or the choices made."""
    if context.of(TakeDeck):
        return _deck_screen(context)
    return _name_screen(context) if context.of(Name) else _ready_screen(context)


def _deck_screen(context: MenuContext) -> Menu:
    talk = context.talk
    text = gettext(
        "**Choose your deck**, of at most {points} points. Nobody sees it before all have chosen, and until "
        "then you can change it.\n-# *My decks* plays one of your own; `/deck build` makes one, "
        "`/cards list` shows all cards.",
        points=talk.view.options.points,
    )
    choices = []
    for action in context.of(TakeDeck):
        deck = talk.lexicon.pool.decks.get(action.deck)
        label, hint = _deck_words(deck) if deck is not None else (action.deck, "")
        if action.deck in FIRST_DECKS:
            label = gettext("{deck} (good to begin with)", deck=label)
        choices.append(context.choice(f"d-{action.deck}", label, hint, action))
    return Menu(text, tuple(select(gettext("Play a ready deck"), choices)))


FIRST_DECKS = ("quick-strip", "hedge-and-hall")
"""The ready decks that need the least knowledge of cards: one moves fast, the other walks up and hits."""


def _deck_words(deck: DeckList) -> tuple[str, str]:
    cards = sum(deck.cards.values())
    what = safe(pgettext("card", deck.description))
    hint = gettext("{points} points, {cards} cards: {what}", points=deck.points, cards=cards, what=what)
    return safe(pgettext("card", deck.title)), hint


def _name_screen(context: MenuContext) -> Menu:
    talk = context.talk
    cards = [talk.lexicon.pool.cards[action.card] for action in context.of(Name)]
    text = gettext(
        "**Which Character is your {mark}?** Nobody sees it until all have chosen.\n{deck}",
        mark=mark_words(cards[0]),
        deck=_chosen(context),
    )
    choices = [
        context.choice(
            f"n-{card.number}",
            safe(talk.lexicon.plain(card.number)),
            _named_hint(context, card.number),
            action,
        )
        for card, action in zip(cards, context.of(Name), strict=True)
    ]
    return Menu(text, (*select(gettext("Name"), choices), *buttons([_back()])))


def _named_hint(context: MenuContext, number: str) -> str:
    lexicon = context.talk.lexicon
    return safe("; ".join([lexicon.stats(number), lexicon.short(number)]))


def _ready_screen(context: MenuContext) -> Menu:
    text = f"**{_chosen(context)}** {waiting_for(context.talk)}"
    if not context.of(Withdraw):
        return Menu(text, ())
    back = gettext("Until all have chosen you can take it back.")
    return Menu(f"{text}\n{back}", tuple(buttons([_back()])))


def _back() -> Choice:
    return Choice("withdraw", gettext("Take it back"), gettext("and choose again"), (Withdraw(),))


def _chosen(context: MenuContext) -> str:
    """Return the chosen deck and the named Characters."""
    talk, view = context.talk, context.talk.view
    assert view.viewer is not None, "only a seat chooses"
    own, named = view.lists[view.viewer], view.chosen[view.viewer]
    words = deck_played(talk.lexicon, own)
    return f"{words} {gettext('You name {cards}.', cards=talk.lexicon.several(named))}" if named else words


def first_screen(context: MenuContext) -> Menu:
    """Return the choice to go first or last (OVC-07)."""
    text = gettext(
        "**You won the roll: do you go first or last?** The play limit grows by 1 each round, for all alike."
    )
    choices = [
        Choice(action.order, gettext(_ORDERS[action.order]), "", (action,)) for action in context.of(Begin)
    ]
    return Menu(text, tuple(buttons(choices)))


_ORDERS = {"first": N_("Go first"), "last": N_("Go last")}


def hands_screen(_context: MenuContext) -> Menu:
    """Return the choice to keep the first hand or to draw it again (OVC-08)."""
    ask = gettext("**Keep this hand, or draw five new cards once?** Only you see it.")
    keep = Choice("keep", gettext("Keep"), "", (Keep(),), style="main")
    redraw = Choice(
        "redraw", gettext("Draw anew"), gettext("this hand is shuffled back"), (Redraw(),), style="grave"
    )
    return Menu(ask, tuple(buttons([keep, redraw, read_button()])))


def discard_screen(context: MenuContext) -> Menu:
    """Return the hand, from which cards are discarded down to 10 (OVC-08)."""
    talk = context.talk
    over = len(talk.view.hand) - HAND_LIMIT
    text = gettext("**Your hand has {number} too many: choose one to discard.**", number=over)
    first: list[Card] = [action.card for action in context.of(Discard)]
    cards = context.card_choices([(card, (Discard(card),)) for card in once_each(talk, first)])
    return Menu(text, (*select(gettext("Discard"), cards), *buttons([read_button()])))


def screen(talk: Talk, legal: Sequence[Any], path: tuple[str, ...]) -> Menu:
    """Return the screen reached by these keys; the first screen if the keys lead nowhere."""
    context = MenuContext(talk, legal)
    if path and path[0] == "read":
        reading = reading_screen(context, path[1:])
        if reading is not None:
            return reading
    if talk.view.question is not None:
        return question_screen(context, path)
    opening = _SCREENS.get(talk.view.phase)
    return turn_screen(context, path) if opening is None else opening(context)


_SCREENS: Mapping[str, Callable[[MenuContext], Menu]] = {
    "decks": decks_screen,
    "first": first_screen,
    "hands": hands_screen,
    "discard": discard_screen,
}
"""The screens of the phases outside of turns."""


def waiting_text(talk: Talk) -> str:
    """Return the text for a waiting seat: the awaited players, and the seat's own hand."""
    view = talk.view
    if view.viewer is None:
        return waiting_for(talk)
    if view.sides[view.viewer].out:
        return f"{gettext('You are out of this match.')} {waiting_for(talk)}"
    if not view.turn:
        return waiting_for(talk)
    hand = talk.several(view.hand) if view.hand else gettext("no card")
    return f"{waiting_for(talk)}\n{gettext('Your hand: {cards}.', cards=hand)}"
