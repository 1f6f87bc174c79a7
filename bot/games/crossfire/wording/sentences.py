"""One sentence for each fact, and the lines on the standing of a match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from bot.base.language import N_, NN_, gettext, ngettext
from bot.engine import sentences
from bot.engine.contract import Outcome, Seat
from bot.engine.sentences import BASE_DESCRIBERS, Called, Describer, Sentences, listed, scored
from bot.games.crossfire.rules import facts
from bot.games.crossfire.rules.cards import HIGHEST, Card, rank, strength
from bot.games.crossfire.rules.options import Options
from bot.games.crossfire.rules.scoring import EQUAL_POINTS, GOAL, MOST_POINTS
from bot.games.crossfire.rules.view import NOBODY, CrossfireView, LaidCard, Pile, Tally
from bot.games.crossfire.wording.contests import (
    ahead_words,
    claim_sources,
    contest_words,
    contested,
    more_contests,
    pile_words,
    some,
)
from bot.games.crossfire.wording.names import (
    a_joker_or,
    at_least,
    awaited,
    cards_words,
    team_marks,
)

Talk: TypeAlias = sentences.Talk[CrossfireView]

_CONTESTS = 2
"""The greatest number of contests in the status."""


def status(talk: Talk) -> str:
    """Return the player to move and the contests, and below them hands, packs and points."""
    view = talk.view
    if view.phase == "bases":
        return f"{gettext('Bases are being settled.')}\n{waiting_for(talk)}"
    drawn = [_start_drawn(facts.StartDrawn(view.start, view.first), talk)] if view.turns == 1 else []
    turn = gettext("Turn {turn}: {player} to play.", turn=view.turns, player=talk.who(view.turn))
    told = [contest_words(view, square) for square in contested(view)]
    return f"{' '.join([*drawn, turn, *some(told, _CONTESTS, more_contests)])}\n{_stock(talk)}"


def _stock(talk: Talk) -> str:
    view = talk.view
    words = [
        gettext(
            "{player} {hand} in hand, {pack} in the pack",
            player=talk.who(seat),
            hand=view.hands[seat],
            pack=view.packs[seat],
        )
        for seat in range(view.seats)
    ]
    points = _points_words(view.tallies, view.seats) if view.seats == 4 else ahead_words(view)
    return " · ".join([points, *words] if points else words)


def _points_words(tallies: Sequence[Tally], seats: int) -> str:
    """Return the points of both teams: "Points of 6: ●▲ 3, ■◆ 1"."""
    words = [f"{team_marks(team, seats)} {tally.points}" for team, tally in enumerate(tallies)]
    return gettext("Points of {goal}: {teams}", goal=GOAL, teams=", ".join(words))


def waiting_for(talk: Talk) -> str:
    """Return the sentence on the seats to act."""
    return sentences.waiting_for(talk, awaited(talk.view))


def tally(talk: Talk, outcome: Outcome, called: Called) -> str:
    """Return the points of teams, or of two players if points decided; "" where a base did."""
    if talk.view.seats == 4:
        return f"{_points_words(talk.view.tallies, talk.view.seats)}."
    if outcome.why not in (MOST_POINTS, EQUAL_POINTS):
        return ""
    return gettext("Points: {teams}.", teams=scored(outcome, called))


def _card(talk: Talk, card: Card) -> str:
    return talk.thing("card", card, a_joker_or(card))


def _square(talk: Talk, square: int) -> str:
    return talk.thing("square", square, talk.view.table.name(square))


_SENTENCES = Sentences(
    {
        "player": lambda fact, talk: talk.who(fact.seat),
        "winner": lambda fact, talk: talk.who(fact.seat),
        "card": lambda fact, talk: _card(talk, fact.card),
        "neutral": lambda fact, talk: _card(talk, fact.neutral),
        "cards": lambda fact, _: cards_words(fact.cards),
        "removed": lambda fact, _: cards_words(fact.removed),
        "square": lambda fact, talk: _square(talk, fact.at),
        "origin": lambda fact, talk: _square(talk, fact.origin),
        "base": lambda fact, talk: _square(talk, fact.base),
        "leader": lambda fact, talk: talk.who(fact.leader),
        "turn": lambda fact, _: fact.number,
        "royal": lambda fact, talk: _card(talk, fact.royal),
        "ten": lambda fact, talk: _card(talk, fact.ten),
        "strength": lambda fact, _: rank(fact.royal),
    }
)


def _redealt(fact: facts.BasesRedealt, talk: Talk) -> str:
    again = N_("They are {cards}, and may be dealt once more.")
    follows = again if fact.cause else N_("They are {cards}.")
    return _SENTENCES.then(N_("{player} deals new bases."), follows)(fact, talk)


def _neutrals_dealt(fact: facts.NeutralsDealt, _talk: Talk) -> str:
    number = len(fact.squares)
    if not number:
        return gettext("No neutral node is dealt.")
    return ngettext(
        "{number} neutral node is dealt face down.", "{number} neutral nodes are dealt face down.", number
    )


def _start_drawn(fact: facts.StartDrawn, talk: Talk) -> str:
    draws = [
        [(seat, _card(talk, card)) for seat, card in enumerate(draw) if card is not None]
        for draw in fact.draws
    ]
    message = N_("{player} begins: {draws}.") if any(draws) else N_("{player} begins.")
    return _SENTENCES.say(message, fact, talk, draws=talk.rolls(draws))


def _hand_dealt(fact: facts.HandDealt, talk: Talk) -> str:
    if talk.own(fact.seat):
        return _SENTENCES.say(N_("Your first hand: {cards}."), fact, talk)
    hand = NN_(
        "{player} draws a first hand of {number} card.", "{player} draws a first hand of {number} cards."
    )
    return _SENTENCES.count(hand, len(fact.cards), fact, talk)


def _drew(fact: facts.Drew, talk: Talk) -> str:
    if talk.own(fact.seat):
        return _SENTENCES.say(N_("You draw {card}."), fact, talk)
    if fact.card < 0:
        return _SENTENCES.say(N_("{player} draws a card."), fact, talk)
    return _SENTENCES.say(N_("{player} draws {card}."), fact, talk)


def _seized(fact: facts.Seized, talk: Talk) -> str:
    if fact.base:
        message = N_("{winner} **seizes the base {square}** of {loser}!")
    elif fact.loser == NOBODY:
        message = N_("{winner} seizes the neutral at {square}.")
    elif fact.held:
        message = N_("{winner} has held {square} against {loser}.")
    else:
        message = N_("{winner} seizes {square} from {loser}.")
    # The seat that loses a pile; for a neutral on a base square, its owner.
    loser = fact.loser if fact.loser != NOBODY else talk.view.table.base_home[fact.at]
    told = _SENTENCES.say(message, fact, talk, loser=talk.who(loser))
    return f"{told}{talk.further(gettext('It is a seized pile now.'))}" if fact.held else told


def _contest_of(view: CrossfireView, seat: Seat, card: Card, at: int) -> Pile | None:
    """Return the pile of this card's contest if it is still open. Its cards are those of that time."""
    pile = view.board[at]
    return pile if pile is not None and LaidCard(seat, card) in pile.laid else None


def _attacked(fact: facts.Attacked, talk: Talk) -> str:
    # The target: "c4", "the base c8 (9♠)".
    view, target = talk.view, _square(talk, fact.at)
    if view.table.base_home[fact.at] != NOBODY:
        target = gettext("the base {square}", square=target)
    pile = _contest_of(view, fact.seat, fact.card, fact.at)
    if pile is not None and not talk.printer.brief:
        target = f"{target} ({pile_words(pile)})"
    answer = _may_answer(talk.who(fact.target), strength(fact.card) + 1)
    message = N_("{player} attacks {target} with {card}.")
    return f"{_SENTENCES.say(message, fact, talk, target=target)}{talk.further(answer)}"


def _may_answer(who: str, least: int) -> str:
    """Return the sentence on the seats that may answer and their cards."""
    if least > HIGHEST:
        return gettext("Nothing tops a King.")
    return gettext("{player} may answer with {cards}.", player=who, cards=at_least(least))


def _probed(fact: facts.Probed, talk: Talk) -> str:
    if not fact.leads:
        message = N_("{player} fails at {square}: {card} against {neutral}.")
        follows = gettext("The neutral turns face down again.")
    else:
        message = N_("{player} probes {square}: {card} beats {neutral}.")
        follows = _may_answer(gettext("The other side"), strength(fact.card) + 1)
    return f"{_SENTENCES.say(message, fact, talk)}{talk.further(follows)}"


def _answered(fact: facts.Answered, talk: Talk) -> str:
    pile = _contest_of(talk.view, fact.seat, fact.card, fact.at)
    if pile is None:
        follows = gettext("It leads there instead of the card of {loser}.", loser=talk.who(fact.target))
    else:
        # The attacker needs the same strength to answer in turn, all others more (CRF-16, CRF-20).
        least = strength(fact.card) + (0 if pile.owner == fact.seat else 1)
        who = gettext("The other side") if pile.kind == "neutral" else talk.who(fact.target)
        follows = _may_answer(who, least)
    message = N_("{player} answers at {square} with {card}.")
    return f"{_SENTENCES.say(message, fact, talk)}{talk.further(follows)}"


def _rebuilt(fact: facts.Rebuilt, talk: Talk) -> str:
    cleared = NN_(
        "The seized pile of {number} card there is cleared.",
        "The seized pile of {number} cards there is cleared.",
    )
    told = _SENTENCES.say(N_("{player} rebuilds {square} with {card}."), fact, talk)
    return f"{told}{talk.further(_SENTENCES.count(cleared, len(fact.removed), fact, talk))}"


def _points_counted(fact: facts.PointsCounted, talk: Talk) -> str:
    words = [
        f"{team_marks(team, talk.view.seats)} {tally.points}{_sources(tally)}"
        for team, tally in enumerate(fact.tallies)
    ]
    return gettext("Points: {teams}.", teams=", ".join(words))


def _sources(tally: Tally) -> str:
    """Return the sources of a team's points, in brackets."""
    sources = [ngettext("{number} base", "{number} bases", tally.bases)] if tally.bases else []
    sources += [gettext("chain")] if tally.chain else []
    sources += [gettext("middle")] if tally.middle else []
    return f" ({listed(sources)})" if sources else ""


def _end_counted(fact: facts.EndCounted, talk: Talk) -> str:
    """Return the points of each of two players at the end, with their sources (CRF-28)."""
    words = [
        f"{talk.who(seat)} {claim.points} ({claim_sources(claim)})" for seat, claim in enumerate(fact.claims)
    ]
    return gettext("Points: {teams}.", teams=", ".join(words))


DESCRIBERS: Mapping[type, Describer] = {
    **BASE_DESCRIBERS,
    facts.BasesRedealt: _redealt,
    facts.BasesKept: _SENTENCES.plain(N_("{player} keeps the bases.")),
    facts.NeutralsDealt: _neutrals_dealt,
    facts.StartDrawn: _start_drawn,
    facts.HandDealt: _hand_dealt,
    facts.TurnBegan: _SENTENCES.plain(N_("Turn {turn}: {player} is to play.")),
    facts.Seized: _seized,
    facts.Drew: _drew,
    facts.Laid: _SENTENCES.plain(N_("{player} lays {card} on {square}, next to {origin}.")),
    facts.Supported: _SENTENCES.plain(N_("{player} supports the base {base} with {card}.")),
    facts.Attacked: _attacked,
    facts.Probed: _probed,
    facts.Answered: _answered,
    facts.Rebuilt: _rebuilt,
    facts.Raised: _SENTENCES.then(
        N_("{player} raises {royal} on {ten}: tower {square}."),
        N_("The card {card} comes from the hand; the tower has power 10 and strength {strength}."),
    ),
    facts.Discarded: _SENTENCES.plain(N_("{player} lays nothing and discards {card}.")),
    facts.Replaced: _SENTENCES.then(
        N_("{player} takes {card} at {square} for a Joker."),
        N_("The card goes into the hand; the Joker replaces it."),
    ),
    facts.KeptOne: _SENTENCES.then(
        N_("{player} keeps {card} at {square} as a node."), N_("Discarded of the seized pile: {removed}.")
    ),
    facts.Towered: _SENTENCES.then(
        N_("{player} raises {royal} on {ten}: tower {square}."),
        N_("It has power 10 and strength {strength}."),
    ),
    facts.Lapsed: _SENTENCES.then(N_("{player} leaves {square} unanswered."), N_("{leader} will win it.")),
    facts.PointsCounted: _points_counted,
    facts.EndCounted: _end_counted,
    facts.PackEmpty: _SENTENCES.plain(N_("{player} has no card left to draw.")),
}


def moment(talk: Talk) -> str:
    """Return the current turn; "" while bases are decided."""
    view = talk.view
    return "" if view.phase == "bases" else gettext("turn {turn}", turn=view.turns)


def aim(options: Options, seats: int) -> str:
    """Return the winning condition, and the consequence of an empty pack (CRF-06, CRF-21, CRF-23, CRF-24,
    CRF-28).
    """
    if seats == 2:
        if options.end == "points":
            return gettext("win an attack on the enemy base; most points when a pack runs out")
        return gettext("win an attack on the enemy base; a tie when a pack runs out")
    return gettext("first team to {goal} points; most points when a pack runs out", goal=GOAL)
