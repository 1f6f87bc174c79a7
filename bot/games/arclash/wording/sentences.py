"""One sentence for each fact, in the form its reader may know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.base.language import N_, gettext, ngettext, pgettext
from bot.engine.contract import Outcome, Seat
from bot.engine.sentences import BASE_DESCRIBERS, Called, Describer, listed, safe, scored
from bot.games.arclash.rules import facts
from bot.games.arclash.wording import card_sentences
from bot.games.arclash.wording.card_sentences import SENTENCES, SHOWN
from bot.games.arclash.wording.names import Talk, score_words


def tally(_talk: Talk, outcome: Outcome, called: Called) -> str:
    """Return all seats' points."""
    return gettext("Points: {points}.", points=scored(outcome, called))


# Secret choices


def _chose(fact: facts.Chose, talk: Talk) -> str:
    if not fact.own:
        return gettext("{who} has chosen.", who=talk.who(fact.seat))
    if fact.what == "deck":
        if fact.deck == "own":
            return gettext("You play a deck of your own.")
        deck = next(
            (each.title for each in talk.lexicon.pool.decks.values() if each.title == fact.deck), fact.deck
        )
        return gettext("You play the deck {deck}.", deck=safe(pgettext("card", deck)))
    if fact.shown is not None:
        card = talk.named(fact.shown.number)
        return gettext("You put {card} face down, until all have chosen.", card=card)
    return gettext("You stand.") if fact.what == "advance" else gettext("You keep your stack.")


def _way_asked(fact: facts.WayAsked, talk: Talk) -> str:
    card = talk.named(fact.shown.number)
    return gettext("You put {card} face down; choose by which way it advances.", card=card)


def _prepared(fact: facts.Prepared, talk: Talk) -> str:
    return ngettext(
        "You put {card} face down; choose {number} card to discard for it.",
        "You put {card} face down; choose {number} cards to discard for it.",
        fact.owed,
        card=talk.named(fact.shown.number),
    )


def _payment_chosen(fact: facts.PaymentChosen, talk: Talk) -> str:
    card = talk.named(fact.shown.number)
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
    small = len(fact.characters) > 2
    begins = [
        f"{talk.who(seat)} {talk.named(shown.number, small=small)}"
        for seat, shown in enumerate(fact.characters)
        if shown is not None
    ]
    return gettext("All begin: {openers}.", openers=listed(begins))


_TIES: Mapping[str, str] = {
    "order": N_("{who} acts first: {rolls}."),
    "support": N_("{who} has the first Support: {rolls}."),
    "battle": N_("{who} wins the tie: {rolls}."),
}


def _tie_rolled(fact: facts.TieRolled, talk: Talk) -> str:
    rolls = [
        [(seat, talk.die(die)) for seat, die in zip(fact.seats, dice, strict=False) if die]
        for dice in fact.rolls
    ]
    words = talk.thing("rolls", (fact.seats, fact.rolls), talk.rolls(rolls))
    told = SENTENCES.say(_TIES[fact.why], fact, talk, rolls=words)
    return f"{told}{talk.further(gettext('Equal powers roll for it.'))}"


def _revealed(fact: facts.Revealed, talk: Talk) -> str:
    shown = {seat: card for seat, card in enumerate(fact.cards) if card is not None}
    if not shown and fact.what == "advance":
        return gettext("No player advances any further.")
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


def _advanced(fact: facts.Advanced, talk: Talk) -> str:
    told = SENTENCES.say(N_("{who} **advances** to {card}."), fact, talk, card=talk.measured(fact.shown))
    if fact.paid:
        told += talk.further(gettext("Discarded for it: {cards}.", cards=talk.several(fact.paid)))
    if fact.milled:
        told += talk.further(
            gettext("Discarded for it from the top of the deck: {cards}.", cards=talk.several(fact.milled))
        )
    return told


def _support_stage(fact: facts.SupportStage, talk: Talk) -> str:
    order = ", ".join([talk.who(seat) for seat in fact.order])
    return gettext("Supports are played in this order: {order}.", order=order)


def _beaten(fact: facts.Beaten, talk: Talk) -> str:
    beaten = [seat for seat, level in enumerate(fact.levels) if level and seat != fact.winner]
    winner = gettext("{player} (power {power})", player=talk.who(fact.winner), power=fact.powers[fact.winner])
    if not beaten:
        return gettext("**Battle!** {winner} has no opponent and scores nothing.", winner=winner)
    told = gettext(
        "**Battle!** {winner} scores {points}: {score}.",
        winner=winner,
        points=ngettext("**{number} point**", "**{number} points**", fact.points),
        score=score_words(fact.score, talk.view.options.score),
    )
    tied = any(fact.powers[seat] == fact.powers[fact.winner] for seat in beaten)
    message = (
        N_("Levels beaten: {beaten}; the die decided between equal powers.")
        if tied
        else N_("Levels beaten: {beaten}.")
    )
    levels = [
        gettext(
            "{number} of {player} (power {power})",
            number=fact.levels[seat],
            player=talk.who(seat),
            power=fact.powers[seat],
        )
        for seat in beaten
    ]
    return f"{told}{talk.further(gettext(message, beaten=listed(levels)))}"


def _recovered(fact: facts.Recovered, _talk: Talk) -> str:
    if not fact.count:
        return ""
    return ngettext(
        "The Support played is discarded.", "All Supports are discarded, {number} of them.", fact.count
    )


def _renewed(fact: facts.Renewed, talk: Talk) -> str:
    told = SENTENCES.say(N_("{who} begins again with {card}."), fact, talk, card=talk.measured(fact.shown))
    return f"{told}{talk.further(gettext('Discarded for it: {cards}.', cards=talk.several(fact.discarded)))}"


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
    facts.AdvanceFailed: SENTENCES.then(
        SHOWN.plain(N_("{who} can no longer advance to {card}.")), N_("It is discarded instead.")
    ),
    facts.SupportStage: _support_stage,
    facts.Played: SHOWN.plain(N_("{who} plays **{card}**.")),
    facts.Passed: SENTENCES.plain(N_("{who} passes: no more Supports in this battle.")),
    facts.Beaten: _beaten,
    facts.Recovered: _recovered,
    facts.Renewed: _renewed,
    **card_sentences.DESCRIBERS,
}
