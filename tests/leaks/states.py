"""Further states of the test match: hints, orders, a new player in a seat, a resignation.

No action depends on the secret; the output for others must not either.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from bot.engine.contract import Event
from bot.games.computers import normal_player
from bot.matches.loaded_match import LoadedMatch, PendingChange
from bot.matches.model import Person
from bot.matches.plans import Plan, foreseen
from bot.matches.ports import EventRow
from bot.parts.analysis import hints
from cogs.matches import game_commands
from tests.matches.table import MODERATOR

if TYPE_CHECKING:
    from tests.leaks.world import World

NEWCOMER = Person(997, "Zoe")
ELSEWHERE = 4
"""The channel to which the match moves."""


async def more_often(world: World) -> None:
    """Let the keeper act in secret once in the first world, three times in the second."""
    for _ in range(1 if world.number == 1 else 3):
        await _told_alone_again(world)
        if world.game.rules.ordered is not None:
            await _ordered(world)
    if world.number == 2:
        await _planned(world)
    await world.look_around("done more often in secret")


async def _ordered(world: World) -> None:
    user, orders = world.users[world.keeper], world.game.rules.ordered.Orders()
    await world.service.play.order(world.match, user, orders, request=next(world.requests))


async def _planned(world: World) -> None:
    """Let the keeper plan the first plannable action of the next turn, if there is any."""
    user, rules, position = world.users[world.keeper], world.game.rules, await world.position()
    view, plan = rules.view(position.state, world.keeper), Plan()
    found = foreseen(rules, view, world.keeper, plan) if rules.plannable else None
    if found is not None and found.legal:
        plan = plan.before(rules, found.legal[0], view)
        await world.service.play.order(world.match, user, plan, request=next(world.requests))


async def _told_alone_again(world: World) -> None:
    """Store an action of the keeper with its private facts, which others do not get."""
    repository, codec = world.service._repository, (await world.position()).codec
    rows = [row async for row in repository.events(world.match)]
    events = (codec.event(row.event) for row in rows)
    told = next((event.private[world.keeper] for event in events if world.keeper in event.private), None)

    def again(position: LoadedMatch) -> PendingChange:
        seq, happened = position.record.seq + 1, Event(None, {world.keeper: told})
        return PendingChange(
            record=replace(position.record, seq=seq),
            visible_to=frozenset((world.keeper,)),
            events=(EventRow(seq, 0, codec.encode(happened), world.clock.now),),
            state=position.state,
            recent=(*position.recent, (seq, happened)),
        )

    if told is not None:
        await repository.change(world.match, None, again)


async def offered(world: World) -> None:
    """Offer two seats to a new player, first the one with the secret: until it is taken nobody sees with its
    eyes.
    """
    seats, seat = (
        world.service.substitutions,
        next(each for each in range(world.seats) if each != world.keeper),
    )
    world.strangers.append(NEWCOMER.user)
    for place in (world.keeper, seat):
        await seats.offer(
            world.match, MODERATOR, place, NEWCOMER, moderator=True, request=next(world.requests)
        )
        await world.look_around(f"seat {place} is on offer", whole=False)


async def taken(world: World) -> None:
    """Let the new player take it; the former one watches."""
    seat = next(each for each in range(world.seats) if each != world.keeper)
    await world.service.substitutions.take(world.match, NEWCOMER, request=next(world.requests))
    world.strangers = [*world.strangers[:1], world.users[seat]]
    world.users[seat] = NEWCOMER.user
    await world.look_around("a seat was taken over")


async def hinting(world: World) -> None:
    """Let all agree to hints; a seat that can act gets one."""
    await agreed(world, "hints")
    await world.look_around("hints are allowed", whole=False)
    world.whys = True
    for seat in world.onlookers:
        await hint(world, seat)
    world.whys = False


async def hint(world: World, seat: int) -> None:
    """Give a hint to a seat, if it can act, and the reason for the last action of each seat.

    What the worker processes are given is compared too, because another reason may be made of it tomorrow.
    """
    view, workers = await world.service.match_view(world.match, world.users[seat]), AsWorkers()
    if view.legal:
        found = await hints.hint(workers, world.game, view)  # type: ignore[arg-type]
        world.note(f"a hint to seat {seat}", repr((found, workers.given)).encode())
    if not world.whys:
        return
    player, kinds = normal_player(world.game.key), frozenset(game_commands.action_kinds(world.game))
    for (
        each
    ) in world.onlookers:  # their last actions are the same in both worlds, whether or not all saw them
        done = await world.service.history.last_decision(world.match, each, kinds)
        if done is not None:
            key, version = player.key, view.match.rules
            told, workers = (done.view, each, done.action), AsWorkers()
            reason = await hints.why(workers, world.game, view.match.cards, key, version, told)  # type: ignore[arg-type]
            world.note(f"why seat {each} did this", repr((reason, workers.given)).encode())


class AsWorkers:
    """Runs a job at once, and keeps what it was given."""

    def __init__(self) -> None:
        self.given: tuple[Any, ...] = ()

    async def run_with_cards(
        self, _rules: Any, _cards: str | None, work: Callable[..., Any], *given: Any
    ) -> Any:
        self.given = given
        return work(*given)


async def moved(world: World) -> None:
    """Move the match to another channel."""
    await world.service.proposals.move(
        world.match, world.users[0], ELSEWHERE, moderator=True, request=next(world.requests)
    )
    await world.look_around("the match was moved", whole=False)


async def resigned(world: World) -> None:
    """Let a player without a secret resign, if the others then continue."""
    if not world.may_resign:
        return
    seat = next(each for each in reversed(range(world.seats)) if each != world.keeper)
    await world.service.play.resign(world.match, world.users[seat], request=next(world.requests))
    await world.look_around("somebody has resigned")


async def agreed(world: World, what: str) -> int:
    """Let all agree to something, with the keeper last; return the proposer."""
    proposals = world.service.proposals
    seats = sorted(range(world.seats), key=lambda seat: seat == world.keeper)
    asks, *others = [world.users[seat] for seat in seats]
    await proposals.propose(world.match, asks, what, request=next(world.requests))
    for user in others:
        await proposals.answer(world.match, user, agree=True, request=next(world.requests))
    return asks
