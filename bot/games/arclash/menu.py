"""The screens through which everything can be done without typing: where a path leads."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TypeAlias

from bot.engine.markdown import safe
from bot.engine.menus import buttons, select
from bot.engine.phrases import count
from bot.engine.wording import Choice, Group, Menu
from bot.games.arclash.actions import (
    ArclashAction,
    Open,
    Pass,
    Pay,
    Place,
    Play,
    Renew,
    Stand,
    Stay,
    TakeDeck,
    Withdraw,
)
from bot.games.arclash.cardmenu import Desk, play_screen, reading_button, reading_screen
from bot.games.arclash.names import Talk
from bot.games.arclash.questionmenu import question_screen
from bot.games.arclash.sentences import outcome_words
from bot.games.arclash.status import waiting_for

Screen: TypeAlias = Callable[[Desk], Menu]


def menu(talk: Talk, legal: Sequence[ArclashAction], path: tuple[str, ...]) -> Menu:
    """Return the screen reached by these keys; the first one if they lead nowhere."""
    if not legal:
        return Menu(_waiting_text(talk), ())
    desk = Desk(talk, legal)
    return (_further_screen(desk, path) if path else None) or _first_screen(desk)


def _further_screen(desk: Desk, path: tuple[str, ...]) -> Menu | None:
    if path[0] == "read":
        return reading_screen(desk, path[1:])
    return play_screen(desk, path[0]) if len(path) == 1 else None


def _first_screen(desk: Desk) -> Menu:
    view = desk.talk.view
    if view.question is not None and view.question.seat == view.viewer:
        return question_screen(desk)
    if Withdraw() in desk.legal:
        return _paying_screen(desk) if desk.of(Pay) else _ready_screen(desk)
    return _SCREENS[view.phase](desk)


def _waiting_text(talk: Talk) -> str:
    view = talk.view
    if view.outcome is not None:
        return outcome_words(talk, view.outcome)
    if view.viewer is None or not view.turn:
        return waiting_for(talk)
    done = {"advance": "You stand for this turn. ", "support": "You have passed. "}.get(view.phase, "")
    own = done if view.places[view.viewer].done else ""
    hand = talk.lexicon.several(view.hand) if view.hand else "empty"
    return f"{own}{waiting_for(talk)}\nYour hand: {hand}."


# What can be taken back until all have chosen


def _ready_screen(desk: Desk) -> Menu:
    talk = desk.talk
    text = f"**{_chosen(desk)}** {waiting_for(talk)}\nUntil all have chosen you can take it back."
    back = Choice("withdraw", "Take it back", "and choose again", (Withdraw(),))
    return Menu(text, tuple(buttons([back, *reading_button(desk)])))


def _chosen(desk: Desk) -> str:
    talk, view = desk.talk, desk.talk.view
    if view.phase == "decks":
        return f"You play {_deck_words(desk)}."
    if view.placed is None:
        return "You stand." if view.phase == "advance" else "You keep your stack."
    paying = f", and discard {talk.lexicon.several(view.paying)} for it" if view.paying else ""
    return f"You have put {talk.card(view.placed.number)} face down{paying}."


def _deck_words(desk: Desk) -> str:
    """Return the name of the deck that was chosen."""
    held = tuple(sorted(desk.talk.view.deck))
    for deck in desk.talk.lexicon.pool.decks.values():
        if held == tuple(sorted([number for number, copies in deck.cards.items() for _ in range(copies)])):
            return f"the deck {safe(deck.title)}"
    return "a deck of your own"


def _paying_screen(desk: Desk) -> Menu:
    talk, view = desk.talk, desk.talk.view
    placed = talk.card(view.placed.number) if view.placed is not None else "it"
    chosen = f" So far: {talk.lexicon.several(view.paying)}." if view.paying else ""
    text = (
        f"**You put {placed} face down. Choose what to discard for it: {count(view.owed, 'card')} to go.**"
        f"{chosen}\nNobody sees this before all have chosen, and you can still take it back."
    )
    back = Choice("withdraw", "Take it back", "and choose again", (Withdraw(),))
    return Menu(text, (*desk.select(Pay, "Discard"), *buttons([back, *reading_button(desk)])))


# The phases


def _decks(desk: Desk) -> list[Group]:
    ready = desk.talk.lexicon.pool.decks
    choices = []
    for action in desk.of(TakeDeck):
        deck = ready.get(action.deck)
        label, hint = (deck.title, deck.description) if deck is not None else (action.deck, "")
        choices.append(desk.choice(f"d-{action.deck}", safe(label), safe(hint), action))
    return select("Play a ready deck", choices)


def _decks_screen(desk: Desk) -> Menu:
    text = (
        "**Choose your deck.** Nobody sees which before the match begins, and you can change it until all "
        "have chosen.\nA deck of your own is played with `/deck play`."
    )
    return Menu(text, tuple(_decks(desk)))


def _openers_screen(desk: Desk) -> Menu:
    text = (
        "**Whom do you begin with?** Choose a Level 1 Character of your deck. It stays face down until all "
        "have chosen; the rest of the deck is shuffled then, and you draw your first hand."
    )
    return Menu(text, (*desk.select(Open, "Begin with"), *buttons(reading_button(desk))))


def _advance_screen(desk: Desk) -> Menu:
    able = desk.of(Place)
    text = f"**Advance.** {desk.standing()}\n"
    if able:
        text += (
            "Put one Character face down on it, or stand. When all have chosen the cards are turned over "
            "and paid for, and there is another round for those who did not stand."
        )
    else:
        text += "No card of your hand can advance from it now, so you can only stand."
    stand = Choice(
        "stand", "Stand", "no more advancing this turn", (Stand(),), style="plain" if able else "main"
    )
    row = [stand] if Stand() in desk.legal else []
    return Menu(text, (*desk.select(Place, "Advance to"), *buttons([*row, *reading_button(desk)])))


def _support_screen(desk: Desk) -> Menu:
    able = desk.of(Play)
    text = f"**Play a Support, or pass.** {desk.standing()}\n{desk.rivals()}"
    if not able:
        text += "\nYou have no Support that you could play."
    style = "grave" if able else "main"
    out = Choice("pass", "Pass", "no more Supports in this battle", (Pass(),), style=style)
    row = [out] if Pass() in desk.legal else []
    return Menu(
        text, (*desk.ways(Play, "Look at a Support, then play it"), *buttons([*row, *reading_button(desk)]))
    )


def _renew_screen(desk: Desk) -> Menu:
    text = (
        f"**Keep your stack, or begin anew?** {desk.standing()}\n"
        "For a new Level 1 from your hand the whole stack is discarded. It stays face down until all "
        "have chosen."
    )
    stay = Choice("stay", "Keep the stack", "", (Stay(),), style="main")
    row = [stay] if Stay() in desk.legal else []
    return Menu(text, (*desk.select(Renew, "Begin anew with"), *buttons([*row, *reading_button(desk)])))


_SCREENS: Mapping[str, Screen] = MappingProxyType(
    {
        "decks": _decks_screen,
        "openers": _openers_screen,
        "advance": _advance_screen,
        "support": _support_screen,
        "renew": _renew_screen,
    }
)
"""The first screen of each phase; in the others cards ask, and nothing else is chosen."""
