"""The sentences for effects of cards: rolls, power, moved cards, choices, shields."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.base.language import N_, NN_, gettext, ngettext
from bot.engine.sentences import Describer, Sentences, Word, dice_shown, either
from bot.games.arclash.rules import facts
from bot.games.arclash.wording.names import Talk, score_words

_COIN: Mapping[bool, str] = {True: N_("**heads**"), False: N_("**tails**")}
_WORDS: Mapping[str, Word] = {
    "who": lambda fact, talk: talk.who(fact.seat),
    "card": lambda fact, talk: talk.named(fact.card),
    "cards": lambda fact, talk: talk.several(fact.cards),
    "number": lambda fact, _: fact.number,
    "dice": lambda fact, talk: talk.thing(
        "dice", (fact.dice, fact.sides), dice_shown(fact.dice, fact.sides, talk.die)
    ),
    "coin": lambda fact, talk: talk.thing("coin", fact.heads, gettext(_COIN[fact.heads])),
    "against": lambda fact, _: either([gettext(_AGAINST[one]) for one in fact.against]),
    "whose": lambda fact, talk: talk.who(fact.target),
    "owner": lambda fact, talk: talk.who(fact.seat),
    "source": lambda fact, talk: talk.named(fact.card),
    "by": lambda fact, talk: talk.named(fact.card),
    "position": lambda fact, _: fact.position + 1,
    "size": lambda fact, _: fact.size,
}
SENTENCES = Sentences(_WORDS)
SHOWN = Sentences({**_WORDS, "card": lambda fact, talk: talk.named(fact.shown.number)})
"""For facts that show a card: that card, instead of the one that causes the fact."""
_TARGET = Sentences({**_WORDS, "who": lambda fact, talk: talk.who(fact.target)})


# Power, levels and shields

_LASTS: Mapping[str, str] = {
    "turn": "",
    "next-turn": N_("It lasts until the end of the next turn."),
    "stack": N_("It lasts as long as {card} stays in its stack."),
}


def _lasts(fact: Any, talk: Talk) -> str:
    return SENTENCES.say(_LASTS[fact.until], fact, talk) if _LASTS[fact.until] else ""


def _power_changed(fact: facts.PowerChanged, talk: Talk) -> str:
    if fact.by == 0:
        return _TARGET.say(N_("{card} changes nothing for {who}."), fact, talk)
    by, message = talk.thing("change", fact.by, f"{fact.by:+d}"), N_("{card}: {by} for {who}, power {power}.")
    return _TARGET.say(message, fact, talk, by=by, power=fact.power)


_KEPT: Mapping[str, str] = {
    "debuff": N_("{card} takes no power from {who}."),
    "level-down": N_("{card} takes no level from {who}."),
    "discard": N_("{card} takes no card from {who}."),
}


_AGAINST: Mapping[str, str] = {
    "debuff": N_("losing power"),
    "level-down": N_("going down a level"),
    "discard": N_("discarding"),
}


# Cards that change places

_NAMED = 5
"""The maximum number of drawn cards named; players look at a refilled hand instead."""


def _drew(fact: facts.Drew, talk: Talk) -> str:
    own = talk.own(fact.seat) and bool(fact.cards)
    if not fact.card and own and fact.count > _NAMED:
        drawn = NN_("You draw {number} card.", "You draw {number} cards.")
        return SENTENCES.count(drawn, fact.count, fact, talk)
    if not fact.card:
        return SENTENCES.say(N_("You draw {cards}."), fact, talk) if own else ""
    if own:
        return SENTENCES.say(N_("You draw {cards} for {card}."), fact, talk)
    drawn = NN_("{who} draws {number} card for {card}.", "{who} draws {number} cards for {card}.")
    return SENTENCES.count(drawn, fact.count, fact, talk)


_LETS = N_("{source} lets {who} do it.")
_WHY_DISCARDED = SENTENCES.by(
    "cost", {True: N_("It is the price for {card}."), False: N_("{card} asks for it.")}
)
_SEARCHED = N_("{source} asked for the search.")
_COMES: Mapping[str, str] = {
    "hand": N_("From the hand, by {source}."),
    "deck": N_("From the deck, by {source}."),
    "discard": N_("From the discard pile, by {source}."),
}


def _comes(fact: Any, talk: Talk) -> str:
    return SENTENCES.say(_COMES[fact.zone] if fact.cards else _SEARCHED, fact, talk)


def _took(fact: facts.Took, talk: Talk) -> str:
    return SENTENCES.say(_TAKEN[fact.to] if fact.cards else _NOTHING_TAKEN[fact.zone], fact, talk)


_NOTHING_TAKEN: Mapping[str, str] = {
    "deck": N_("{who} takes nothing from the deck."),
    "discard": N_("{who} takes nothing from the discard pile."),
}
_TAKEN: Mapping[str, str] = {
    "hand": N_("{who} takes {cards} into the hand."),
    "deck": N_("{who} shuffles {cards} into the deck."),
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
"""The text for yes and for no."""


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
        chosen = talk.named(fact.shown.number)
        return SENTENCES.say(N_("You choose {chosen} for {card}."), fact, talk, chosen=chosen)
    if talk.own(fact.seat):
        return SENTENCES.say(N_("You have chosen for {card}."), fact, talk)
    return SENTENCES.say(N_("{who} has chosen for {card}."), fact, talk)


def _guessed(fact: facts.Guessed, talk: Talk) -> str:
    guesser = talk.who(fact.guesser)
    if fact.shown is None:
        return SENTENCES.say(N_("{who} guesses card {position} of {size}: wrong."), fact, talk, who=guesser)
    message = N_("{who} guesses card {position} of {size}: right, {marked}!")
    return SENTENCES.say(message, fact, talk, who=guesser, marked=talk.named(fact.shown.number))


# Words that designers asked for

_RETURNED: Mapping[str, str] = {
    "hand": N_("{who} takes {card} back into the hand."),
    "deck": N_("{who} shuffles {card} into the deck."),
}


def _scored(fact: facts.Scored, talk: Talk) -> str:
    points = ngettext("**{number} point**", "**{number} points**", fact.points)
    message = N_("{who} scores {points} by {card}: {score}.")
    score = score_words(fact.score, talk.view.options.score)
    return SENTENCES.say(message, fact, talk, points=points, score=score)


DESCRIBERS: Mapping[type, Describer] = {
    facts.Rolled: SENTENCES.by(
        "again",
        {
            True: N_("{who} rolls again for {card}: {dice}."),
            False: N_("{who} rolls for {card}: {dice}."),
        },
    ),
    facts.Tossed: SENTENCES.plain(N_("{who} tosses a coin for {card}: {coin}.")),
    facts.PowerChanged: SENTENCES.then(_power_changed, _lasts),
    facts.Prevented: SENTENCES.then(_TARGET.by("against", _KEPT), N_("A guard keeps it off.")),
    facts.Drew: _drew,
    facts.Refilled: SENTENCES.counted(
        NN_(
            "{who} shuffles the discard pile of {number} card into a new deck.",
            "{who} shuffles the discard pile of {number} cards into a new deck.",
        ),
        lambda fact: fact.count,
    ),
    facts.Took: SENTENCES.then(_took, _comes),
    facts.Discarded: SENTENCES.then(N_("{who} discards {cards}."), _WHY_DISCARDED),
    facts.Milled: SENTENCES.then(N_("{who} discards {cards} from the deck."), _WHY_DISCARDED),
    facts.LevelledDown: SENTENCES.then(
        SHOWN.by(
            "why",
            {
                "card": N_("{by} brings {who} down from {card}."),
                "battle": N_("{who} goes down from {card}."),
                "level-4": N_("{who} goes down from {card}."),
            },
        ),
        SENTENCES.by(
            lambda fact, _: fact.why == "level-4",
            {True: N_("The battle is over, and so is its time."), False: N_("It is discarded.")},
        ),
    ),
    facts.Guessed: SENTENCES.then(_guessed, N_("The cards are the hand of {owner}; {card} asks for it.")),
    facts.Decided: _decided,
    facts.CutShort: SENTENCES.then(
        N_("Too much at once: {card} is cut short."),
        N_("What it sets off from here on is dropped."),
    ),
    facts.Shielded: SENTENCES.then(N_("{card} guards {who}."), N_("It keeps {who} from {against}."), _lasts),
    facts.Cancelled: SENTENCES.then(
        SHOWN.plain(N_("{source} cancels {card} of {who}.")), N_("It is discarded.")
    ),
    facts.Forbidden: SENTENCES.then(
        N_("{card} forbids {who} further Supports."),
        N_("This lasts to the end of the battle."),
    ),
    facts.Scored: _scored,
    facts.Looked: SENTENCES.then(
        SENTENCES.by(
            lambda fact, talk: (fact.zone, bool(fact.cards) and not talk.printer.brief),
            {
                ("hand", False): N_("{who} looks at the hand of {whose}."),
                ("deck", False): N_("{who} looks at the top of the deck."),
                ("hand", True): N_("{who} sees the hand of {whose}: {cards}."),
                ("deck", True): N_("{who} sees the top of the deck: {cards}."),
            },
        ),
        _LETS,
    ),
    facts.Returned: SENTENCES.then(SHOWN.by("to", _RETURNED), _LETS),
    facts.Climbed: SENTENCES.then(
        SENTENCES.by(
            lambda fact, _: bool(fact.cards),
            {
                True: N_("{who} **advances** to {cards}."),
                False: N_("{who} takes no Character from the deck."),
            },
        ),
        _comes,
    ),
}
"""The sentence of each fact caused by a card."""
