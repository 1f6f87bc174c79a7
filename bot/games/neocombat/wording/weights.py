"""What is worth a line in Neo-Combat, and what is told together: moves, kills and what is done at once."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

from bot.engine.contract import Fact
from bot.engine.facts import SeatFact
from bot.engine.language import gettext
from bot.engine.phrases import listed
from bot.engine.weighing import BASE_WEIGHTS, Joined, Weigher, Weight
from bot.games.neocombat.rules import facts
from bot.games.neocombat.wording.names import Talk


def _hit_weight(fact: facts.Hit, _talk: Talk) -> Weight:
    return Weight.HARM if fact.by else Weight.ACT


WEIGHTS: Mapping[type[Fact], Weigher] = {
    **BASE_WEIGHTS,
    facts.Kept: Weight.FRAME,
    facts.TeamDealt: Weight.FRAME,
    facts.Drew: Weight.FRAME,
    facts.Refilled: Weight.FRAME,
    facts.TurnBegan: Weight.FRAME,
    facts.StepBegan: Weight.FRAME,
    facts.Moved: Weight.MOVE,
    facts.Stopped: Weight.FRAME,
    facts.CombatBegan: Weight.FRAME,
    facts.Passed: Weight.FRAME,
    facts.Played: Weight.ACT,
    facts.Claimed: Weight.MOVE,
    facts.Revealed: Weight.ACT,
    facts.WindowOpened: Weight.FRAME,
    facts.Defended: Weight.ACT,
    facts.Undefended: Weight.FRAME,
    facts.Fended: Weight.ACT,
    facts.Hit: _hit_weight,
    facts.Killed: Weight.LOSS,
    facts.Turned: Weight.FRAME,
    facts.SecondFollows: Weight.FRAME,
    facts.SecondLapsed: Weight.FRAME,
    facts.RepairBegan: Weight.FRAME,
    facts.Planned: Weight.FRAME,
    facts.HandedOff: Weight.FRAME,
    facts.AllReady: Weight.FRAME,
    facts.Mended: Weight.ACT,
    facts.CloakedAgain: Weight.MOVE,
    facts.Shuffled: Weight.MOVE,
    facts.Discarded: Weight.FRAME,
    facts.TurnedBack: Weight.FRAME,
    facts.Dropped: Weight.END,
    facts.Resigned: Weight.END,
}


def _owner(fact: facts.TokenFact, talk: Talk) -> Hashable:
    return talk.owner(fact.token)


def _everyone(told: Sequence[SeatFact], talk: Talk) -> str:
    return talk.everyone(dict.fromkeys([fact.seat for fact in told]))


def _all_moved(moved: Sequence[facts.Moved], talk: Talk) -> str:
    ends = {fact.token: fact.to for fact in moved}
    moves = [
        gettext("{token} to sector {to}", token=talk.token(token), to=to)
        if to
        else gettext("{token} to the Centre", token=talk.token(token))
        for token, to in ends.items()
    ]
    player = talk.who(talk.owner(moved[0].token))
    return gettext("{player} moves {moves}.", player=player, moves=listed(moves))


def _all_killed(killed: Sequence[facts.Killed], talk: Talk) -> str:
    return gettext(
        "{tokens} **are killed**: {number} kills for {player}.",
        tokens=talk.tokens([fact.token for fact in killed]),
        number=len(killed),
        player=talk.who(killed[0].seat),
    )


def _all_cloaked(cloaked: Sequence[facts.CloakedAgain], talk: Talk) -> str:
    tokens = dict.fromkeys([fact.token for fact in cloaked])
    return gettext("Cloaked: {tokens}.", tokens=talk.tokens(tokens))


def _all_passed(passed: Sequence[facts.Passed], talk: Talk) -> str:
    return gettext("Pass: {players}.", players=_everyone(passed, talk))


def _all_ready(ready: Sequence[facts.HandedOff], talk: Talk) -> str:
    return gettext("Ready: {players}.", players=_everyone(ready, talk))


JOINED: Mapping[type[Fact], Joined] = {
    facts.Moved: Joined(_owner, _all_moved),
    facts.Killed: Joined(lambda fact, _: fact.seat, _all_killed),
    facts.CloakedAgain: Joined(_owner, _all_cloaked),
    facts.Passed: Joined(lambda _fact, _talk: "all", _all_passed),
    facts.HandedOff: Joined(lambda _fact, _talk: "all", _all_ready),
}
