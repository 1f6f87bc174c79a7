"""One sentence for each fact, in the form in which its reader may know it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.engine import sentences
from bot.engine.contract import Outcome, Seat
from bot.engine.language import N_, gettext, ngettext, pgettext
from bot.engine.markdown import safe
from bot.engine.phrases import SEAT_MARKS, listed
from bot.engine.sentences import BASE_DESCRIBERS, Describer
from bot.games.arclash.rules import facts
from bot.games.arclash.rules.view import Shown
from bot.games.arclash.wording import card_sentences
from bot.games.arclash.wording.card_sentences import SENTENCES, SHOWN
from bot.games.arclash.wording.names import Talk


def outcome_words(talk: Talk, outcome: Outcome) -> str:
    """Return how a match ended, with the points of all."""
    points = ", ".join([f"{SEAT_MARKS[seat]} {score}" for seat, score in enumerate(outcome.scores)])
    return f"{sentences.outcome_words(talk, outcome)} {gettext('Points: {points}.', points=points)}"


# Secret choices


def _chose(fact: facts.Chose, talk: Talk) -> str:
    if not fact.own:
        return gettext("{who} has chosen.", who=talk.who(fact.seat))
    if fact.what == "deck":
        return _deck_chosen(fact.deck)
    if fact.shown is not None:
        card = talk.card(fact.shown.number)
        return gettext("You put {card} face down, until all have chosen.", card=card)
    return gettext("You stand.") if fact.what == "advance" else gettext("You keep your stack.")


def _deck_chosen(deck: str) -> str:
    if deck == "own":
        return gettext("You play a deck of your own.")
    return gettext("You play the deck {deck}.", deck=safe(pgettext("card", deck)))


def _way_asked(fact: facts.WayAsked, talk: Talk) -> str:
    card = talk.card(fact.shown.number)
    return gettext("You put {card} face down; choose by which way it advances.", card=card)


def _prepared(fact: facts.Prepared, talk: Talk) -> str:
    return ngettext(
        "You put {card} face down; choose {number} card to discard for it.",
        "You put {card} face down; choose {number} cards to discard for it.",
        fact.owed,
        card=talk.card(fact.shown.number),
    )


def _payment_chosen(fact: facts.PaymentChosen, talk: Talk) -> str:
    card = talk.card(fact.shown.number)
    if not fact.owed:
        return gettext("You will discard {card}.", card=card)
    return ngettext(
        "You will discard {card}; {number} card to go.",
        "You will discard {card}; {number} cards to go.",
        fact.owed,
        card=card,
    )


def _withdrew(fact: facts.Withdrew, talk: Talk) -> str:
    if talk.own(fact.seat):
        return gettext("You took your choice back.")
    return SENTENCES.say(N_("{who} is choosing again."), fact, talk)


# The course of a turn


def _opened(fact: facts.Opened, talk: Talk) -> str:
    begins = [
        gettext("{who} with {card}", who=talk.who(seat), card=talk.card(shown.number))
        for seat, shown in enumerate(fact.characters)
        if shown is not None
    ]
    return gettext("The match begins: {openers}.", openers=listed(begins))


def _measured(talk: Talk, shown: Shown) -> str:
    return f"{talk.card(shown.number)} ({talk.lexicon.stats(shown.number)})"


_TIES: Mapping[str, str] = {
    "order": N_("Equal powers roll for whose cards act first: {rolls}. {who} comes first."),
    "support": N_("Equal powers roll for the first Support: {rolls}. {who} begins."),
    "battle": N_("A tie for the highest power! They roll: {rolls}. {who} wins."),
}


def _tie_rolled(fact: facts.TieRolled, talk: Talk) -> str:
    rolls = [[(seat, die) for seat, die in zip(fact.seats, dice, strict=False) if die] for dice in fact.rolls]
    return SENTENCES.say(_TIES[fact.why], fact, talk, rolls=talk.rolls(rolls))


def _revealed(fact: facts.Revealed, talk: Talk) -> str:
    shown = {seat: card for seat, card in enumerate(fact.cards) if card is not None}
    if not shown and fact.what == "advance":
        return gettext("Nobody advances any more.")
    if not shown:
        return gettext("Everybody keeps their stack.")
    places = talk.view.places
    rest = [seat for seat in range(len(fact.cards)) if seat not in shown and not places[seat].out]
    return _rest_revealed(fact, talk, rest) if rest else gettext("All turn over a card.")


def _rest_revealed(fact: facts.Revealed, talk: Talk, rest: Sequence[Seat]) -> str:
    players = talk.everyone(rest)
    if fact.what == "advance":
        return ngettext(
            "All have chosen: {players} stands.",
            "All have chosen: {players} stand.",
            len(rest),
            players=players,
        )
    return ngettext(
        "All have chosen: {players} keeps the stack.",
        "All have chosen: {players} keep their stacks.",
        len(rest),
        players=players,
    )


_ADVANCES: Mapping[tuple[bool, bool], str] = {
    (False, False): N_("{who} **advances** to {card}."),
    (True, False): N_("{who} **advances** to {card}, discarding {paid}."),
    (False, True): N_("{who} **advances** to {card}, discarding {milled} from the top of the deck."),
    (True, True): N_(
        "{who} **advances** to {card}, discarding {paid} and {milled} from the top of the deck."
    ),
}
"""By whether cards of the hand were paid, and whether some of the deck were."""


def _advanced(fact: facts.Advanced, talk: Talk) -> str:
    return SENTENCES.say(
        _ADVANCES[bool(fact.paid), bool(fact.milled)],
        fact,
        talk,
        card=_measured(talk, fact.shown),
        paid=talk.several(fact.paid),
        milled=talk.several(fact.milled),
    )


def _support_stage(fact: facts.SupportStage, talk: Talk) -> str:
    order = ", ".join([talk.who(seat) for seat in fact.order])
    return gettext("Supports are played in this order: {order}.", order=order)


def _beaten(fact: facts.Beaten, talk: Talk) -> str:
    beaten = [seat for seat, level in enumerate(fact.levels) if level and seat != fact.winner]
    winner = _with_power(fact, talk, fact.winner)
    if not beaten:
        return gettext("**Battle!** {winner} stands alone and scores nothing.", winner=winner)
    tied = any(fact.powers[seat] == fact.powers[fact.winner] for seat in beaten)
    message = (
        N_("**Battle!** {winner} outlasts {beaten} and scores {points}: {score} of {goal}.")
        if tied
        else N_("**Battle!** {winner} beats {beaten} and scores {points}: {score} of {goal}.")
    )
    return gettext(
        message,
        winner=winner,
        beaten=listed([_with_power(fact, talk, seat) for seat in beaten]),
        points=_scored(fact.points, [fact.levels[seat] for seat in beaten]),
        score=fact.score,
        goal=talk.view.options.score,
    )


def _with_power(fact: facts.Beaten, talk: Talk, seat: Seat) -> str:
    return f"{talk.who(seat)} ({fact.powers[seat]})"


def _scored(points: int, levels: Sequence[int]) -> str:
    """Return the points of a battle, and of several levels how they add up."""
    scored = ngettext("**{number} point**", "**{number} points**", points)
    if len(levels) == 1:
        return scored
    added = " + ".join([str(level) for level in levels])
    return gettext("{points} ({levels} for their levels)", points=scored, levels=added)


def _recovered(fact: facts.Recovered, _talk: Talk) -> str:
    if not fact.count:
        return ""
    return ngettext(
        "The Support played is discarded.", "All Supports are discarded, {number} of them.", fact.count
    )


def _renewed(fact: facts.Renewed, talk: Talk) -> str:
    discarded, card = talk.several(fact.discarded), _measured(talk, fact.shown)
    message = N_("{who} discards {cards} and begins anew with {card}.")
    return SENTENCES.say(message, fact, talk, cards=discarded, card=card)


DESCRIBERS: Mapping[type, Describer] = {
    **BASE_DESCRIBERS,
    facts.Chose: _chose,
    facts.WayAsked: _way_asked,
    facts.Prepared: _prepared,
    facts.PaymentChosen: _payment_chosen,
    facts.Withdrew: _withdrew,
    facts.Opened: _opened,
    facts.TurnBegan: SENTENCES.plain(N_("**Turn {number}** begins.")),
    facts.TieRolled: _tie_rolled,
    facts.Revealed: _revealed,
    facts.Advanced: _advanced,
    facts.AdvanceFailed: SHOWN.plain(N_("{who} cannot advance to {card} any more: it is discarded instead.")),
    facts.SupportStage: _support_stage,
    facts.Played: SHOWN.plain(N_("{who} plays **{card}**.")),
    facts.Passed: SENTENCES.plain(N_("{who} passes: no more Supports in this battle.")),
    facts.Beaten: _beaten,
    facts.Recovered: _recovered,
    facts.Renewed: _renewed,
    **card_sentences.DESCRIBERS,
}
