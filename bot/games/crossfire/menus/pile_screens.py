"""The screens of piles: contests that wait for an answer, piles to resolve (CRF-16 to CRF-19, CRF-27)."""

from __future__ import annotations

from collections.abc import Mapping

from bot.base.language import N_, gettext
from bot.engine.menus import select
from bot.engine.sentences import SEAT_MARKS, alternatives, cut
from bot.engine.wording import Choice, Focus, Menu
from bot.games.crossfire.menus.card_screens import Turn, card_key, confirm_screen
from bot.games.crossfire.menus.screens import focus_on
from bot.games.crossfire.rules.actions import CrossfireAction, KeepOne, Raise, Rebuild, Tower
from bot.games.crossfire.rules.cards import Card, tower_of
from bot.games.crossfire.wording.contests import contest_words
from bot.games.crossfire.wording.names import a_joker_or, card_words

_PROMPTS: Mapping[type, str] = {
    Tower: N_("Raise a tower: free"),
    KeepOne: N_("Keep one card as your node: free"),
    Raise: N_("Tower from your hand: your play"),
    Rebuild: N_("Replace it from your hand: your play"),
}
"""The ways to resolve a seized pile, as prompts."""


def contest_choice(turn: Turn, at: int) -> Choice:
    """Return the path to a contest that the seat can answer."""
    pile = turn.prospects.pile(at)
    label = gettext(
        "{square}: {player} leads with {card}",
        square=turn.prospects.place(at),
        player=SEAT_MARKS[pile.leader],
        card=a_joker_or(pile.laid[-1].card),
    )
    cards = alternatives([card_words(one.card) for one in turn.answers[at]])
    return Choice(f"c{at}", label, gettext("you can answer with {cards}", cards=cards))


def contest_screen(turn: Turn, at: int, rest: tuple[str, ...]) -> Menu | None:
    """Return a screen of one contest: the cards that can be laid in it, or the confirmation."""
    answers = {card_key(one.card): one for one in turn.answers[at]}
    if rest:
        return confirm_screen(turn, answers[rest[0]]) if rest[0] in answers and len(rest) == 1 else None
    text = f"**{contest_words(turn.view, at, reader=turn.seat)}**"
    choices = [
        Choice(key, turn.card_label(one.card), turn.prospects.answer_hint(one))
        for key, one in answers.items()
    ]
    focus = Focus(chosen=at, targets=focus_on(turn.view, answers.values()).targets)
    return Menu(text, tuple(select(gettext("Answer with"), choices)), focus)


def pile_choice(turn: Turn, at: int) -> Choice:
    """Return the path to a seized pile of the seat's."""
    held = turn.prospects.pile(at).cards
    shown, more = cut(held[::-1], 8)
    cards = ", ".join([card_words(card) for card in shown[::-1]])
    if more:
        cards = gettext("{cards} over {number} more", cards=cards, number=more)
    if any(isinstance(one, (Raise, Tower)) for one in turn.piles[at]):
        cards = gettext("{cards}, a tower can be raised", cards=cards)
    return Choice(f"p{at}", turn.prospects.place(at), cards)


def pile_screen(turn: Turn, at: int, rest: tuple[str, ...]) -> Menu | None:
    """Return a screen of one seized pile: its possible actions, or the confirmation."""
    choices = _resolutions(turn, at)
    if rest:
        by_key = {choice.key: action for choice, action in choices.items()}
        return confirm_screen(turn, by_key[rest[0]]) if rest[0] in by_key and len(rest) == 1 else None
    groups = [
        group
        for kind, prompt in _PROMPTS.items()
        for group in select(
            gettext(prompt), [one for one, action in choices.items() if isinstance(action, kind)]
        )
    ]
    text = gettext(
        "**Your seized pile at {square}**: {pile}.\n"
        "It has no power, and nothing is laid off it. You may also leave it.",
        square=turn.prospects.place(at),
        pile=turn.prospects.resolve_words(at),
    )
    return Menu(text, tuple(groups), Focus(chosen=at))


def _resolutions(turn: Turn, at: int) -> Mapping[Choice, CrossfireAction]:
    resolutions: dict[Choice, CrossfireAction] = {}
    prospects = turn.prospects
    for action in turn.piles[at]:
        match action:
            case Rebuild(card=card):
                choice = Choice(f"r-{card_key(card)}", turn.card_label(card), prospects.power(card, at))
            case KeepOne(card=card):
                choice = Choice(f"k-{card_key(card)}", turn.card_label(card), prospects.power(card, at))
            case Raise(card=card, held=held):
                key = f"h-{card_key(card)}-{card_key(held)}"
                label = _tower_label(turn, *tower_of(card, held))
                choice = Choice(key, label, prospects.tower_hint(action))
            case Tower(royal=royal, ten=ten):
                key = f"t-{card_key(royal)}-{card_key(ten)}"
                label = _tower_label(turn, royal, ten)
                choice = Choice(key, label, gettext("power 10, the strength of the royal"))
        resolutions[choice] = action
    return resolutions


def _tower_label(turn: Turn, royal: Card, ten: Card) -> str:
    return gettext("{royal} on {ten}", royal=turn.card_label(royal), ten=turn.card_label(ten))
