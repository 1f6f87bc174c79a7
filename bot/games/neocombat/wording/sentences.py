"""The sentence for each fact, as known to its reader.

Tokens are named by their numbers only: a sentence may be read long afterwards, when they have been shuffled.
"""

from __future__ import annotations

from collections.abc import Mapping

from bot.base.language import N_, NN_, gettext
from bot.engine.contract import Outcome
from bot.engine.facts import Resigned, SeatReady
from bot.engine.sentences import BASE_DESCRIBERS, Called, Describer, Sentences, dice_shown, scored
from bot.games.neocombat.rules import facts
from bot.games.neocombat.rules.actions import NONE
from bot.games.neocombat.rules.view import DRAWN, Plan
from bot.games.neocombat.wording.names import Talk, damage_words

SENTENCES = Sentences(
    {
        "player": lambda fact, talk: talk.who(fact.seat),
        "token": lambda fact, talk: talk.token(fact.token),
        "target": lambda fact, talk: talk.token(fact.target),
        "user": lambda fact, talk: talk.user(fact.user, fact.seat),
        "second": lambda fact, talk: talk.token(fact.user),
        "card": lambda fact, talk: talk.named(fact.card),
        "cards": lambda fact, talk: talk.all_named(fact.cards),
        "varan": lambda fact, talk: talk.varan(fact.varan),
        "attribute": lambda fact, talk: (
            f"{talk.thing('sign', fact.attribute, '')}{talk.lexicon.pool.attribute_name(fact.attribute)}"
        ),
        "harm": lambda fact, talk: talk.thing("harm", fact.by, f"**{damage_words(fact.by)}**"),
        "damage": lambda fact, _: fact.damage,
        "turn": lambda fact, _: fact.turn,
        "step": lambda fact, _: fact.step,
        "origin": lambda fact, _: fact.origin,
        "to": lambda fact, _: fact.to,
        "first": lambda fact, talk: talk.who(fact.first),
        "tokens": lambda fact, talk: talk.tokens(fact.tokens),
        "left": lambda fact, _: damage_words(fact.damage),
        "plan": lambda fact, talk: planned_words(fact.plan, talk),
    }
)


def tally(_talk: Talk, outcome: Outcome, called: Called) -> str:
    """Return the kills of all."""
    return gettext("Kills: {kills}.", kills=scored(outcome, called))


# Teams and cards


def _team_dealt(fact: facts.TeamDealt, talk: Talk) -> str:
    if not fact.varans:
        return SENTENCES.say(N_("The varans of {player} are on the table, cloaked."), fact, talk)
    first = fact.seat * talk.view.options.team
    return gettext(
        "Your varans: {team}.", team=_team(talk, range(first, first + len(fact.varans)), fact.varans)
    )


def _team(talk: Talk, tokens: range | tuple[int, ...], varans: tuple[int, ...]) -> str:
    """Return the varans of tokens: "●1.1 A3 Scout, ●1.2 B6 Fighter"."""
    pairs = zip(tokens, varans, strict=True)
    return ", ".join([f"{talk.token(token)} {talk.lexicon.varan(varan)}" for token, varan in pairs])


_DREW: Mapping[facts.Why, tuple[str, str]] = {
    "deal": NN_("{player} is dealt {number} card.", "{player} is dealt {number} cards."),
    "turn": NN_("{player} draws {number} card.", "{player} draws {number} cards."),
    "card": NN_("{player} draws {number} card.", "{player} draws {number} cards."),
    "claim": NN_("{player} draws {number} extra card.", "{player} draws {number} extra cards."),
}
_DREW_YOURSELF: Mapping[facts.Why, str] = {
    "deal": N_("You are dealt {cards}."),
    "turn": N_("You draw {cards}."),
    "card": N_("You draw {cards}."),
    "claim": N_("Your extra card is {cards}."),
}


def _drew(fact: facts.Drew, talk: Talk) -> str:
    if fact.cards:
        return SENTENCES.say(_DREW_YOURSELF[fact.why], fact, talk)
    return SENTENCES.count(_DREW[fact.why], fact.count, fact, talk)


# Movement

_MOVED: Mapping[tuple[bool, bool], str] = {
    (True, True): N_("{token} leaves sector {origin} for sector {to}."),
    (True, False): N_("{token} leaves sector {origin} for the Centre."),
    (False, True): N_("{token} leaves the Centre for sector {to}."),
}
"""By whether the old and the new sector are not the Centre."""


# Combat

_PLAYED: Mapping[tuple[bool, bool], str] = {
    (False, False): N_("{player} plays {card}."),
    (False, True): N_("{player} plays {card} on {target}."),
    (True, False): N_("{user} uses {card}."),
    (True, True): N_("{user} uses {card} on {target}."),
}
"""By whether the card has a varan as user, and as target."""


def _revealed(fact: facts.Revealed, talk: Talk) -> str:
    varan = f"**{talk.varan(fact.varan)}**"
    if not talk.printer.brief:
        varan = f"{varan} ({talk.lexicon.printed(fact.varan)})"
    return SENTENCES.say(N_("{token} is revealed: {varan}."), fact, talk, varan=varan)


# Repair


def planned_words(plan: Plan, talk: Talk) -> str:
    """Return a seat's choices for Repair as a list; "nothing" for none."""
    words = [
        gettext("{card} for {token}", card=talk.named(card), token=talk.token(token))
        for card, token in plan.dress
    ]
    if plan.cloak:
        words.append(gettext("cloak {tokens}", tokens=talk.tokens(plan.cloak)))
    if plan.shuffle:
        words.append(gettext("shuffle {tokens}", tokens=talk.tokens(plan.shuffle)))
    if plan.discard:
        words.append(gettext("discard {cards}", cards=talk.lexicon.several(plan.discard)))
    return "; ".join(words) or gettext("nothing")


def _shuffled(fact: facts.Shuffled, talk: Talk) -> str:
    told = SENTENCES.say(N_("{tokens} are shuffled."), fact, talk)
    if not fact.varans:
        return told
    team = _team(talk, fact.tokens, fact.varans)
    return f"{told}{talk.further(gettext('Now they are {team}.', team=team))}"


def _resigned(fact: facts.Resigned, talk: Talk) -> str:
    told = BASE_DESCRIBERS[Resigned](fact, talk)
    if not fact.varans:
        return told
    varans = talk.lexicon.varans(fact.varans)
    return f"{told}{talk.further(SENTENCES.say(N_('{player} shows {varans}.'), fact, talk, varans=varans))}"


DESCRIBERS: Mapping[type, Describer] = {
    **BASE_DESCRIBERS,
    facts.Kept: SENTENCES.plain(N_("You keep {varan}.")),
    facts.TeamDealt: _team_dealt,
    facts.Drew: _drew,
    facts.Refilled: SENTENCES.counted(
        NN_(
            "The deck is empty: the discard pile is shuffled into a new one of {number} card.",
            "The deck is empty: the discard pile is shuffled into a new one of {number} cards.",
        ),
        lambda fact: fact.count,
    ),
    facts.DrewEnough: lambda fact, talk: SENTENCES.say(
        N_("{player} draws no more by action cards in this turn: {most} cards are the most."),
        fact,
        talk,
        most=DRAWN,
    ),
    facts.TurnBegan: SENTENCES.plain(N_("**Turn {turn}** begins. First player: {first}.")),
    facts.StepBegan: SENTENCES.by(
        "cloaked",
        {
            True: N_("Movement: cloaked varans, step {step} of 3."),
            False: N_("Movement: revealed varans of speed {step} or more."),
        },
    ),
    facts.Moved: SENTENCES.by(lambda fact, _: (fact.origin != 0, fact.to != 0), _MOVED),
    facts.Stopped: SENTENCES.plain(N_("{player} makes no more moves in this turn.")),
    facts.CombatBegan: SENTENCES.plain(N_("The combat begins.")),
    facts.Passed: SENTENCES.by(
        "empty", {True: N_("{player} has no card in hand and passes."), False: N_("{player} passes.")}
    ),
    facts.Played: SENTENCES.by(lambda fact, _: (fact.user != NONE, fact.target != NONE), _PLAYED),
    facts.Claimed: SENTENCES.plain(N_("{token} shows: {attribute}.")),
    facts.Revealed: _revealed,
    facts.WindowOpened: SENTENCES.plain(N_("{player} may answer.")),
    facts.Defended: SENTENCES.plain(N_("{player} answers with {card}.")),
    facts.Undefended: SENTENCES.plain(N_("{player} does not answer.")),
    facts.Fended: SENTENCES.plain(N_("Nothing happens to {target}.")),
    facts.Hit: SENTENCES.by(
        lambda fact, _: fact.by > 0,
        {True: N_("{token} takes {harm}, {damage} in all."), False: N_("{token} takes no damage.")},
    ),
    facts.Killed: SENTENCES.plain(N_("{token} **is killed**: a kill for {player}.")),
    facts.Turned: SENTENCES.plain(N_("{token} is turned sideways.")),
    facts.SecondFollows: SENTENCES.plain(N_("{user} may attack a second time.")),
    facts.SecondLapsed: SENTENCES.plain(N_("A second attack of {second} is no longer possible.")),
    facts.RepairBegan: SENTENCES.plain(N_("Repair: all choose in secret.")),
    facts.Planned: SENTENCES.plain(N_("You have chosen: {plan}.")),
    facts.HandedOff: BASE_DESCRIBERS[SeatReady],
    facts.AllReady: SENTENCES.plain(N_("All are ready: their choices are shown.")),
    facts.Mended: SENTENCES.plain(N_("{token} is repaired: {left} left.")),
    facts.CloakedAgain: SENTENCES.plain(N_("{token} is cloaked.")),
    facts.Shuffled: _shuffled,
    facts.Discarded: SENTENCES.plain(N_("{player} discards {cards}.")),
    facts.LostCards: SENTENCES.plain(N_("{player} discards at random: {cards}.")),
    facts.Rolled: lambda fact, talk: SENTENCES.say(
        N_("{player} rolls for {card}: {dice}."), fact, talk, dice=dice_shown(fact.dice, fact.sides)
    ),
    facts.Tossed: SENTENCES.by(
        "heads",
        {
            True: N_("{player} tosses a coin for {card}: heads."),
            False: N_("{player} tosses a coin for {card}: tails."),
        },
    ),
    facts.TurnedBack: SENTENCES.counted(
        NN_("{tokens} is turned back.", "{tokens} are turned back."), lambda fact: len(fact.tokens)
    ),
    facts.Dropped: SENTENCES.plain(N_("{player} has no varans left and is out.")),
    facts.Resigned: _resigned,
}
"""The sentence of each type of fact."""
