"""One sentence for each fact, in the form its reader may know."""

from __future__ import annotations

from collections.abc import Mapping

from bot.base.language import N_, NN_, gettext, pgettext
from bot.engine.contract import Outcome
from bot.engine.sentences import BASE_DESCRIBERS, Called, Describer, Sentences, Word, listed, safe, scored
from bot.games.overcross.rules import facts
from bot.games.overcross.rules.objectives import BY_KILLS
from bot.games.overcross.rules.view import NO_CARD
from bot.games.overcross.wording import card_sentences
from bot.games.overcross.wording.names import Talk, counters_words, points_words

_WORDS: Mapping[str, Word] = {
    "who": lambda fact, talk: talk.who(fact.seat),
    "card": lambda fact, talk: talk.card(fact.card),
    "piece": lambda fact, talk: talk.piece(fact.card),
    "square": lambda fact, talk: talk.square(fact.square),
    "flag": lambda fact, talk: talk.who(fact.flag),
    "round": lambda fact, _: fact.round,
    "cards": lambda fact, talk: talk.several(fact.cards),
    "first": lambda fact, talk: talk.who(fact.first),
    "limit": lambda fact, _: fact.limit,
    "cost": lambda fact, _: fact.cost,
    "bearer": lambda fact, talk: talk.piece(fact.bearer),
    "target": lambda fact, talk: _target(talk, fact.card),
    "counters": lambda fact, _: counters_words(fact.counters),
    "total": lambda fact, _: fact.total,
    "die": lambda fact, talk: talk.die(fact.die),
}
SENTENCES = Sentences(_WORDS)


def tally(talk: Talk, outcome: Outcome, called: Called) -> str:
    """Return all seats' points, or kills if there are no points.

    In the Assassination kills are told only if they decided the match (OVC-43).
    """
    if talk.view.options.objective == "assassination" and outcome.why not in BY_KILLS:
        return ""
    message = N_("Deck cost of the kills: {points}.")
    if talk.view.options.has_points:
        message = N_("Points: {points}.")
    return gettext(message, points=scored(outcome, called))


# Before the first turn


def _chose_deck(fact: facts.ChoseDeck, talk: Talk) -> str:
    deck = talk.lexicon.pool.decks.get(fact.deck)
    if deck is None:
        return gettext("You play a deck of your own.")
    return gettext("You play the deck {deck}.", deck=safe(pgettext("card", deck.title)))


def _named(fact: facts.Named, talk: Talk) -> str:
    card = talk.lexicon.name(fact.number)
    return gettext("You name {card}: it stays hidden until all have chosen.", card=card)


def _withdrew(fact: facts.Withdrew, talk: Talk) -> str:
    if talk.own(fact.seat):
        return gettext("You took your choice back.")
    return SENTENCES.say(N_("{who} is choosing again."), fact, talk)


def _then(message: str, follows: str) -> Describer:
    """Return a describer: a message, and further sentences as far as they fit."""
    return lambda fact, talk: (
        f"{SENTENCES.say(message, fact, talk)}{talk.further(SENTENCES.say(follows, fact, talk))}"
    )


def _revealed(fact: facts.Revealed, talk: Talk) -> str:
    seats = range(len(fact.sizes))
    decks = listed([gettext("{who} {number}", who=talk.who(seat), number=fact.sizes[seat]) for seat in seats])
    words = gettext("All have chosen.") + talk.further(gettext("Cards in the decks: {decks}.", decks=decks))
    named = [
        gettext("{who} {cards}", who=talk.who(seat), cards=talk.lexicon.several(fact.chosen[seat]))
        for seat in seats
        if fact.chosen[seat]
    ]
    return words + talk.further(gettext("Named: {named}.", named=listed(named)) if named else "")


def _rolled_for_first(fact: facts.RolledForFirst, talk: Talk) -> str:
    rolls = [[(seat, talk.die(die)) for seat, die in enumerate(dice) if die] for dice in fact.dice]
    said = SENTENCES.say(N_("{who} rolls highest and goes first or last."), fact, talk)
    return said + talk.further(gettext("Rolled: {rolls}.", rolls=talk.rolls(rolls)))


_ORDERS = {
    "first": N_("{who} goes first."),
    "last": N_("{who} goes last: {first} begins."),
}


# The turn


def _drew(fact: facts.Drew, talk: Talk) -> str:
    if talk.own(fact.seat) and fact.cards:
        cards = talk.several(fact.cards)
        if fact.by == NO_CARD:
            return gettext("You draw {cards}.", cards=cards)
        return gettext("You draw {cards} for {card}.", cards=cards, card=talk.card(fact.by))
    if fact.by == NO_CARD:
        drawn = NN_("{who} draws {number} card.", "{who} draws {number} cards.")
        return SENTENCES.count(drawn, fact.count, fact, talk)
    drawn = NN_("{who} draws {number} card for {card}.", "{who} draws {number} cards for {card}.")
    return SENTENCES.count(drawn, fact.count, fact, talk, card=talk.card(fact.by))


def _deployed(fact: facts.Deployed, talk: Talk) -> str:
    if fact.by in (NO_CARD, fact.card):
        return SENTENCES.say(N_("{piece} is deployed on {square}."), fact, talk)
    return SENTENCES.say(N_("{by} deploys {piece} on {square}."), fact, talk, by=talk.card(fact.by))


def _path(talk: Talk, origin: int, end: int) -> str:
    return f"{talk.square(origin)} → {talk.square(end)}"


def _shifted(message: str, to: str) -> Describer:
    """Return the describer of a move from an origin to the square in another field."""
    return lambda fact, talk: SENTENCES.say(
        message, fact, talk, path=_path(talk, fact.origin, getattr(fact, to))
    )


def _moved(fact: facts.Moved, talk: Talk) -> str:
    path = _path(talk, fact.path[0], fact.path[-1])
    message = N_("{piece} is pushed, {path}.") if fact.pushed else N_("{piece} moves, {path}.")
    return SENTENCES.say(message, fact, talk, path=path)


# Attacks and counters


def _target(talk: Talk, card: int) -> str:
    """Return a Character with its mark, or a terrain."""
    return talk.piece(card) if talk.face(card).kind == "character" else talk.card(card)


def faces_words(value: int) -> str:
    """Return the faces with which a die shows less than a value: "1-3" (OVC-18)."""
    return "1" if value == 2 else f"1-{value - 1}"


_AIMED: Mapping[tuple[bool, bool], str] = {
    (True, True): N_("{piece} **hits** {target} with {die}."),
    (True, False): N_("{piece} **misses** {target} with {die}."),
    (False, True): N_("{piece} **hits** {target} without a roll."),
    (False, False): N_("{piece} cannot hit {target}."),
}
"""By whether a die was rolled, and whether the attack hit."""


def _aimed(fact: facts.Aimed, talk: Talk) -> str:
    message = N_("It attacked {square}, to hit on {faces}.") if fact.die else N_("It attacked {square}.")
    values = {"square": talk.square(fact.at), "faces": faces_words(fact.acc)}
    further = talk.further(gettext(message, **values))
    target = _target(talk, fact.target)
    return SENTENCES.say(_AIMED[bool(fact.die), fact.hit], fact, talk, target=target) + further


_SAVED: Mapping[tuple[bool, bool], str] = {
    (True, True): N_("{piece} **saves** with {die}."),
    (True, False): N_("{piece} does not save with {die}."),
    (False, True): N_("{piece} **saves** without a roll."),
    (False, False): N_("{piece} has nothing to save with."),
}
"""By whether a die was rolled, and whether the target saved."""


def _save_rolled(fact: facts.SaveRolled, talk: Talk) -> str:
    faces = gettext("It saves on {faces}.", faces=faces_words(fact.defense)) if fact.die else ""
    return SENTENCES.say(_SAVED[bool(fact.die), fact.saved], fact, talk) + talk.further(faces)


_DIED = {
    "discard": N_("{piece} **dies**."),
    "aside": N_("{piece} **dies** and is set aside."),
    "hand": N_("{piece} **dies** and returns to its owner's hand."),
}


def _died(fact: facts.Died, talk: Talk) -> str:
    died = SENTENCES.say(_DIED[fact.to], fact, talk)
    if fact.credit < 0:
        return died
    kill = gettext("A kill for {who}, deck cost {cost}.", who=talk.who(fact.credit), cost=fact.cost)
    return died + talk.further(kill)


# Objectives


def _invaded(fact: facts.Invaded, talk: Talk) -> str:
    return gettext(
        "{piece} enters the zone of {who} and scores: {points} of {goal}.",
        piece=talk.piece(fact.card),
        who=talk.who(fact.seat),
        points=points_words(fact.points),
        goal=talk.view.options.score,
    )


DESCRIBERS: Mapping[type, Describer] = {
    **BASE_DESCRIBERS,
    facts.ChoseDeck: _chose_deck,
    facts.Named: _named,
    facts.Withdrew: _withdrew,
    facts.Revealed: _revealed,
    facts.RolledForFirst: _rolled_for_first,
    facts.OrderChosen: SENTENCES.by("order", _ORDERS),
    facts.HandTaken: SENTENCES.by(
        "redrawn", {True: N_("You draw a new hand: {cards}."), False: N_("You keep your hand: {cards}.")}
    ),
    facts.RoundBegan: SENTENCES.plain(N_("**Round {round}** begins.")),
    facts.TurnBegan: SENTENCES.plain(N_("{who} begins a turn, with a play limit of {limit}.")),
    facts.TurnEnded: SENTENCES.plain(N_("{who} ends the turn.")),
    facts.Drew: _drew,
    facts.Played: SENTENCES.plain(N_("{who} plays **{card}** for {cost}.")),
    facts.Deployed: _deployed,
    facts.Redeployed: SENTENCES.plain(N_("{piece} is redeployed on {square}.")),
    facts.Waits: _then(N_("{piece} waits off the grid."), N_("No square of its zone is free.")),
    facts.AttachedTo: SENTENCES.plain(N_("{card} is attached to {bearer}.")),
    facts.PutDown: lambda fact, talk: SENTENCES.say(
        N_("{card} is put on {square}."), fact, talk, square=talk.square(fact.centre)
    ),
    facts.TerrainMoved: _shifted(N_("{card} is moved, {path}."), "centre"),
    facts.Moved: _moved,
    facts.Teleported: _shifted(N_("{piece} is teleported, {path}."), "square"),
    facts.Used: SENTENCES.plain(N_("{card} is used.")),
    facts.Aimed: _aimed,
    facts.SaveRolled: _save_rolled,
    facts.Harmed: _then(N_("{target} takes **{counters}**."), N_("It has {total} in all.")),
    facts.Healed: _then(N_("{target} loses **{counters}**."), N_("{total} left.")),
    facts.Died: _died,
    facts.Destroyed: SENTENCES.plain(N_("{card} is destroyed.")),
    facts.Returned: SENTENCES.by(
        "to",
        {
            "hand": N_("{piece} returns to its owner's hand."),
            "aside": N_("{piece} returns to where it is set aside."),
        },
    ),
    facts.FlagTaken: SENTENCES.plain(N_("{piece} picks up the **flag** of {flag}.")),
    facts.FlagDropped: SENTENCES.plain(N_("The flag of {flag} drops on {square}.")),
    facts.FlagHome: SENTENCES.plain(N_("The flag of {flag} goes home to {square}.")),
    facts.Invaded: _invaded,
    facts.Left: lambda fact, talk: (
        SENTENCES.say(N_("{who} takes off {cards}."), fact, talk) if fact.cards else ""
    ),
    **card_sentences.DESCRIBERS,
}
"""The describer of each fact; `Wording` describes the outcome."""
