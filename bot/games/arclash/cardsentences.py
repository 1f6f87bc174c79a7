"""The sentences for what cards do: rolls, power, cards that change places, choices, shields."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from bot.engine.language import N_, gettext, ngettext
from bot.engine.phrases import either
from bot.games.arclash import facts
from bot.games.arclash.names import Talk

# Dice and coins


def dice_words(dice: Sequence[int], sides: int = 6) -> str:
    """Return dice with their sum: "**4**", "3 + 5 = **8**", "**17** on a die of 20"."""
    total = f"**{sum(dice)}**"
    added = f"{' + '.join([str(die) for die in dice])} = {total}" if len(dice) > 1 else total
    if sides == 6:
        return added
    return ngettext(
        "{dice} on a die of {sides}", "{dice} on dice of {sides}", len(dice), dice=added, sides=sides
    )


def _rolled(fact: facts.Rolled, talk: Talk) -> str:
    who, card, dice = talk.who(fact.seat), talk.card(fact.card), dice_words(fact.dice, fact.sides)
    if fact.again:
        return gettext("{who} rolls again for {card}: {dice}.", who=who, card=card, dice=dice)
    return gettext("{who} rolls for {card}: {dice}.", who=who, card=card, dice=dice)


def _tossed(fact: facts.Tossed, talk: Talk) -> str:
    who, card = talk.who(fact.seat), talk.card(fact.card)
    if fact.heads:
        return gettext("{who} tosses a coin for {card}: **heads**.", who=who, card=card)
    return gettext("{who} tosses a coin for {card}: **tails**.", who=who, card=card)


# Power, levels and shields

_GAINS: Mapping[str, str] = MappingProxyType(
    {
        "turn": N_("{card} gives {who} +{by}: power {power} now."),
        "next-turn": N_("{card} gives {who} +{by}, until the end of the next turn: power {power} now."),
        "stack": N_("{card} gives {who} +{by}, as long as it stays in its stack: power {power} now."),
    }
)
_LOSSES: Mapping[str, str] = MappingProxyType(
    {
        "turn": N_("{card} takes {by} from {who}: power {power} now."),
        "next-turn": N_("{card} takes {by} from {who}, until the end of the next turn: power {power} now."),
        "stack": N_("{card} takes {by} from {who}, as long as it stays in its stack: power {power} now."),
    }
)


def _power_changed(fact: facts.PowerChanged, talk: Talk) -> str:
    card, who = talk.card(fact.card), talk.who(fact.target)
    if fact.by == 0:
        return gettext("{card} changes nothing for {who}.", card=card, who=who)
    changes = _GAINS if fact.by > 0 else _LOSSES
    return gettext(changes[fact.until], card=card, who=who, by=abs(fact.by), power=fact.power)


_KEPT: Mapping[str, str] = MappingProxyType(
    {
        "debuff": N_("{who} is guarded against {card} and keeps the power."),
        "level-down": N_("{who} is guarded against {card} and keeps the level."),
        "discard": N_("{who} is guarded against {card} and keeps the cards."),
    }
)


def _prevented(fact: facts.Prevented, talk: Talk) -> str:
    return gettext(_KEPT[fact.against], who=talk.who(fact.target), card=talk.card(fact.card))


_AGAINST: Mapping[str, str] = MappingProxyType(
    {"debuff": N_("losing power"), "level-down": N_("going down a level"), "discard": N_("discarding")}
)
_SHIELDS: Mapping[str, str] = MappingProxyType(
    {
        "turn": N_("{card} guards {who} against {against}."),
        "next-turn": N_("{card} guards {who} against {against}, until the end of the next turn."),
        "stack": N_("{card} guards {who} against {against}, as long as it stays in its stack."),
    }
)


def _shielded(fact: facts.Shielded, talk: Talk) -> str:
    against = either([gettext(_AGAINST[one]) for one in fact.against])
    card, who = talk.card(fact.card), talk.who(fact.seat)
    return gettext(_SHIELDS[fact.until], card=card, who=who, against=against)


_DOWN: Mapping[str, str] = MappingProxyType(
    {
        "card": N_("{by} brings {who} down a level: {card} is discarded."),
        "battle": N_("{who} goes down a level: {card} is discarded."),
        "level-4": N_("The battle is over, and so is the time of {card}: {who} goes down a level."),
    }
)


def _levelled_down(fact: facts.LevelledDown, talk: Talk) -> str:
    who, card = talk.who(fact.seat), talk.card(fact.shown.number)
    return gettext(_DOWN[fact.why], who=who, card=card, by=talk.card(fact.card))


# Cards that change places


def _drew(fact: facts.Drew, talk: Talk) -> str:
    own = talk.own(fact.seat) and bool(fact.cards)
    if not fact.card:
        return gettext("You draw {cards}.", cards=talk.lexicon.several(fact.cards)) if own else ""
    card = talk.card(fact.card)
    if own:
        return gettext("You draw {cards} for {card}.", cards=talk.lexicon.several(fact.cards), card=card)
    return ngettext(
        "{who} draws {number} card for {card}.",
        "{who} draws {number} cards for {card}.",
        fact.count,
        who=talk.who(fact.seat),
        card=card,
    )


def _refilled(fact: facts.Refilled, talk: Talk) -> str:
    return ngettext(
        "{who} shuffles the discard pile of {number} card into a new deck.",
        "{who} shuffles the discard pile of {number} cards into a new deck.",
        fact.count,
        who=talk.who(fact.seat),
    )


def _took(fact: facts.Took, talk: Talk) -> str:
    values = {"who": talk.who(fact.seat), "card": talk.card(fact.card)}
    if not fact.cards:
        return gettext(_NOTHING_TAKEN[fact.zone], **values)
    values["cards"] = talk.lexicon.several(fact.cards)
    if fact.to == "deck":
        return ngettext(
            "{who} shows {cards} from the discard pile for {card} and shuffles it into the deck.",
            "{who} shows {cards} from the discard pile for {card} and shuffles them into the deck.",
            len(fact.cards),
            **values,
        )
    if fact.zone == "discard":
        return ngettext(
            "{who} shows {cards} from the discard pile for {card} and takes it into the hand.",
            "{who} shows {cards} from the discard pile for {card} and takes them into the hand.",
            len(fact.cards),
            **values,
        )
    return ngettext(
        "{who} shows {cards} from the deck for {card} and takes it into the hand.",
        "{who} shows {cards} from the deck for {card} and takes them into the hand.",
        len(fact.cards),
        **values,
    )


_NOTHING_TAKEN: Mapping[str, str] = MappingProxyType(
    {
        "deck": N_("{who} looks through the deck for {card} and takes nothing."),
        "discard": N_("{who} looks through the discard pile for {card} and takes nothing."),
    }
)


def _discarded(fact: facts.Discarded, talk: Talk) -> str:
    who, cards, card = talk.who(fact.seat), talk.lexicon.several(fact.cards), talk.card(fact.card)
    if fact.cost:
        return gettext("{who} discards {cards} to pay for {card}.", who=who, cards=cards, card=card)
    return gettext("{who} discards {cards} for {card}.", who=who, cards=cards, card=card)


def _milled(fact: facts.Milled, talk: Talk) -> str:
    message = (
        N_("{who} discards {cards} from the top of the deck to pay for {card}.")
        if fact.cost
        else N_("{who} discards {cards} from the top of the deck for {card}.")
    )
    return gettext(
        message,
        who=talk.who(fact.seat),
        cards=talk.lexicon.several(fact.cards),
        card=talk.card(fact.card),
    )


# Choices

_OPTIONS = (
    N_("{who} takes the first option of {card}."),
    N_("{who} takes the second option of {card}."),
    N_("{who} takes the third option of {card}."),
    N_("{who} takes the fourth option of {card}."),
)
_ANSWERS: Mapping[str, Mapping[bool, str]] = MappingProxyType(
    {
        "may": {True: N_("{who} makes use of {card}."), False: N_("{who} does without {card}.")},
        "reroll": {
            True: N_("{who} rolls again, asked by {card}."),
            False: N_("{who} keeps the roll, asked by {card}."),
        },
    }
)
"""What is said of a yes, and of a no."""


def _decided(fact: facts.Decided, talk: Talk) -> str:
    who, card = talk.who(fact.seat), talk.card(fact.card)
    match fact.kind:
        case "seat" if fact.answer is not None:
            chosen = talk.who(fact.answer)
            return gettext("{who} chooses {chosen} for {card}.", who=who, chosen=chosen, card=card)
        case "option" if fact.answer is not None:
            return gettext(_OPTIONS[fact.answer], who=who, card=card)
        case "may" | "reroll":
            return gettext(_ANSWERS[fact.kind][bool(fact.answer)], who=who, card=card)
        case "card":
            return _card_decided(fact, talk)
    return ""


def _card_decided(fact: facts.Decided, talk: Talk) -> str:
    card = talk.card(fact.card)
    if fact.shown is not None:
        chosen = talk.card(fact.shown.number)
        return gettext("You choose {chosen} for {card}.", chosen=chosen, card=card)
    if talk.own(fact.seat):
        return gettext("You have chosen for {card}.", card=card)
    return gettext("{who} has chosen for {card}.", who=talk.who(fact.seat), card=card)


def _cut_short(fact: facts.CutShort, talk: Talk) -> str:
    return gettext(
        "Too much happens at once: what {card} sets off from here on is dropped.", card=talk.card(fact.card)
    )


_WRONG: Mapping[str, str] = MappingProxyType(
    {
        "you": N_("You guess position {position} of {size} in the hand of {whose} for {card}: wrong."),
        "yours": N_("{who} guesses position {position} of {size} in your hand for {card}: wrong."),
        "theirs": N_("{who} guesses position {position} of {size} in the hand of {whose} for {card}: wrong."),
    }
)
_RIGHT: Mapping[str, str] = MappingProxyType(
    {
        "you": N_(
            "You guess position {position} of {size} in the hand of {whose} for {card}: "
            "right, it is {marked}!"
        ),
        "yours": N_(
            "{who} guesses position {position} of {size} in your hand for {card}: right, it is {marked}!"
        ),
        "theirs": N_(
            "{who} guesses position {position} of {size} in the hand of {whose} for {card}: "
            "right, it is {marked}!"
        ),
    }
)


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


TELLERS: Mapping[type, Callable[[Any, Talk], str]] = MappingProxyType(
    {
        facts.Rolled: _rolled,
        facts.Tossed: _tossed,
        facts.PowerChanged: _power_changed,
        facts.Prevented: _prevented,
        facts.Drew: _drew,
        facts.Refilled: _refilled,
        facts.Took: _took,
        facts.Discarded: _discarded,
        facts.Milled: _milled,
        facts.LevelledDown: _levelled_down,
        facts.Guessed: _guessed,
        facts.Decided: _decided,
        facts.CutShort: _cut_short,
        facts.Shielded: _shielded,
    }
)
"""What tells each fact that comes about by a card."""
