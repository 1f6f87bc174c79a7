"""The screens by which all actions are possible without typing: the screen of each path."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from bot.base.language import N_, gettext, ngettext, pgettext
from bot.engine.cards.wording import deck_played
from bot.engine.contract import Action
from bot.engine.menus import buttons, select
from bot.engine.sentences import safe
from bot.engine.wording import Choice, Group, Menu, UnavailableChoice
from bot.games.arclash.cards.cards import Character
from bot.games.arclash.menus.card_screens import (
    MenuContext,
    play_screen,
    question_screen,
    reading_button,
    reading_screen,
)
from bot.games.arclash.rules.actions import (
    Advance,
    Open,
    Pass,
    Pay,
    Play,
    Renew,
    Stand,
    Stay,
    TakeDeck,
    Way,
    Withdraw,
)
from bot.games.arclash.wording.board_text import waiting_for
from bot.games.arclash.wording.names import Talk, once_each, ways_in_words

# The cards of the hand that a phase's screens do not offer, with the reason.


def unavailable(talk: Talk, legal: Sequence[Any], path: tuple[str, ...]) -> Sequence[UnavailableChoice]:
    """Return the cards of the hand that the first screen of a phase does not offer.

    Of cards of the wrong kind (Supports in the Advance phase, Characters in a battle) only one is explained.
    """
    make = next((each for free, each in _WISHES.items() if free in legal), None)
    if path or make is None:
        return ()
    offered = {action.card for action in legal if type(action) is make}
    able = {shown.number for shown in talk.view.hand if shown.card in offered}
    others = [shown for shown in once_each(talk.view.hand) if shown.number not in able]
    fitting = [
        shown
        for shown in others
        if isinstance(talk.lexicon.face(shown.number), Character) is (make is not Play)
    ]
    other = [shown for shown in others if shown not in fitting][:1]
    return [
        UnavailableChoice(safe(talk.lexicon.plain(shown.number)), make(shown.card))
        for shown in (*fitting, *other)
    ]


_WISHES: Mapping[Any, Callable[[int], Action]] = {Stand(): Advance, Pass(): Play, Stay(): Renew}
"""The action with a card that replaces an action without one."""


Screen: TypeAlias = Callable[[MenuContext], Menu]


def screen(talk: Talk, legal: Sequence[Action], path: tuple[str, ...]) -> Menu:
    """Return the screen reached by these keys; the first screen if the keys lead nowhere."""
    context = MenuContext(talk, legal)
    menu = None
    if path[:1] == ("read",):
        menu = reading_screen(context, path[1:])
    elif len(path) == 1:
        menu = play_screen(context, path[0])
    return menu or _first_screen(context)


def _first_screen(context: MenuContext) -> Menu:
    view = context.talk.view
    if view.question is not None and view.question.seat == view.viewer:
        return question_screen(context)
    if context.of(Way):
        return _way_screen(context)
    if context.of(Pay):
        return _paying_screen(context)
    if Withdraw() in context.legal:
        talk = context.talk
        back = gettext("Until all have chosen you can take it back.")
        text = f"**{_chosen(context)}** {waiting_for(talk)}\n{back}"
        return Menu(text, tuple(buttons([_back(), *reading_button(context)])))
    return _SCREENS[view.phase](context)


def waiting_text(talk: Talk) -> str:
    """Return the text for a waiting seat: the awaited players, and the seat's own situation."""
    view = talk.view
    if view.viewer is None or not view.turn:
        return waiting_for(talk)
    done = [gettext(_DONE[view.phase])] if view.places[view.viewer].done and view.phase in _DONE else []
    if not talk.view.hand:
        hand = gettext("Your hand: empty.")
    else:
        hand = gettext("Your hand: {cards}.", cards=talk.several(talk.view.hand))
    return f"{' '.join([*done, waiting_for(talk)])}\n{hand}"


_DONE: Mapping[str, str] = {"advance": N_("You stand for this turn."), "support": N_("You have passed.")}
"""The text for a seat that has finished its choices, by phase."""


# Choices that can be taken back until all have chosen


def _back() -> Choice:
    return Choice("withdraw", gettext("Take it back"), gettext("and choose again"), (Withdraw(),))


def _chosen(context: MenuContext) -> str:
    talk, view = context.talk, context.talk.view
    if view.phase == "decks":
        return deck_played(talk.lexicon, tuple(sorted(view.deck)))
    if view.placed is None:
        return gettext("You stand.") if view.phase == "advance" else gettext("You keep your stack.")
    card = talk.named(view.placed.number)
    if not view.paying:
        return gettext("You have put {card} face down.", card=card)
    paid = talk.several(view.paying)
    return gettext("You have put {card} face down, and discard {paid} for it.", card=card, paid=paid)


def _way_screen(context: MenuContext) -> Menu:
    talk, view = context.talk, context.talk.view
    assert view.placed is not None, "only what lies face down has a way"
    texts = ways_in_words(talk)
    card = talk.named(view.placed.number)
    asked = gettext("**You put {card} face down. By which way does it advance?**", card=card)
    choices = [
        context.choice(
            f"w{action.way}",
            gettext("Way {number}", number=action.way + 1),
            safe(texts[action.way]),
            action,
        )
        for action in context.of(Way)
    ]
    lines = [
        f"{choice.label}: {safe(texts[action.way])}"
        for choice, action in zip(choices, context.of(Way), strict=True)
    ]
    secret = gettext("Nobody sees this before all have chosen, and you can still take it back.")
    row = buttons([_back(), *reading_button(context)])
    return Menu("\n".join([asked, *lines, secret]), (*select(gettext("Your way"), choices), *row))


def _paying_screen(context: MenuContext) -> Menu:
    talk, view = context.talk, context.talk.view
    assert view.placed is not None, "only what lies face down is paid for"
    words = [
        ngettext(
            "**You put {card} face down. Choose what to discard for it: {number} card to go.**",
            "**You put {card} face down. Choose what to discard for it: {number} cards to go.**",
            view.owed,
            card=talk.named(view.placed.number),
        )
    ]
    if view.paying:
        words.append(gettext("So far: {cards}.", cards=talk.several(view.paying)))
    secret = gettext("Nobody sees this before all have chosen, and you can still take it back.")
    row = buttons([_back(), *reading_button(context)])
    return Menu(f"{' '.join(words)}\n{secret}", (*context.payments(), *row))


# The phases


FIRST_DECKS = ("windfall", "second-firing")
"""The ready decks that need the least knowledge of cards: one builds high stacks, the other returns cards."""


def _decks(context: MenuContext) -> list[Group]:
    ready = context.talk.lexicon.pool.decks
    choices = []
    for action in context.of(TakeDeck):
        deck = ready.get(action.deck)
        words = (deck.title, deck.description) if deck is not None else (action.deck, "")
        label, hint = [safe(pgettext("card", said)) for said in words]
        if action.deck in FIRST_DECKS:
            label = gettext("{deck} (good to begin with)", deck=label)
        choices.append(context.choice(f"d-{action.deck}", label, hint, action))
    return select(gettext("Play a ready deck"), choices)


def _decks_screen(context: MenuContext) -> Menu:
    text = gettext(
        "**Choose your deck.** Nobody sees which before the match begins, and you can change it until all "
        "have chosen.\nA deck of your own is played with `/deck play`."
    )
    return Menu(text, tuple(_decks(context)))


def _openers_screen(context: MenuContext) -> Menu:
    text = gettext(
        "**Which Character do you begin with?** Choose a Level 1 Character of your deck. It"
        " stays face down until all have chosen; then the rest of the deck is shuffled, and"
        " you draw your first hand."
    )
    return Menu(text, (*context.select(Open, gettext("Begin with")), *buttons(reading_button(context))))


def _advance_screen(context: MenuContext) -> Menu:
    able = context.of(Advance)
    what = (
        gettext(
            "Put one Character face down on it, or stand. When all have chosen the cards are turned over "
            "and paid for, and there is another round for those who did not stand."
        )
        if able
        else gettext("No card of your hand can advance from it now, so you can only stand.")
    )
    text = f"{gettext('**Advance.** {standing}', standing=context.standing())}\n{what}"
    style = "plain" if able else "main"
    stand = Choice("stand", gettext("Stand"), gettext("no more advancing this turn"), (Stand(),), style=style)
    row = [stand] if Stand() in context.legal else []
    groups = (*context.select(Advance, gettext("Advance to")), *buttons([*row, *reading_button(context)]))
    return Menu(text, groups)


def _support_screen(context: MenuContext) -> Menu:
    able = context.of(Play)
    lines = [
        gettext("**Play a Support, or pass.** {standing}", standing=context.standing()),
        context.rivals(),
    ]
    lines += [] if able else [gettext("You have no Support that you could play.")]
    style = "grave" if able else "main"
    out = Choice("pass", gettext("Pass"), gettext("no more Supports in this battle"), (Pass(),), style=style)
    row = [out] if Pass() in context.legal else []
    cards = context.select(Play, gettext("Play a Support"), at_once=False)
    return Menu("\n".join(lines), (*cards, *buttons([*row, *reading_button(context)])))


def _renew_screen(context: MenuContext) -> Menu:
    text = gettext(
        "**Keep your stack, or begin again?** {standing}\nFor a new Level 1 from your hand the whole"
        " stack is discarded. It stays face down until all have chosen.",
        standing=context.standing(),
    )
    stay = Choice("stay", gettext("Keep the stack"), "", (Stay(),), style="main")
    row = [stay] if Stay() in context.legal else []
    groups = (*context.select(Renew, gettext("Begin again with")), *buttons([*row, *reading_button(context)]))
    return Menu(text, groups)


_SCREENS: Mapping[str, Screen] = {
    "decks": _decks_screen,
    "openers": _openers_screen,
    "advance": _advance_screen,
    "support": _support_screen,
    "renew": _renew_screen,
}
"""The first screen of each phase; in the other phases only cards ask questions."""
