"""The sentences for what cards do: rolls, power, cards that change places, choices, shields."""

from __future__ import annotations

from collections.abc import Mapping

from bot.engine.language import N_, NN_, gettext, ngettext
from bot.engine.phrases import dice_shown, either
from bot.engine.sentences import Describer, Sentences, Word
from bot.games.arclash.rules import facts
from bot.games.arclash.wording.names import Talk

_WORDS: Mapping[str, Word] = {
    "who": lambda fact, talk: talk.who(fact.seat),
    "card": lambda fact, talk: talk.card(fact.card),
    "cards": lambda fact, talk: talk.several(fact.cards),
    "number": lambda fact, _: fact.number,
    "dice": lambda fact, _: dice_shown(fact.dice, fact.sides),
    "against": lambda fact, _: either([gettext(_AGAINST[one]) for one in fact.against]),
    "whose": lambda fact, talk: talk.who(fact.target),
    "source": lambda fact, talk: talk.card(fact.card),
    "by": lambda fact, talk: talk.card(fact.card),
}
SENTENCES = Sentences(_WORDS)
SHOWN = Sentences({**_WORDS, "card": lambda fact, talk: talk.card(fact.shown.number)})
"""For facts in which a card is shown, instead of the one by which they come about."""
_TARGET = Sentences({**_WORDS, "who": lambda fact, talk: talk.who(fact.target)})

# Dice and coins


# Power, levels and shields

_GAINS: Mapping[str, str] = {
    "turn": N_("{card} gives {who} +{by}: power {power} now."),
    "next-turn": N_("{card} gives {who} +{by}, until the end of the next turn: power {power} now."),
    "stack": N_("{card} gives {who} +{by}, as long as it stays in its stack: power {power} now."),
}
_LOSSES: Mapping[str, str] = {
    "turn": N_("{card} takes {by} from {who}: power {power} now."),
    "next-turn": N_("{card} takes {by} from {who}, until the end of the next turn: power {power} now."),
    "stack": N_("{card} takes {by} from {who}, as long as it stays in its stack: power {power} now."),
}


def _power_changed(fact: facts.PowerChanged, talk: Talk) -> str:
    if fact.by == 0:
        return _TARGET.say(N_("{card} changes nothing for {who}."), fact, talk)
    changes = _GAINS if fact.by > 0 else _LOSSES
    return _TARGET.say(changes[fact.until], fact, talk, by=abs(fact.by), power=fact.power)


_KEPT: Mapping[str, str] = {
    "debuff": N_("{who} is guarded against {card} and keeps the power."),
    "level-down": N_("{who} is guarded against {card} and keeps the level."),
    "discard": N_("{who} is guarded against {card} and keeps the cards."),
}


_AGAINST: Mapping[str, str] = {
    "debuff": N_("losing power"),
    "level-down": N_("going down a level"),
    "discard": N_("discarding"),
}
_SHIELDS: Mapping[str, str] = {
    "turn": N_("{card} guards {who} against {against}."),
    "next-turn": N_("{card} guards {who} against {against}, until the end of the next turn."),
    "stack": N_("{card} guards {who} against {against}, as long as it stays in its stack."),
}


_DOWN: Mapping[str, str] = {
    "card": N_("{by} brings {who} down a level: {card} is discarded."),
    "battle": N_("{who} goes down a level: {card} is discarded."),
    "level-4": N_("The battle is over, and so is the time of {card}: {who} goes down a level."),
}


# Cards that change places


def _drew(fact: facts.Drew, talk: Talk) -> str:
    own = talk.own(fact.seat) and bool(fact.cards)
    if not fact.card:
        return SENTENCES.say(N_("You draw {cards}."), fact, talk) if own else ""
    if own:
        return SENTENCES.say(N_("You draw {cards} for {card}."), fact, talk)
    drawn = NN_("{who} draws {number} card for {card}.", "{who} draws {number} cards for {card}.")
    return SENTENCES.count(drawn, fact.count, fact, talk)


def _took(fact: facts.Took, talk: Talk) -> str:
    if not fact.cards:
        return SENTENCES.say(_NOTHING_TAKEN[fact.zone], fact, talk)
    message = _SHUFFLED_IN if fact.to == "deck" else _TAKEN[fact.zone]
    return SENTENCES.count(message, len(fact.cards), fact, talk)


_NOTHING_TAKEN: Mapping[str, str] = {
    "deck": N_("{who} looks through the deck for {card} and takes nothing."),
    "discard": N_("{who} looks through the discard pile for {card} and takes nothing."),
}
_SHUFFLED_IN = NN_(
    "{who} shows {cards} from the discard pile for {card} and shuffles it into the deck.",
    "{who} shows {cards} from the discard pile for {card} and shuffles them into the deck.",
)
_TAKEN: Mapping[str, tuple[str, str]] = {
    "discard": NN_(
        "{who} shows {cards} from the discard pile for {card} and takes it into the hand.",
        "{who} shows {cards} from the discard pile for {card} and takes them into the hand.",
    ),
    "deck": NN_(
        "{who} shows {cards} from the deck for {card} and takes it into the hand.",
        "{who} shows {cards} from the deck for {card} and takes them into the hand.",
    ),
}


# Choices

_OPTIONS = (
    N_("{who} takes the first option of {card}."),
    N_("{who} takes the second option of {card}."),
    N_("{who} takes the third option of {card}."),
    N_("{who} takes the fourth option of {card}."),
)
_ANSWERS: Mapping[str, Mapping[bool, str]] = {
    "may": {True: N_("{who} makes use of {card}."), False: N_("{who} does without {card}.")},
    "reroll": {
        True: N_("{who} rolls again, asked by {card}."),
        False: N_("{who} keeps the roll, asked by {card}."),
    },
}
"""What is said of a yes, and of a no."""


def _decided(fact: facts.Decided, talk: Talk) -> str:
    match fact.kind:
        case "seat" if fact.answer is not None:
            chosen = talk.who(fact.answer)
            return SENTENCES.say(N_("{who} chooses {chosen} for {card}."), fact, talk, chosen=chosen)
        case "option" if fact.answer is not None:
            return SENTENCES.say(_OPTIONS[fact.answer], fact, talk)
        case "may" | "reroll":
            return SENTENCES.say(_ANSWERS[fact.kind][bool(fact.answer)], fact, talk)
        case "card":
            return _card_decided(fact, talk)
    return ""


def _card_decided(fact: facts.Decided, talk: Talk) -> str:
    if fact.shown is not None:
        chosen = talk.card(fact.shown.number)
        return SENTENCES.say(N_("You choose {chosen} for {card}."), fact, talk, chosen=chosen)
    if talk.own(fact.seat):
        return SENTENCES.say(N_("You have chosen for {card}."), fact, talk)
    return SENTENCES.say(N_("{who} has chosen for {card}."), fact, talk)


_WRONG: Mapping[str, str] = {
    "you": N_("You guess position {position} of {size} in the hand of {whose} for {card}: wrong."),
    "yours": N_("{who} guesses position {position} of {size} in your hand for {card}: wrong."),
    "theirs": N_("{who} guesses position {position} of {size} in the hand of {whose} for {card}: wrong."),
}
_RIGHT: Mapping[str, str] = {
    "you": N_(
        "You guess position {position} of {size} in the hand of {whose} for {card}: right, it is {marked}!"
    ),
    "yours": N_(
        "{who} guesses position {position} of {size} in your hand for {card}: right, it is {marked}!"
    ),
    "theirs": N_(
        "{who} guesses position {position} of {size} in the hand of {whose} for {card}: "
        "right, it is {marked}!"
    ),
}


def _guessed(fact: facts.Guessed, talk: Talk) -> str:
    reader = "you" if talk.own(fact.guesser) else "yours" if talk.own(fact.seat) else "theirs"
    return gettext(
        (_WRONG if fact.shown is None else _RIGHT)[reader],
        who=talk.who(fact.guesser),
        whose=talk.who(fact.seat),
        position=fact.position + 1,
        size=fact.size,
        card=talk.card(fact.card),
        marked="" if fact.shown is None else talk.card(fact.shown.number),
    )


# Words that designers asked for

_RETURNED: Mapping[str, str] = {
    "hand": N_("{who} takes {card} back into the hand, by {source}."),
    "deck": N_("{who} shuffles {card} into the deck, by {source}."),
}
_CLIMBED: Mapping[str, str] = {
    "hand": N_("{who} **advances** to {cards} from the hand, by {card}."),
    "deck": N_("{who} **advances** to {cards} from the deck, by {card}."),
    "discard": N_("{who} **advances** to {cards} from the discard pile, by {card}."),
}


def _climbed(fact: facts.Climbed, talk: Talk) -> str:
    if not fact.cards:
        return SENTENCES.say(N_("{who} looks for a Character in the deck and takes none."), fact, talk)
    return SENTENCES.say(_CLIMBED[fact.zone], fact, talk)


def _scored(fact: facts.Scored, talk: Talk) -> str:
    points = ngettext("**{number} point**", "**{number} points**", fact.points)
    message = N_("{who} scores {points} by {card}: {score} of {goal}.")
    return SENTENCES.say(message, fact, talk, points=points, score=fact.score, goal=talk.view.options.score)


DESCRIBERS: Mapping[type, Describer] = {
    facts.Rolled: SENTENCES.by(
        "again",
        {
            True: N_("{who} rolls again for {card}: {dice}."),
            False: N_("{who} rolls for {card}: {dice}."),
        },
    ),
    facts.Tossed: SENTENCES.by(
        "heads",
        {
            True: N_("{who} tosses a coin for {card}: **heads**."),
            False: N_("{who} tosses a coin for {card}: **tails**."),
        },
    ),
    facts.PowerChanged: _power_changed,
    facts.Prevented: _TARGET.by("against", _KEPT),
    facts.Drew: _drew,
    facts.Refilled: SENTENCES.counted(
        NN_(
            "{who} shuffles the discard pile of {number} card into a new deck.",
            "{who} shuffles the discard pile of {number} cards into a new deck.",
        ),
        lambda fact: fact.count,
    ),
    facts.Took: _took,
    facts.Discarded: SENTENCES.by(
        "cost",
        {
            True: N_("{who} discards {cards} to pay for {card}."),
            False: N_("{who} discards {cards} for {card}."),
        },
    ),
    facts.Milled: SENTENCES.by(
        "cost",
        {
            True: N_("{who} discards {cards} from the top of the deck to pay for {card}."),
            False: N_("{who} discards {cards} from the top of the deck for {card}."),
        },
    ),
    facts.LevelledDown: SHOWN.by("why", _DOWN),
    facts.Guessed: _guessed,
    facts.Decided: _decided,
    facts.CutShort: SENTENCES.plain(
        N_("Too much happens at once: what {card} sets off from here on is dropped.")
    ),
    facts.Shielded: SENTENCES.by("until", _SHIELDS),
    facts.Cancelled: SHOWN.plain(N_("{source} cancels {card} of {who}: it is discarded.")),
    facts.Forbidden: SENTENCES.plain(N_("{card} keeps {who} from playing Supports in this battle.")),
    facts.Scored: _scored,
    facts.Looked: SENTENCES.by(
        lambda fact, _: (fact.zone, bool(fact.cards)),
        {
            ("hand", False): N_("{who} looks at the hand of {whose}, by {card}."),
            ("deck", False): N_("{who} looks at the top of the deck, by {card}."),
            ("hand", True): N_("{who} sees the hand of {whose}: {cards}."),
            ("deck", True): N_("{who} sees the top of the deck: {cards}."),
        },
    ),
    facts.Returned: SHOWN.by("to", _RETURNED),
    facts.Climbed: _climbed,
}
"""The sentence of each fact that comes about by a card."""
