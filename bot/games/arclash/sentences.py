"""One sentence for each fact, in the form in which its reader may know it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, TypeAlias

from bot.engine.contract import Outcome
from bot.engine.markdown import safe
from bot.engine.phrases import SEAT_MARKS, count, listed
from bot.games.arclash import facts
from bot.games.arclash.names import Talk
from bot.games.arclash.view import Shown

Teller: TypeAlias = Callable[[Any, Talk], str]

_LASTING: Mapping[str, str] = MappingProxyType(
    {
        "turn": "",
        "next-turn": ", until the end of the next turn",
        "stack": ", as long as it stays in its stack",
    }
)
_GUARDED: Mapping[str, str] = MappingProxyType(
    {
        "debuff": "keeps the power",
        "level-down": "keeps the level",
        "discard": "keeps the cards",
    }
)
_AGAINST: Mapping[str, str] = MappingProxyType(
    {"debuff": "losing power", "level-down": "going down a level", "discard": "discarding"}
)


def tell(fact: facts.ArclashFact, talk: Talk) -> str:
    """Return one sentence for a fact, "" for one not worth a line."""
    return _TELLERS[type(fact)](fact, talk)


def outcome_words(talk: Talk, outcome: Outcome) -> str:
    """Return how a match ended, with the points of all."""
    winners = [talk.who(seat) for seat in outcome.winners]
    won = f"{listed(winners)} {'wins' if len(winners) == 1 else 'win'}" if winners else "A draw"
    points = ", ".join([f"{SEAT_MARKS[seat]} {score}" for seat, score in enumerate(outcome.scores)])
    return f"{won}. {outcome.why.rstrip('.')}. Points: {points}."


# Secret choices


def _chose(fact: facts.Chose, talk: Talk) -> str:
    if not fact.own:
        return f"{talk.who(fact.seat)} has chosen."
    if fact.what == "deck":
        which = "a deck of your own" if fact.deck == "own" else f"the deck {safe(fact.deck)}"
        return f"You play {which}: nobody sees that before the match begins."
    if fact.shown is not None:
        return f"You put {talk.card(fact.shown.number)} face down, until all have chosen."
    return "You stand." if fact.what == "advance" else "You keep your stack."


def _prepared(fact: facts.Prepared, talk: Talk) -> str:
    owed = count(fact.owed, "card")
    return f"You put {talk.card(fact.shown.number)} face down; choose {owed} to discard for it."


def _payment_chosen(fact: facts.PaymentChosen, talk: Talk) -> str:
    more = f"; {count(fact.owed, 'card')} to go" if fact.owed else ""
    return f"You will discard {talk.card(fact.shown.number)}{more}."


def _withdrew(fact: facts.Withdrew, talk: Talk) -> str:
    if talk.own(fact.seat):
        return "You took your choice back."
    return f"{talk.who(fact.seat)} is choosing again."


# The course of a turn


def _opened(fact: facts.Opened, talk: Talk) -> str:
    begins = [
        f"{talk.who(seat)} with {talk.card(shown.number)}"
        for seat, shown in enumerate(fact.characters)
        if shown is not None
    ]
    return f"The match begins: {listed(begins)}."


def _measured(talk: Talk, shown: Shown) -> str:
    return f"{talk.card(shown.number)} ({talk.lexicon.stats(shown.number)})"


def _turn_began(fact: facts.TurnBegan, _talk: Talk) -> str:
    return f"**Turn {fact.number}** begins."


_TIES: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "order": ("Equal powers roll for whose cards act first", "comes first"),
        "support": ("Equal powers roll for the first Support", "begins"),
        "battle": ("A tie for the highest power! They roll", "wins"),
    }
)


def _tie_rolled(fact: facts.TieRolled, talk: Talk) -> str:
    rolls = [
        ", ".join([f"{talk.who(seat)} {die}" for seat, die in zip(fact.seats, dice, strict=False) if die])
        for dice in fact.rolls
    ]
    asked, settled = _TIES[fact.why]
    return f"{asked}: {'; again '.join(rolls)}. {talk.who(fact.seat)} {settled}."


def _revealed(fact: facts.Revealed, talk: Talk) -> str:
    shown = {seat: card for seat, card in enumerate(fact.cards) if card is not None}
    if not shown:
        return "Nobody advances any more." if fact.what == "advance" else "Everybody keeps their stack."
    places = talk.view.places
    rest = [seat for seat in range(len(fact.cards)) if seat not in shown and not places[seat].out]
    if not rest:
        return "All turn over a card."
    one, several = ("stands", "stand") if fact.what == "advance" else ("keeps the stack", "keep their stacks")
    return f"All have chosen: {talk.everyone(rest)} {one if len(rest) == 1 else several}."


def _advanced(fact: facts.Advanced, talk: Talk) -> str:
    costs = [talk.lexicon.several(fact.paid)] if fact.paid else []
    costs += [f"{talk.lexicon.several(fact.milled)} from the top of the deck"] if fact.milled else []
    paid = f", discarding {' and '.join(costs)}" if costs else ""
    return f"{talk.who(fact.seat)} **advances** to {_measured(talk, fact.shown)}{paid}."


def _advance_failed(fact: facts.AdvanceFailed, talk: Talk) -> str:
    card = talk.card(fact.shown.number)
    return f"{talk.who(fact.seat)} cannot advance to {card} any more: it is discarded instead."


def _support_stage(fact: facts.SupportStage, talk: Talk) -> str:
    return f"Supports are played in this order: {', '.join([talk.who(seat) for seat in fact.order])}."


def _played(fact: facts.Played, talk: Talk) -> str:
    return f"{talk.who(fact.seat)} plays **{talk.card(fact.shown.number)}**."


def _passed(fact: facts.Passed, talk: Talk) -> str:
    return f"{talk.who(fact.seat)} passes: no more Supports in this battle."


def _beaten(fact: facts.Beaten, talk: Talk) -> str:
    beaten = [seat for seat, level in enumerate(fact.levels) if level and seat != fact.winner]
    powers = listed([f"{talk.who(seat)} ({fact.powers[seat]})" for seat in beaten])
    winner = f"**Battle!** {talk.who(fact.winner)} ({fact.powers[fact.winner]})"
    if not beaten:
        return f"{winner} stands alone and scores nothing."
    tied = any(fact.powers[seat] == fact.powers[fact.winner] for seat in beaten)
    levels = [fact.levels[seat] for seat in beaten]
    sums = f" ({' + '.join([str(level) for level in levels])} for their levels)" if len(levels) > 1 else ""
    goal = talk.view.options.score
    return (
        f"{winner} {'outlasts' if tied else 'beats'} {powers} and scores "
        f"**{count(fact.points, 'point')}**{sums}: {fact.score} of {goal}."
    )


def _recovered(fact: facts.Recovered, _talk: Talk) -> str:
    return (
        f"All Supports are discarded, {fact.count} of them."
        if fact.count > 1
        else ("The Support played is discarded." if fact.count else "")
    )


def _renewed(fact: facts.Renewed, talk: Talk) -> str:
    gone = talk.lexicon.several(fact.discarded)
    return f"{talk.who(fact.seat)} discards {gone} and begins anew with {_measured(talk, fact.shown)}."


def _resigned(fact: facts.Resigned, talk: Talk) -> str:
    return f"{talk.who(fact.seat)} resigns."


def _match_over(fact: facts.MatchOver, talk: Talk) -> str:
    return outcome_words(talk, fact.outcome)


# What cards do


def _rolled(fact: facts.Rolled, talk: Talk) -> str:
    again = " again" if fact.again else ""
    return (
        f"{talk.who(fact.seat)} rolls{again} for {talk.card(fact.card)}: {dice_words(fact.dice, fact.sides)}."
    )


def dice_words(dice: Sequence[int], sides: int = 6) -> str:
    """Return dice with their sum: "**4**", "3 + 5 = **8**", "**17** on a die of 20"."""
    total = f"**{sum(dice)}**"
    added = f"{' + '.join([str(die) for die in dice])} = {total}" if len(dice) > 1 else total
    kind = "" if sides == 6 else f" on {'dice' if len(dice) > 1 else 'a die'} of {sides}"
    return f"{added}{kind}"


def _tossed(fact: facts.Tossed, talk: Talk) -> str:
    side = "heads" if fact.heads else "tails"
    return f"{talk.who(fact.seat)} tosses a coin for {talk.card(fact.card)}: **{side}**."


def _power_changed(fact: facts.PowerChanged, talk: Talk) -> str:
    card, target = talk.card(fact.card), talk.who(fact.target)
    if fact.by == 0:
        return f"{card} changes nothing for {target}."
    change = f"gives {target} +{fact.by}" if fact.by > 0 else f"takes {-fact.by} from {target}"
    return f"{card} {change}{_LASTING[fact.until]}: power {fact.power} now."


def _prevented(fact: facts.Prevented, talk: Talk) -> str:
    return f"{talk.who(fact.target)} is guarded against {talk.card(fact.card)} and {_GUARDED[fact.against]}."


def _drew(fact: facts.Drew, talk: Talk) -> str:
    cause = f" for {talk.card(fact.card)}" if fact.card else ""
    if talk.own(fact.seat) and fact.cards:
        return f"You draw {talk.lexicon.several(fact.cards)}{cause}."
    if not fact.card:
        return ""
    return f"{talk.who(fact.seat)} draws {count(fact.count, 'card')}{cause}."


def _refilled(fact: facts.Refilled, talk: Talk) -> str:
    pile = f"the discard pile of {count(fact.count, 'card')}"
    return f"{talk.who(fact.seat)} shuffles {pile} into a new deck."


def _took(fact: facts.Took, talk: Talk) -> str:
    place = "deck" if fact.zone == "deck" else "discard pile"
    if not fact.cards:
        return (
            f"{talk.who(fact.seat)} looks through the {place} for {talk.card(fact.card)} and takes nothing."
        )
    cards = talk.lexicon.several(fact.cards)
    them = "it" if len(fact.cards) == 1 else "them"
    goes = f"takes {them} into the hand" if fact.to == "hand" else f"shuffles {them} into the deck"
    return f"{talk.who(fact.seat)} shows {cards} from the {place} for {talk.card(fact.card)} and {goes}."


def _discarded(fact: facts.Discarded, talk: Talk) -> str:
    cards = talk.lexicon.several(fact.cards)
    cause = f"to pay for {talk.card(fact.card)}" if fact.cost else f"for {talk.card(fact.card)}"
    return f"{talk.who(fact.seat)} discards {cards} {cause}."


def _milled(fact: facts.Milled, talk: Talk) -> str:
    cards = f"{talk.lexicon.several(fact.cards)} from the top of the deck"
    cause = f"to pay for {talk.card(fact.card)}" if fact.cost else f"for {talk.card(fact.card)}"
    return f"{talk.who(fact.seat)} discards {cards} {cause}."


def _levelled_down(fact: facts.LevelledDown, talk: Talk) -> str:
    card, who = talk.card(fact.shown.number), talk.who(fact.seat)
    if fact.why == "card":
        return f"{talk.card(fact.card)} brings {who} down a level: {card} is discarded."
    if fact.why == "level-4":
        return f"The battle is over, and so is the time of {card}: {who} goes down a level."
    return f"{who} goes down a level: {card} is discarded."


_ORDINALS = ("first", "second", "third", "fourth")


def _decided(fact: facts.Decided, talk: Talk) -> str:
    who, card = talk.who(fact.seat), talk.card(fact.card)
    match fact.kind:
        case "seat" if fact.answer is not None:
            return f"{who} chooses {talk.who(fact.answer)} for {card}."
        case "option" if fact.answer is not None:
            return f"{who} takes the {_ORDINALS[fact.answer]} option of {card}."
        case "may":
            return f"{who} {'makes use of' if fact.answer else 'does without'} {card}."
        case "reroll":
            return f"{who} {'rolls again' if fact.answer else 'keeps the roll'}, asked by {card}."
        case "card":
            return _card_decided(fact, talk)
    return ""


def _card_decided(fact: facts.Decided, talk: Talk) -> str:
    card = talk.card(fact.card)
    if fact.shown is not None:
        return f"You choose {talk.card(fact.shown.number)} for {card}."
    if talk.own(fact.seat):
        return f"You have chosen for {card}."
    return f"{talk.who(fact.seat)} has chosen for {card}."


def _cut_short(fact: facts.CutShort, talk: Talk) -> str:
    return f"Too much happens at once: what {talk.card(fact.card)} sets off from here on is dropped."


def _guessed(fact: facts.Guessed, talk: Talk) -> str:
    whose = "your hand" if talk.own(fact.seat) else f"the hand of {talk.who(fact.seat)}"
    verb = "guess" if talk.own(fact.guesser) else "guesses"
    who = "You" if talk.own(fact.guesser) else talk.who(fact.guesser)
    where = f"position {fact.position + 1} of {fact.size} in {whose}"
    found = f"right, it is {talk.card(fact.shown.number)}!" if fact.shown is not None else "wrong."
    return f"{who} {verb} {where} for {talk.card(fact.card)}: {found}"


def _shielded(fact: facts.Shielded, talk: Talk) -> str:
    against = listed([_AGAINST[one] for one in fact.against], "or")
    return f"{talk.card(fact.card)} guards {talk.who(fact.seat)} against {against}{_LASTING[fact.until]}."


_TELLERS: Mapping[type, Teller] = MappingProxyType(
    {
        facts.Chose: _chose,
        facts.Prepared: _prepared,
        facts.PaymentChosen: _payment_chosen,
        facts.Withdrew: _withdrew,
        facts.Opened: _opened,
        facts.TurnBegan: _turn_began,
        facts.TieRolled: _tie_rolled,
        facts.Revealed: _revealed,
        facts.Advanced: _advanced,
        facts.AdvanceFailed: _advance_failed,
        facts.SupportStage: _support_stage,
        facts.Played: _played,
        facts.Passed: _passed,
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
        facts.Beaten: _beaten,
        facts.Recovered: _recovered,
        facts.Renewed: _renewed,
        facts.Resigned: _resigned,
        facts.MatchOver: _match_over,
    }
)
