"""The sentences for further effects of cards: choices, cards taken and discarded, looking at hands, dice."""

from __future__ import annotations

from collections.abc import Mapping

from bot.base.language import N_, gettext
from bot.engine.cards.program import STOP
from bot.engine.phrases import dice_shown
from bot.engine.sentences import Describer, Sentences
from bot.games.overcross.cards.field import DIRECTIONS
from bot.games.overcross.rules import facts
from bot.games.overcross.rules.view import NO_CARD, ended_by, owner_of
from bot.games.overcross.wording.effects import lasting_words
from bot.games.overcross.wording.names import Talk

_SENTENCES = Sentences(
    {
        "who": lambda fact, talk: talk.who(fact.seat),
        "by": lambda fact, talk: talk.card(fact.by),
        "cards": lambda fact, talk: talk.several(fact.cards),
        "target": lambda fact, talk: talk.who(fact.target),
    }
)

DIRECTION_NAMES: Mapping[str, str] = {
    "N": N_("north"),
    "NE": N_("north-east"),
    "E": N_("east"),
    "SE": N_("south-east"),
    "S": N_("south"),
    "SW": N_("south-west"),
    "W": N_("west"),
    "NW": N_("north-west"),
}
"""The directions of a push; north is up."""


def direction_words(direction: int) -> str:
    """Return the name of an index of `DIRECTIONS`."""
    return gettext(DIRECTION_NAMES[DIRECTIONS[direction]])


# Choices


def _decided(fact: facts.Decided, talk: Talk) -> str:
    own = talk.own(fact.seat)
    if fact.answer is None:
        return (
            gettext("You have chosen.")
            if own
            else _SENTENCES.say(N_("{who} has chosen for {by}."), fact, talk)
        )
    if fact.answer == STOP:
        return _SENTENCES.say(N_("{who} chooses no more for {by}."), fact, talk)
    if fact.kind in ("may", "reroll"):
        message = N_("{who} uses {by}.") if fact.answer else N_("{who} does not use {by}.")
        return _SENTENCES.say(message, fact, talk)
    answer = _answer_words(fact, talk)
    if own:
        return _SENTENCES.say(N_("You choose {answer} for {by}."), fact, talk, answer=answer)
    return _SENTENCES.say(N_("{who} chooses {answer} for {by}."), fact, talk, answer=answer)


def _answer_words(fact: facts.Decided, talk: Talk) -> str:
    assert fact.answer is not None, "a hidden answer has no words"
    match fact.kind:
        case "seat":
            return talk.who(fact.answer)
        case "square":
            return talk.square(fact.answer)
        case "direction":
            return direction_words(fact.answer)
        case "piece" | "card":
            return talk.card(fact.answer)
        case _:
            return gettext("option {number}", number=fact.answer + 1)


# Moved cards


_TAKEN: Mapping[tuple[str, str], str] = {
    ("deck", "hand"): N_("{who} takes {cards} out of the deck for {by}, and shuffles it."),
    ("deck", "deck"): N_("{who} shuffles the deck for {by}."),
    ("discard", "hand"): N_("{who} takes {cards} from the discard pile for {by}."),
    ("discard", "deck"): N_("{who} shuffles {cards} from the discard pile into the deck for {by}."),
}


def _in_force(fact: facts.InForce, talk: Talk) -> str:
    seat = ended_by(fact.static, owner_of(fact.by))
    words = lasting_words(talk, fact.static, fact.until, seat)
    return _SENTENCES.say(N_("{by}: {words}."), fact, talk, words=words)


DESCRIBERS: Mapping[type, Describer] = {
    facts.Decided: _decided,
    facts.Took: _SENTENCES.by(lambda fact, _: (fact.zone, fact.to), _TAKEN),
    facts.Discarded: _SENTENCES.by(
        lambda fact, _: fact.by == NO_CARD,
        {True: N_("{who} discards {cards}."), False: N_("{who} discards {cards} for {by}.")},
    ),
    facts.Milled: _SENTENCES.plain(N_("{who} discards {cards} from the top of the deck for {by}.")),
    facts.LookedAt: _SENTENCES.by(
        lambda fact, talk: talk.own(fact.seat),
        {
            True: N_("You look at the hand of {target}: {cards}."),
            False: N_("{who} looks at the hand of {target} for {by}."),
        },
    ),
    facts.InForce: _in_force,
    facts.Rolled: lambda fact, talk: _SENTENCES.say(
        N_("{who} rolls for {by}: {dice}."), fact, talk, dice=dice_shown(fact.dice, fact.sides, talk.die)
    ),
    facts.Tossed: _SENTENCES.by(
        "heads",
        {
            True: N_("{who} tosses a coin for {by}: heads."),
            False: N_("{who} tosses a coin for {by}: tails."),
        },
    ),
    facts.CutShort: lambda fact, talk: (
        gettext("Too much happens at once.")
        + talk.further(gettext("What {by} sets off from here on is dropped.", by=talk.card(fact.by)))
    ),
}
"""The describer of each fact caused by a card."""
