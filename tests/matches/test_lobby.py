"""Lobbies: open, join, leave, start, and every refusal."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from msgspec.structs import replace

from bot.engine.errors import BadOptions, Refusal
from bot.engine.fair import commitment
from bot.matches.errors import LobbyRefusal, NoMatchHere, NotSeated, WrongStage
from bot.matches.model import Person, Stage
from tests.matches.dicey import Pace, Ready
from tests.matches.table import ANN, BEN, CHANNEL, CLEO, DAN, STRANGER, Table


async def test_a_lobby_fills_and_its_host_starts_the_match(table: Table) -> None:
    info = await table.open(seats=3)
    assert (info.stage, info.wanted, info.names, info.host) == (Stage.LOBBY, 3, ("Ann",), ANN.user)
    await table.join(info.id, BEN)
    await table.join(info.id, CLEO, word="thunder")
    started = await table.start(info.id)
    assert started.stage is Stage.PLAYING
    assert started.names == ("Ann", "Ben", "Cleo")
    assert [holder.word for holder in started.seats] == ["", "", "thunder"]
    assert (await table.view(info.id, CLEO)).awaited == {0, 1, 2}


async def test_an_id_is_twelve_letters_and_digits_and_the_commitment_is_that_of_the_seed(
    table: Table,
) -> None:
    info = await table.open()
    assert len(info.id) == 12
    assert info.id.isascii()
    assert info.id.isalnum()
    assert info.id == info.id.lower()
    await table.end(info.id)
    audit = await table.audit(info.id)
    assert commitment(info.id, bytes.fromhex(audit["seed"])) == info.commitment


async def test_one_of_two_simultaneous_lobbies_and_one_of_two_simultaneous_joins_succeeds(
    table: Table,
) -> None:
    done = await asyncio.gather(table.open(), table.open(), table.open(), return_exceptions=True)
    assert sum(isinstance(each, LobbyRefusal) for each in done) == 2
    (info,) = await table.service.open_matches()
    joins = [table.join(info.id, person, request=person.name) for person in (BEN, CLEO, DAN)]
    done = await asyncio.gather(*joins, return_exceptions=True)
    assert sum(isinstance(each, LobbyRefusal) for each in done) == 2
    assert len((await table.info(info.id)).seats) == 2


async def test_a_channel_is_free_again_after_the_end_and_remembers_the_last_match(table: Table) -> None:
    first = await table.open()
    await table.end(first.id)
    assert (await table.service.in_channel(CHANNEL)).id == first.id
    table.clock.pass_by(minutes=1)
    second = await table.open()
    assert (await table.service.in_channel(CHANNEL)).id == second.id
    table.clock.pass_by(minutes=1)
    await table.end(second.id)
    assert (await table.service.in_channel(CHANNEL)).id == second.id


async def test_a_word_has_up_to_64_characters_and_can_be_changed_but_not_emptied(table: Table) -> None:
    info = await table.open()
    await table.join(info.id, ANN, word="first")
    changed = await table.join(info.id, ANN, word="second")
    again = await table.join(info.id, ANN)
    assert (changed.seats[0].word, again.seats[0].word) == ("second", "second")
    assert again.version == changed.version
    assert (await table.join(info.id, BEN, word="x" * 64)).seats[1].word == "x" * 64
    with pytest.raises(LobbyRefusal, match="All 2 seats"):
        await table.join(info.id, CLEO)


async def test_names_lose_control_characters_and_are_cut_after_32(table: Table) -> None:
    info = await table.open(seats=4)
    odd = replace(BEN, name="  B\u202een\n\x00 the \ud800" + "long" * 20)
    nameless = Person(CLEO.user, "\x07\u200f")
    await table.join(info.id, odd)
    joined = await table.join(info.id, nameless)
    assert joined.names[1] == "Ben the " + "long" * 6
    assert joined.names[2] == "Nameless"
    await table.join(info.id, Person(DAN.user, "👩‍👩‍👧 Dan"))
    assert (await table.info(info.id)).names[3] == "👩‍👩‍👧 Dan"


async def test_when_the_host_leaves_the_next_person_hosts_and_an_empty_lobby_is_closed(table: Table) -> None:
    info = await table.open(seats=3)
    joined = await table.join(info.id, BEN)
    left = await table.leave(info.id, ANN)
    assert (left.host, left.names) == (BEN.user, ("Ben",))
    assert info.version < joined.version < left.version
    closed = await table.leave(info.id, BEN)
    assert (closed.stage, closed.ended_at) == (Stage.ABANDONED, table.clock.now)
    with pytest.raises(WrongStage, match="has ended"):
        await table.join(info.id, BEN)


async def test_seats_are_fixed_once_the_match_has_begun(table: Table) -> None:
    info = await table.started(BEN)
    for refused in (table.join(info.id, CLEO), table.leave(info.id, BEN), table.start(info.id)):
        with pytest.raises(WrongStage, match="has begun already"):
            await refused


Wish = Callable[[Table, str], Awaitable[Any]]
"""A request that must be refused in a lobby for three with Ann and Ben."""
REFUSED: dict[str, tuple[Wish, type[Refusal], str]] = {
    "a second match in its channel": (lambda table, _: table.open(), LobbyRefusal, "has a match already"),
    "a match of no game": (
        lambda table, _: table.open(game="dice", channel=2),
        LobbyRefusal,
        r'no game "dice" \(did you mean dicey\?\)',
    ),
    **{
        f"a match of {seats}": (
            lambda table, _, seats=seats: table.open(seats=seats, channel=2),  # type: ignore[misc]
            LobbyRefusal,
            f"A match of Dicey has 2, 3 or 4 seats, not {seats}",
        )
        for seats in (1, 5, -1)
    },
    "a word of 65 characters": (
        lambda table, lobby: table.join(lobby, CLEO, word="x" * 65),
        LobbyRefusal,
        "65 characters; it may have at most 64",
    ),
    "to leave without a seat": (lambda table, lobby: table.leave(lobby, STRANGER), NotSeated, "no seat"),
    "the start by a guest": (lambda table, lobby: table.start(lobby, BEN), LobbyRefusal, "host.*; ask Ann"),
    "the start with a free seat": (
        lambda table, lobby: table.start(lobby),
        LobbyRefusal,
        "1 more player has to join before the start: 2 of 3",
    ),
    "to act": (lambda table, lobby: table.act(lobby, ANN, Ready()), WrongStage, "not begun yet"),
    "to look": (lambda table, lobby: table.view(lobby, ANN), WrongStage, "not begun yet"),
    "a match that is not there": (lambda table, _: table.info("unknownmatch"), NoMatchHere, "no such match"),
    "the match of an empty channel": (
        lambda table, _: table.service.in_channel(9),
        NoMatchHere,
        "no match in this channel",
    ),
}


@pytest.mark.parametrize(("wish", "kind", "sentence"), REFUSED.values(), ids=REFUSED)
async def test_every_invalid_request_to_a_lobby_is_refused_in_a_sentence(
    table: Table, wish: Wish, kind: type[Refusal], sentence: str
) -> None:
    lobby = await table.open(seats=3)
    joined = await table.join(lobby.id, BEN)
    with pytest.raises(kind, match=sentence):
        await wish(table, lobby.id)
    assert await table.info(lobby.id) == joined
    assert len(await table.service.open_matches()) == 1


async def test_options_typed_as_text_are_read(table: Table) -> None:
    info = await table.open(rounds="12", whispers="false", pace="brisk")
    assert (info.options.rounds, info.options.whispers, info.options.pace) == (12, False, Pace.BRISK)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"round": 3}, 'no option "round" (did you mean rounds?). Its options are: rounds, whispers'),
        ({"rounds": 0}, "The option rounds must be a whole number from 1 to 500, not 0."),
        ({"rounds": "many"}, 'The option rounds must be a whole number from 1 to 500, not "many".'),
        ({"whispers": "perhaps"}, 'The option whispers must be true or false, not "perhaps".'),
        ({"pace": "brsk"}, 'The option pace must be calm or brisk (did you mean brisk?), not "brsk".'),
        ({"motto": "x" * 21}, "The option motto must be text of at most 20 characters, not"),
        ({"motto": [1]}, "The option motto must be text of at most 20 characters, not [1]."),
        ({"pace": "brisk", "rounds": 101}, "A brisk match has at most 100 rounds, not 101."),
    ],
)
async def test_each_invalid_option_is_refused_in_its_own_sentence(
    table: Table, options: dict[str, object], sentence: str
) -> None:
    with pytest.raises(BadOptions) as refusal:
        await table.open(**options)
    assert sentence in refusal.value.sentence
    with pytest.raises(NoMatchHere):
        await table.service.in_channel(CHANNEL)


async def test_a_refusal_quotes_typed_text_short_and_on_one_line(table: Table) -> None:
    with pytest.raises(BadOptions) as refusal:
        await table.open(rounds="9\n" * 500)
    assert "\n" not in refusal.value.sentence
    assert len(refusal.value.sentence) < 150
