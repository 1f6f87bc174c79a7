"""Further planted leaks: of the number of secret actions, and of rare states."""

from __future__ import annotations

import logging
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch

from msgspec.structs import replace

from bot.base import metrics
from bot.base.language import current
from bot.database.coordination import News
from bot.games.overcross.rules.view import number_of
from bot.matches import history, repository, store
from bot.matches.loaded_match import recent_facts
from bot.matches.ports import NewDelivery
from bot.matches.undo import Undos
from bot.matches.upkeep_store import SqlFigureStore
from bot.parts.analysis import hints
from bot.people.privacy.service import PersonalMatches
from cogs.kit.layout import OutgoingMessage
from cogs.play import hand_and_zoom, screens
from cogs.proofs import verify
from cogs.publishing import due_notices, match_posts, turns
from tests.leaks import states, world
from tests.leaks.planting import (
    Plant,
    added,
    around,
    audit_when,
    instead,
    keeper,
    keepers_look,
    number,
    on_board,
    on_file,
    on_view,
    page_with,
    with_words,
)

_CHANGES: list[int] = [0]
"""A number of the match that was viewed last: its count of changes, including secret ones."""


@contextmanager
def counting(
    *plants: Any, read: Callable[[Any], int] = lambda position: position.record.revision
) -> Iterator[None]:
    """Read a number of the viewed match, while these leaks are planted."""

    def note(view: Any, _repository: Any, position: Any, _user: Any) -> Any:
        _CHANGES[0] = read(position)
        return view

    with ExitStack() as stack:
        for plant in (on_view(note), *plants):
            stack.enter_context(plant)
        yield


def counted(page: OutgoingMessage, *_asked: Any) -> OutgoingMessage:
    """Return a page with as many dots as there were changes."""
    return added(page, "." * (1 + _CHANGES[0]))


def marked(picture: Any, *_asked: Any) -> Any:
    """Add a chunk with the number of changes to a picture."""
    return replace(picture, png=picture.png + b"tEXt" + str(_CHANGES[0]).encode())


def in_each_change(does: Callable[[Any], Any]) -> Any:
    """Do something with every change, secret or not; return the change."""
    return around(repository, "change_of", lambda change, *_asked: does(change))


def keyed(change: Any) -> Any:
    rows = [replace(row, key=f"{row.key}.{change.record.seq}") for row in change.deliveries]
    return replace(change, deliveries=tuple(rows))


def posted(change: Any) -> Any:
    row = NewDelivery("board", f"{change.record.info.id}.changed.{change.record.revision}", 0)
    return replace(change, deliveries=(*change.deliveries, row))


def logged(change: Any) -> Any:
    repository.log.info("changed", match=change.record.info.id)
    return change


def debugged(change: Any) -> Any:
    logging.getLogger("tablepost").debug("%r", change.record.state)
    return change


def measured(change: Any) -> Any:
    metrics.INTERACTIONS.labels("command").inc()
    return change


def by_revision(view: Any, _repository: Any, position: Any, _user: Any) -> Any:
    version = view.match.version + position.record.revision
    return replace(view, match=replace(view.match, version=version))


def longer_past(true: Any) -> Any:
    async def page(self: Any, match: str, *asked: Any) -> Any:
        found = await true(self, match, *asked)
        return replace(found, total=(await self._repository.record(match)).seq)

    return page


def told_anew(view: Any, _repository: Any, position: Any, _user: Any) -> Any:
    """Give all viewers the private facts of the seat with the secret when a new player takes a seat."""
    if not number() or position.info.seat_of(states.NEWCOMER.user) is None:
        return view
    return replace(view, recent=recent_facts(position.recent, keeper()))


def waiting_orders(view: Any, _repository: Any, position: Any, _user: Any) -> Any:
    """Mark each seat with standing orders; one more in the second world."""
    given = [each for each in position.record.orders if each.given]
    return replace(view, answer_waits=bool(given) or number() == 2)


def waiting_plan(view: Any, _repository: Any, position: Any, _user: Any) -> Any:
    """Mark all seats that have planned the next turn, or might have."""
    planned = any(each.plan for each in position.record.orders)
    return replace(view, answer_waits=planned or number() == 2)


def anothers_lines(true: Any) -> Any:
    """Add another player's facts to an export."""

    async def lines(self: Any, match: str, user: int) -> Any:
        info = await self._service.info(match)
        return await true(self, match, info.seats[keeper()].user if number() else user)

    return lines


def anothers_orders(true: Any) -> Any:
    async def orders(self: Any, match: str, user: int) -> Any:
        return {**await true(self, match, user), "orders": number()}

    return orders


def otherwise_free(true: Any) -> Any:
    async def is_free(self: Any, match: str, user: int) -> bool:
        return await true(self, match, user) != (number() == 2)

    return is_free


def as_the_keeper(views: Any, record: Any, codec: Any, *_asked: Any) -> Any:
    if not number():
        return views
    return [codec.rules.view(codec.state(record.state), keeper()) for _ in views]


def through_its_eyes(view: Any, repository: Any, position: Any, user: int | None) -> Any:
    """Give who is offered a seat the view of that seat."""
    proposal = position.info.match_terms.proposal
    if not number() or not user or proposal is None or proposal.offered_to != user:
        return view
    return replace(repository.cache.match_view(position, proposal.seat), seat=None, legal=())


def told_by_state(true: Any) -> Any:
    async def page_for_watcher(service: Any, game: Any, info: Any, link: str) -> OutgoingMessage:
        page = await true(service, game, info, link)
        position = await service._repository.loaded(info.id)
        words = str(zlib.crc32(position.codec.encode(position.state)))
        return added(page, words) if number() else page

    return page_for_watcher


def read_by_state(true: Any) -> Any:
    async def read(self: Any) -> Any:
        figures = await true(self)
        return replace(figures, pending=figures.pending + number())

    return read


def in_german(page: OutgoingMessage, *_asked: Any) -> OutgoingMessage:
    return page_with("!")(page) if current().code == "de" else page


COUNTS: Mapping[str, Plant] = {
    "a nonce that counts what is done in secret": lambda: in_each_change(keyed),
    "a board posted for each secret change": lambda: in_each_change(posted),
    "a log line for each secret change": lambda: in_each_change(logged),
    "a state in a debug line": lambda: in_each_change(debugged),
    "a metric that counts secret changes": lambda: in_each_change(measured),
    "a version that counts secret changes": lambda: on_view(by_revision),
    "a status that counts them": lambda: counting(around(match_posts, "compose_status", counted)),
    "a watcher's DM that counts them": lambda: counting(around(turns, "compose_watched", counted)),
    "a panel that counts them": lambda: counting(around(screens, "compose_panel", counted)),
    "a PNG chunk that counts them": lambda: counting(around(world.World, "draw_board", marked)),
    "a size that counts them": lambda: counting(
        on_board(on_file(data=lambda data: data + bytes(_CHANGES[0])))
    ),
    "a history that counts them": lambda: instead(history.History, "page", longer_past),
    "what other processes are told counts them": lambda: patch.object(
        store, "News", lambda topic, match="", number_of=0: News(topic, match, number_of + number())
    ),
}
"""Leaks of the number of secret actions."""


def checksum(position: Any) -> int:
    """Return one of three values, computed from all hidden data."""
    return zlib.crc32(position.codec.encode(position.state)) % 3


def order_of_a_hand(position: Any) -> int:
    """Whether the first card in a hand has a greater number than the last one."""
    hand = position.state.hands[keeper()] if number() else ()
    return int(bool(hand) and hand[0] > hand[-1])


def event_held(position: Any) -> int:
    """Whether a hand has an event."""
    state, cards = position.state, position.codec.rules.pool(position.state.options).cards
    hand = state.hands[keeper()] if number() else ()
    return int(any(cards[number_of(state, card)].kind == "event" for card in hand))


def in_status(read: Callable[[Any], int]) -> Any:
    """Return a status with as many dots as the number read from the match."""
    return counting(around(match_posts, "compose_status", counted), read=read)


OF_GAMES: Mapping[str, Mapping[str, Plant]] = {
    "overcross": {
        "the order of a hand": lambda: in_status(order_of_a_hand),
        "whether an event is held": lambda: in_status(event_held),
    }
}
"""Leaks that only one game can have."""

_CLOSER = "a closer look that tells a stranger"
NOT_IN: Mapping[str, tuple[str, ...]] = {
    "crossfire": ("a table shown after a resignation", _CLOSER),
    "papyrus": (_CLOSER,),
    "overcross": (_CLOSER,),
    "free-table": (_CLOSER, "a reason of a hint by what another knows", "a reason by what its seat knew"),
}
"""Leaks that cannot be planted in the test match of a game.

In Crossfire for two a resignation ends the match; small tables have no close-up; and where computers do not
play there is no hint with a reason.
"""

STATES: Mapping[str, Plant] = {
    "a hint by what another knows": lambda: around(
        hints, "hinted", lambda hint, *_asked: (hint, number())
    ),
    "a reason of a hint by what another knows": lambda: around(
        hints, "hinted", lambda hint, *_asked: hint and hint._replace(reason=f"{hint.reason}{number()}")
    ),
    "a reason by what its seat knew": lambda: around(history, "views_before", as_the_keeper),
    "the eyes of a seat for whom it is offered to": lambda: on_view(through_its_eyes),
    "a watcher's DM made from the state": lambda: instead(due_notices, "page_for_watcher", told_by_state),
    "a figure of the metrics made from the state": lambda: instead(SqlFigureStore, "read", read_by_state),
    "a table shown to who is offered a seat": lambda: keepers_look(to=[states.NEWCOMER.user]),
    "a table shown to who has left a seat": lambda: keepers_look(
        to=[person.user for person in world.PEOPLE]
    ),
    "what was told alone, once a newcomer plays": lambda: on_view(told_anew),
    "a table shown where the match was moved": lambda: keepers_look(
        lambda info: info.channel == states.ELSEWHERE
    ),
    "a table shown once hints are allowed": lambda: keepers_look(lambda info: info.match_terms.hints is True),
    "a table shown while a match is paused": lambda: keepers_look(
        lambda info: info.match_terms.clocks.paused
    ),
    "a table shown after a resignation": lambda: keepers_look(lambda info: bool(info.match_terms.resigned)),
    _CLOSER: lambda: around(hand_and_zoom, "compose_part", page_with("?")),
    "a checksum of the state in a status": lambda: in_status(checksum),
    "a sentence of one language alone": lambda: around(match_posts, "compose_status", in_german),
    "an export of what another was told": lambda: instead(PersonalMatches, "_lines", anothers_lines),
    "an export of another's orders": lambda: instead(PersonalMatches, "_orders", anothers_orders),
    "a sign that orders wait": lambda: on_view(waiting_orders),
    "a sign that a plan waits": lambda: on_view(waiting_plan),
    "the audit while a seat is on offer": lambda: audit_when(
        lambda info: info.match_terms.proposal is not None
    ),
    "the audit once hints are allowed": lambda: audit_when(lambda info: info.match_terms.hints is True),
    "an undo that is free by another's secret": lambda: instead(Undos, "is_free", otherwise_free),
    "words in the fair dice of a lobby": lambda: around(verify, "compose_fair_dice", with_words),
}  # fmt: skip
"""Leaks in rare states of a match."""
