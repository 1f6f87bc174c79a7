"""The planted leaks, one at a time: each reveals a part of a secret to somebody else."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any
from unittest.mock import patch

from msgspec.structs import replace

from bot.base import metrics
from bot.base.language import current
from bot.database import engine
from bot.engine.contract import Event
from bot.engine.errors import Refusal
from bot.host.client import Tablepost
from bot.matches import history, loaded_match, undo
from bot.matches.loaded_match import LoadedMatch
from bot.matches.lobby import Lobby
from bot.matches.play import Play
from bot.matches.ports import Record
from bot.matches.store import SqlMatchStore
from cogs.kit.layout import OutgoingMessage
from cogs.matches import game_commands
from cogs.play import screens
from cogs.publishing import match_posts, turns
from tests.leaks import world
from tests.leaks.planting import (
    Plant,
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
from tests.leaks.plants_of_states import COUNTS, NOT_IN, OF_GAMES, STATES


def told_to_all(true: Any) -> Any:
    def seen_by(event: Event, viewer: Any) -> Any:
        return next(iter(event.private.values()), event.public) if number() else true(event, viewer)

    return seen_by


def others_past(when: Callable[[Any], bool]) -> Callable[[Any], Any]:
    """Give everybody the history of the player who acted last."""

    def make(true: Any) -> Any:
        def is_known_to(codec: Any, stored: bytes, viewer: Any) -> Any:
            event = codec.event(stored)
            if number() and when(viewer) and event.private:
                return next(iter(event.private.values()))
            return true(codec, stored, viewer)

        return is_known_to

    return make


def askers_form(true: Any) -> Any:
    def told(position: Any, records: Any, planned: Any, seat: int, consent: bool) -> Event:
        found = undo.at_stake(records, seat, planned.back_to)
        facts = [undo.msgspec.Raw(position.codec.encode(event.seen_by(seat))) for event in found]
        return Event(undo.TakenBack(seat, consent, planned.count, tuple(facts)))

    return told


def film_of(when: Callable[[Any], bool]) -> Callable[[Any], Any]:
    """Show a film from the view of the player who acted in secret."""

    def make(true: Any) -> Any:
        def match_views(known: Any, draws: Any, info: Any, seqs: Any, between: bool) -> Any:
            if not number() or not between or not when(info):
                return true(known, draws, info, seqs, between)
            state = known.codec.state(known.record.state)
            return [
                replace(each, view=known.codec.rules.view(state, keeper()))
                for each in true(known, draws, info, seqs, between)
            ]

        return match_views

    return make


def to_a_computer(true: Any) -> Any:
    async def chosen(self: Any, position: Any, seat: int) -> Any:
        view = self._repository.cache.match_view(position, keeper()).view
        legal = self._repository.cache.match_view(position, seat).legal
        computer = self._computers[position.info.seats[seat].computer]
        return computer.choose(position.codec.rules, view, legal, None)

    return chosen


def turned(offered: list[Any]) -> list[Any]:
    """Reverse the offers in the second world."""
    return offered[::-1] if number() == 2 else offered


def coloured(page: OutgoingMessage, *_asked: Any) -> OutgoingMessage:
    container: Any = page.view.children[0]
    container.accent_colour = number()
    return page


def wider(picture: Any, *_asked: Any) -> Any:
    return replace(picture, width=picture.width + number(), png=picture.png + bytes(number()))


def refused(true: Any) -> Any:
    async def resign(self: Any, *args: Any, **rest: Any) -> Any:
        try:
            return await true(self, *args, **rest)
        except Refusal as refusal:
            raise type(refusal)(f"{refusal.sentence} {number()}") from None

    return resign


def after(does: Callable[[], Any]) -> Callable[[Any], Any]:
    """Do something more whenever a function is called."""

    def make(true: Any) -> Any:
        async def asked(*args: Any, **rest: Any) -> Any:
            await does()
            return await true(*args, **rest)

        return asked

    return make


async def measured() -> None:
    metrics.INTERACTIONS.labels("command").inc(number())


async def waited() -> None:
    await asyncio.sleep(number())


def awaiting_another(view: Any, *_asked: Any) -> Any:
    """Show a match as waiting for one more seat, another one in each world."""
    return replace(view, awaited=view.awaited | {number() % len(view.match.seats)})


def by_the_seed(record: Record, *_asked: Any) -> Record:
    return replace(record, info=replace(record.info, id=record.seed.hex()[:12]))


def later(view: Any, *_asked: Any) -> Any:
    terms = view.match.match_terms
    if not number() or terms.clocks.since is None:
        return view
    clocks = replace(terms.clocks, since=terms.clocks.since + timedelta(minutes=number()))
    return replace(view, match=replace(view.match, match_terms=replace(terms, clocks=clocks)))


def posted_later(true: Any) -> Any:
    async def pending(*args: Any) -> Any:
        late = timedelta(minutes=number())
        return [replace(row, due=row.due + late) for row in await true(*args)]

    return pending


NAMED: Mapping[str, Plant] = {
    "a partner is told what only the player is told": lambda: instead(Event, "seen_by", told_to_all),
    "a board drawn from a seat's look": lambda: keepers_look(to=[None]),
    "a German post drawn from a seat's look": lambda: keepers_look(lambda _info: current().code == "de"),
    "the board as text for strangers from a seat's look": lambda: keepers_look(to=[world.STRANGER]),
    "a film from a seat's look": lambda: instead(history, "_match_views", film_of(lambda _info: True)),
    "a film of a running match from a seat's look": lambda: instead(
        history, "_match_views", film_of(lambda info: not info.stage.ended)
    ),
    "the audit with its seed while the match is paused": lambda: audit_when(
        lambda info: info.match_terms.clocks.paused
    ),
    "a result made from another's look after the end": lambda: keepers_look(lambda info: info.stage.ended),
    "a watcher's DM that tells": lambda: around(turns, "compose_watched", page_with("x")),
    "a past made from another's private facts": lambda: instead(
        history.Codec, "fact", others_past(lambda viewer: True)
    ),
    "a public undo notice in the asker's form": lambda: instead(undo, "_told", askers_form),
    "a computer that is given another's view": lambda: instead(Play, "_chosen", to_a_computer),
    "a bound on recent facts that counts secrets": lambda: around(
        loaded_match, "recent_facts", lambda facts, *_asked: facts[number() :]
    ),
    "a match id made from the seed": lambda: around(Lobby, "_new_record", by_the_seed),
    "players' words shown before the start": lambda: around(match_posts, "compose_lobby", with_words),
    "an error's text shown to who met it": lambda: around(
        Tablepost, "_sentence", lambda sentence, _bot, _from, cause, *_asked: f"{sentence} {cause!r}"
    ),
    "a state in an error log": lambda: patch.object(
        Record, "__repr__", lambda record: f"Record({record.state!r})"
    ),
}  # fmt: skip
"""Leaks that a former attack on the test match used."""

FURTHER: Mapping[str, Plant] = {
    "a count in a status": lambda: around(match_posts, "compose_status", page_with(".")),
    "a count in the board's text": lambda: around(screens, "compose_position", page_with("1")),
    "a colour": lambda: on_board(coloured),
    "a ping": lambda: on_board(lambda page, *_asked: replace(page, pings=(number(),))),
    "an alt text": lambda: on_board(on_file(alt=lambda alt: f"{alt} {number()}")),
    "a file's name": lambda: on_board(on_file(filename=lambda name: f"{number()}{name}")),
    "a file's size": lambda: on_board(on_file(data=lambda data: data + bytes(number()))),
    "a picture's width": lambda: around(world.World, "draw_board", wider),
    "a frame of a film": lambda: around(
        history, "_match_views", lambda views, *_asked: [*views, *views[-1:] * number()]
    ),
    "an order of what is offered": lambda: around(
        game_commands, "legal_words", lambda words, *_asked: dict(turned(list(words.items())))
    ),
    "one offer more": lambda: around(
        game_commands, "legal_words", lambda words, *_asked: {**words, "?" * number(): "?"}
    ),
    "a version in the controls": lambda: around(
        LoadedMatch, "version", lambda version, *_asked: version + number()
    ),
    "a control more in a panel": lambda: around(screens, "compose_panel", page_with("!")),
    "the length of what is possible": lambda: on_view(
        lambda view, *_asked: replace(view, legal=list(view.legal)[number() :])
    ),
    "who is awaited": lambda: on_view(awaiting_another),
    "a refusal's sentence": lambda: instead(Play, "resign", refused),
    "the number of a replay": lambda: around(
        history._Known,
        "steps",
        lambda steps, *_asked: [replace(each, number=each.number + number()) for each in steps],
    ),
    "a fact told twice": lambda: around(
        loaded_match, "recent_facts", lambda facts, *_asked: facts + facts[:1] * number()
    ),
    "a delay": lambda: instead(Play, "resign", after(waited)),
    "a deadline": lambda: on_view(later),
    "when something is posted": lambda: instead(SqlMatchStore, "pending", posted_later),
    "a nonce": lambda: around(
        loaded_match, "delivery", lambda row, *_asked: replace(row, key=f"{row.key}{number()}")
    ),
    "a metric": lambda: instead(Play, "resign", after(measured)),
    "a log line": lambda: around(
        engine, "described", lambda _kind, error: f"{error} {getattr(error, 'params', '')}"
    ),
}  # fmt: skip
"""Further kinds."""


def plants_of(game: str) -> Mapping[str, Plant]:
    """Return the leaks to plant in a game."""
    planted = {**PLANTS, **OF_GAMES.get(game, {})}
    return {name: plant for name, plant in planted.items() if name not in NOT_IN.get(game, ())}


PLANTS: Mapping[str, Plant] = {**NAMED, **FURTHER, **COUNTS, **STATES}
