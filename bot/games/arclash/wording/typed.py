"""The typed words for Arclash's actions: cards by name or set number, decks by title, answers by label."""

from __future__ import annotations

from bot.base.language import N_, gettext
from bot.engine.cards.commands import (
    NO_CARD,
    SAY_CARD,
    Answers,
    DeckList,
    choice,
    hand_card,
    not_among,
    printed,
    ready_deck,
)
from bot.engine.cards.decklists import DeckText
from bot.engine.cards.explaining import YES
from bot.engine.errors import UnreadableAction
from bot.engine.typed import Asked, Commands, Named, Thing
from bot.games.arclash.cards.cards import DECK_SIZE
from bot.games.arclash.cards.decks import LIMIT
from bot.games.arclash.rules.actions import Open
from bot.games.arclash.wording.names import in_sight, once_each, ways_in_words
from bot.games.arclash.wording.questions import answers, option_label

# Cards


def _hand(asked: Asked) -> list[int]:
    view = asked.view.view
    if not view.hand:
        empty = N_("Your hand is empty.") if view.turn else N_("You have no hand before the first turn.")
        raise UnreadableAction.translated(empty)
    return [one.card for one in once_each(view.hand)]


def _openers(asked: Asked) -> list[int]:
    if not asked.view.view.openers:
        raise UnreadableAction.translated(
            "You choose the Character you begin with in the opening, once all have a deck."
        )
    return [one.card for one in once_each(asked.view.view.openers)]


def _card(asked: Asked, card: int) -> Named[int]:
    number = in_sight(asked.view.view).get(card)
    return Named(card, gettext("a card")) if number is None else printed(card, number, asked.view.lexicon)


def _no_opener(asked: Asked, word: str, known: str) -> None:
    not_among(
        asked, word, known, N_("{card} is not a Level 1 Character of your deck: there you have {known}.")
    )


# Ways of advancing


def _way(asked: Asked, way: int) -> Named[int]:
    number, text = str(way + 1), ways_in_words(asked.view).get(way, "")
    called = gettext("way {number}", number=number)
    return Named(way, called, (called, f"way {number}", *([text] if text else [])), (number,))


# Answers to the question of a card


def _position(_asked: Asked, value: int) -> Named[int]:
    number = str(value + 1)
    position = gettext("position {number}", number=number)
    return Named(value, position, (position, f"position {number}"), (number,))


def _again(_asked: Asked, value: int) -> Named[int]:
    if value == YES:
        return choice(value, N_("roll again"), N_("yes"), N_("again"), N_("reroll"))
    return choice(value, N_("keep"), N_("no"), N_("keep the roll"))


_ANSWERS = Answers(answers, option_label, {"card": _card, "guess": _position, "reroll": _again})
DECK_TEXT = DeckText(
    most=LIMIT,
    example="TID-01",
    missing=N_('Say which cards, such as "2 TID-01, 1 TID-04".'),
    too_long=lambda: gettext("That list is too long for a deck of {size} cards.", size=DECK_SIZE),
    too_many=lambda: gettext(
        "A deck has {size} cards, and this list has more than {limit}.", size=DECK_SIZE, limit=LIMIT
    ),
)
"""The text format of Arclash's decks."""

COMMANDS = Commands(
    {
        "deck": ready_deck(lambda asked: list(asked.view.lexicon.pool.decks)),
        "cards": DeckList(DECK_TEXT),
        (Open, "card"): Thing(
            missing=SAY_CARD,
            among=_openers,
            name=_card,
            unknown=NO_CARD,
            there=N_("in your deck you have {known}"),
            elsewhere=_no_opener,
            quoted=True,
        ),
        "way": Thing(
            missing=N_("Say by which way, such as 1."),
            among=lambda asked: list(ways_in_words(asked.view)),
            name=_way,
            unknown=N_("{word} is not a way to advance"),
            there=N_("there is {known}"),
        ),
        "card": hand_card(_hand, _card),
        "answer": _ANSWERS.thing(),
    }
)
"""The words for the actions; they are formatted and parsed with a `Talk`."""
