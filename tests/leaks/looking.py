"""All output of a match for one viewer: posts, panels, offers, the history, exports, refusals."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from bot.engine.errors import Refusal
from bot.games.game import Game
from bot.matches.model import MatchView
from bot.people.privacy.match_store import SqlMatchPersonalData
from bot.people.privacy.service import PersonalMatches
from cogs.kit.layout import OutgoingMessage, components_of
from cogs.kit.sentences import describe_facts, weighed_lines
from cogs.matches import game_commands
from cogs.play import hand_and_zoom, screens
from cogs.proofs import verify
from cogs.publishing import due_notices, match_posts
from renderers.kit.gif import Reel

if TYPE_CHECKING:
    from tests.leaks.world import World

MOST = 500
"""The maximum number of collected legal actions."""


async def shown(world: World, user: int | None, *, whole: bool) -> AsyncIterator[tuple[str, bytes]]:
    """Yield the output for this user (None: the public) now; without `whole` only text."""
    view = await world.service.match_view(world.match, user)
    for what in _words(world, view):
        yield what
    async for what in _past(world, user, view):
        yield what
    if user == world.strangers[0]:
        dm = await due_notices.page_for_watcher(world.service, world.game, view.match, "link")
        yield "a watcher's DM", sent(dm)
        for what in _closer(world, view):
            yield what
    if whole:
        for what in _pictures(world, view, user):
            yield what
        async for what in _replays(world, user):
            yield what
    if view.seat is not None and view.legal:
        yield "what a computer is given", await _given(world, view.seat)
    if user is not None:
        async for what in _own(world, user, view):
            yield what


def _words(world: World, view: MatchView) -> Iterator[tuple[str, bytes]]:
    game = world.game
    late = describe_facts(game, view.recent, view)
    yield "what is told of late", msgspec.json.encode([view.recent, late])
    yield "the status", sent(match_posts.compose_status(game, view.match, view))
    yield "the board as text", sent(screens.compose_position(game, view))
    yield "who is awaited", repr(sorted(view.awaited)).encode()
    yield "what is possible", msgspec.json.encode(list(itertools.islice(view.legal, MOST)))
    yield "the offers", msgspec.json.encode(list(offers(game, view)))
    yield "the fair dice", sent(verify.compose_fair_dice(view.match))


def _pictures(world: World, view: MatchView, user: int | None) -> Iterator[tuple[str, bytes]]:
    game, drawn = world.game, world.draw_board(view)
    yield "the panel", sent(panel(world, view))
    if user is None:
        words = weighed_lines(game, view.recent, view)
        yield "the board", sent(match_posts.compose_board(game, view, words, drawn))


def _closer(world: World, view: MatchView) -> Iterator[tuple[str, bytes]]:
    """Yield the first close-up of a table, if it has any."""
    for part in list(world.game.renderer.parts(view.view))[:1]:
        closer = world.draw(world.game.renderer.board, view, recent=(), part=part)
        yield "a closer look", sent(hand_and_zoom.compose_part(world.game, view, part, closer))


async def _past(world: World, user: int | None, view: MatchView) -> AsyncIterator[tuple[str, bytes]]:
    service, game = world.service, world.game
    lines = [line.fact for line in await service.history.lines(world.match, user)]
    yield "what happened", repr([line.words for line in weighed_lines(game, lines, view)]).encode()
    page = await service.history.page(world.match, user, None, 20)
    past = describe_facts(game, [line.fact for line in page.lines], view)
    yield "the history", repr((past, page.start, page.total)).encode()
    proposal = await service.proposals.at_stake(world.match)
    yield "what is at stake", repr(describe_facts(game, proposal[1], view)).encode()
    try:
        audit = await service.history.audit(world.match)
        early = b"" if view.match.stage.ended else bytes([world.number])  # now this is a leak
        yield "the audit", early and early + msgspec.json.encode(audit)
    except Refusal as refusal:
        yield "the audit", refusal.sentence.encode()


async def _replays(world: World, user: int | None) -> AsyncIterator[tuple[str, bytes]]:
    for step in (await world.service.history.steps(world.match, user))[-3:]:
        then = await world.service.history.match_view(world.match, user, step.seq)
        told = describe_facts(world.game, then.recent, then)
        replay = world.draw_board(then)
        looks = repr((step.label, told, replay.alt)).encode()
        yield "the replay", looks + replay.png + msgspec.json.encode(then.view)


async def _own(world: World, user: int, view: MatchView) -> AsyncIterator[tuple[str, bytes]]:
    """Yield the user's private pages and exports, and the refusals of others."""
    service = world.service
    exported = PersonalMatches(service, SqlMatchPersonalData(world.store.database)).export(user)
    yield "an export", msgspec.json.encode([each async for each in exported if each["match"] == world.match])
    yield "whether an undo is free", repr(await service.undos.is_free(world.match, user)).encode()
    if view.seat is None:
        yield "a refusal", await world.refusal(service.play.resign, world.match, user)


async def _given(world: World, seat: int) -> bytes:
    """Return the input of a computer player in this seat."""
    spy, position = Spy(), await world.position()
    holders = [replace(each, computer="spy") for each in position.info.seats]
    play: Any = world.service.play
    play._computers = {"spy": spy}
    await play._chosen(replace(position, info=replace(position.info, seats=tuple(holders))), seat)
    return spy.given


async def film(world: World) -> bytes:
    """Return a film and its views: a detail that no picture shows today may be drawn tomorrow."""
    steps, reel = await world.service.history.steps(world.match, None), Reel()
    seqs = [0, *[step.seq for step in steps[-3:]]]
    views = await world.service.history.film(world.match, seqs)
    for view in views:
        reel.add(world.draw_board(view))
    *_, made = reel.cut()
    assert made is not None
    return made.gif + msgspec.json.encode([view.view for view in views])


class Spy:
    """A computer player that stores its input."""

    given = b""
    searches = False

    def gives_up(self, rules: Any, view: Any) -> bool:
        return False

    def choose(self, rules: Any, view: Any, legal: Sequence[Any], rng: Any) -> Any:
        self.given = msgspec.json.encode([view, list(itertools.islice(legal, MOST))])
        return legal[0]


def panel(world: World, view: MatchView) -> OutgoingMessage:
    """Return the first screen of a player's panel."""
    menu, hand = screens.menu_of(world.game, view, ()), None
    if view.seat is not None and world.game.renderer.has_hands:
        hand = world.draw(world.game.renderer.hand, view, sort="suit")
    return screens.compose_panel(world.game, view, (), menu=menu, hand=hand)


def offers(game: Game, view: MatchView) -> Iterator[Any]:
    """Yield the autocomplete choices for each word of each command, in order."""
    for kind in game_commands.action_kinds(game):
        for field in kind.__struct_fields__:
            yield list(game_commands.legal_words(game, view, kind, field, {}, "").items())


def sent(page: OutgoingMessage) -> bytes:
    """Return all that is sent with a page."""
    files = [(file.filename, file.data, file.alt) for file in page.attachments]
    return msgspec.json.encode([components_of(page.view), page.pings]) + repr(files).encode()
