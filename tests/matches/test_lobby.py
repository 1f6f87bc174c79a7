"""A lobby's life: opened, joined, left, started; and all that is refused on the way."""

from __future__ import annotations

import asyncio

import pytest
from msgspec.structs import replace

from bot.engine.errors import BadOptions
from bot.engine.fair import commitment
from bot.matches.errors import LobbyRefusal, NoMatchHere, NotSeated, WrongStage
from bot.matches.model import Person, Stage
from tests.matches.dicey import Pace, Ready
from tests.matches.table import ANN, BEN, CHANNEL, CLEO, DAN, STRANGER, Table


async def test_a_lobby_fills_and_its_host_starts_the_match(table: Table) -> None:
    info = await table.open(seats=3)
    assert (info.stage, info.wanted, info.names, info.host) == (Stage.LOBBY, 3, ("Ann",), ANN.user)
    await table.service.lobby.join(info.id, BEN, request="ben joins")
    await table.service.lobby.join(info.id, CLEO, word="thunder", request="cleo joins")
    started = await table.service.lobby.start(info.id, ANN.user, request="go")
    assert started.stage is Stage.PLAYING
    assert started.names == ("Ann", "Ben", "Cleo")
    assert [holder.word for holder in started.seats] == ["", "", "thunder"]
    assert (await table.service.match_view(info.id, CLEO.user)).awaited == {0, 1, 2}


async def test_an_id_is_twelve_letters_and_digits_and_the_commitment_is_that_of_the_seed(
    table: Table,
) -> None:
    info = await table.open()
    assert len(info.id) == 12
    assert info.id.isascii()
    assert info.id.isalnum()
    assert info.id == info.id.lower()
    await table.service.play.end(info.id, ANN.user, moderator=True, request="end")
    audit = await table.audit(info.id)
    assert commitment(info.id, bytes.fromhex(audit["seed"])) == info.commitment


async def test_every_step_of_a_lobby_raises_the_version(table: Table) -> None:
    info = await table.open()
    joined = await table.service.lobby.join(info.id, BEN, request="join")
    left = await table.service.lobby.leave(info.id, BEN.user, request="leave")
    assert info.version < joined.version < left.version


async def test_only_one_match_goes_on_in_a_channel(table: Table) -> None:
    await table.open()
    with pytest.raises(LobbyRefusal, match="has a match already"):
        await table.open()


async def test_two_lobbies_opened_at_once_in_one_channel_leave_one(table: Table) -> None:
    done = await asyncio.gather(table.open(), table.open(), table.open(), return_exceptions=True)
    refused = [each for each in done if isinstance(each, LobbyRefusal)]
    assert len(refused) == 2
    assert len(await table.service.open_matches()) == 1


async def test_a_channel_is_free_again_after_the_end_and_remembers_the_last_match(table: Table) -> None:
    first = await table.open()
    await table.service.play.end(first.id, ANN.user, moderator=True, request="end")
    assert (await table.service.in_channel(CHANNEL)).id == first.id
    table.clock.pass_by(minutes=1)
    second = await table.open()
    assert (await table.service.in_channel(CHANNEL)).id == second.id
    table.clock.pass_by(minutes=1)
    await table.service.play.end(second.id, ANN.user, moderator=True, request="end too")
    assert (await table.service.in_channel(CHANNEL)).id == second.id


async def test_a_channel_without_a_match_is_said_to_have_none(table: Table) -> None:
    with pytest.raises(NoMatchHere, match="no match in this channel"):
        await table.service.in_channel(CHANNEL)
    with pytest.raises(NoMatchHere, match="no such match"):
        await table.service.info("unknownmatch")


async def test_a_full_lobby_takes_nobody_else(table: Table) -> None:
    info = await table.open()
    await table.service.lobby.join(info.id, BEN, request="ben")
    with pytest.raises(LobbyRefusal, match="All 2 seats"):
        await table.service.lobby.join(info.id, CLEO, request="cleo")


async def test_two_who_join_at_once_for_the_last_seat_get_one_seat(table: Table) -> None:
    info = await table.open()
    joins = [table.service.lobby.join(info.id, person, request=person.name) for person in (BEN, CLEO, DAN)]
    done = await asyncio.gather(*joins, return_exceptions=True)
    assert sum(isinstance(each, LobbyRefusal) for each in done) == 2
    assert len((await table.service.info(info.id)).seats) == 2


async def test_who_sits_already_changes_the_word_but_not_by_an_empty_one(table: Table) -> None:
    info = await table.open()
    await table.service.lobby.join(info.id, ANN, word="first", request="1")
    changed = await table.service.lobby.join(info.id, ANN, word="second", request="2")
    again = await table.service.lobby.join(info.id, ANN, request="3")
    assert (changed.seats[0].word, again.seats[0].word) == ("second", "second")
    assert again.version == changed.version


async def test_a_word_is_at_most_64_characters(table: Table) -> None:
    info = await table.open()
    with pytest.raises(LobbyRefusal, match="65 characters; it may have at most 64"):
        await table.service.lobby.join(info.id, BEN, word="x" * 65, request="long")
    joined = await table.service.lobby.join(info.id, BEN, word="x" * 64, request="fits")
    assert joined.seats[1].word == "x" * 64


async def test_names_lose_control_characters_and_all_beyond_32(table: Table) -> None:
    info = await table.open(seats=4)
    odd = replace(BEN, name="  B\u202een\n\x00 the \ud800" + "long" * 20)
    nameless = Person(CLEO.user, "\x07\u200f")
    await table.service.lobby.join(info.id, odd, request="1")
    joined = await table.service.lobby.join(info.id, nameless, request="2")
    assert joined.names[1] == "Ben the " + "long" * 6
    assert joined.names[2] == "Nameless"
    await table.service.lobby.join(info.id, Person(DAN.user, "👩‍👩‍👧 Dan"), request="3")
    assert (await table.service.info(info.id)).names[3] == "👩‍👩‍👧 Dan"


async def test_when_the_host_leaves_the_next_person_hosts(table: Table) -> None:
    info = await table.open(seats=3)
    await table.service.lobby.join(info.id, BEN, request="ben")
    left = await table.service.lobby.leave(info.id, ANN.user, request="bye")
    assert (left.host, left.names) == (BEN.user, ("Ben",))


async def test_an_empty_lobby_is_closed(table: Table) -> None:
    info = await table.open()
    left = await table.service.lobby.leave(info.id, ANN.user, request="bye")
    assert (left.stage, left.ended_at) == (Stage.ABANDONED, table.clock.now)
    with pytest.raises(WrongStage, match="has ended"):
        await table.service.lobby.join(info.id, BEN, request="late")


async def test_who_has_no_seat_cannot_leave(table: Table) -> None:
    info = await table.open()
    with pytest.raises(NotSeated):
        await table.service.lobby.leave(info.id, STRANGER, request="bye")


async def test_only_the_host_starts_and_only_a_full_match(table: Table) -> None:
    info = await table.open(seats=3)
    await table.service.lobby.join(info.id, BEN, request="ben")
    with pytest.raises(LobbyRefusal, match="Only the host can start the match; ask Ann"):
        await table.service.lobby.start(info.id, BEN.user, request="1")
    with pytest.raises(LobbyRefusal, match="1 more player has to join before the start: 2 of 3"):
        await table.service.lobby.start(info.id, ANN.user, request="2")


async def test_seats_are_fixed_once_the_match_has_begun(table: Table) -> None:
    info = await table.started(BEN)
    for refused in (
        table.service.lobby.join(info.id, CLEO, request="1"),
        table.service.lobby.leave(info.id, BEN.user, request="2"),
        table.service.lobby.start(info.id, ANN.user, request="3"),
    ):
        with pytest.raises(WrongStage, match="has begun already"):
            await refused


async def test_nobody_plays_in_a_lobby(table: Table) -> None:
    info = await table.open()
    with pytest.raises(WrongStage, match="not begun yet"):
        await table.act(info.id, ANN, Ready())
    with pytest.raises(WrongStage, match="not begun yet"):
        await table.service.match_view(info.id, ANN.user)


@pytest.mark.parametrize("seats", [1, 5, -1])
async def test_seats_outside_of_the_games_range_are_refused(table: Table, seats: int) -> None:
    with pytest.raises(LobbyRefusal, match=f"A match of Dicey has 2, 3 or 4 seats, not {seats}"):
        await table.open(seats=seats)


async def test_an_unknown_game_is_answered_with_the_likely_one(table: Table) -> None:
    with pytest.raises(LobbyRefusal, match=r'no game "dice" \(did you mean dicey\?\)'):
        await table.service.lobby.open("dice", {}, seats=2, host=ANN, guild=None, channel=1, request="1")


async def test_options_typed_as_text_are_understood(table: Table) -> None:
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
async def test_each_fault_of_an_option_gets_its_sentence(
    table: Table, options: dict[str, object], sentence: str
) -> None:
    with pytest.raises(BadOptions) as refusal:
        await table.open(**options)
    assert sentence in refusal.value.sentence
    with pytest.raises(NoMatchHere):
        await table.service.in_channel(CHANNEL)


async def test_what_a_person_typed_is_repeated_short_and_on_one_line(table: Table) -> None:
    with pytest.raises(BadOptions) as refusal:
        await table.open(rounds="9\n" * 500)
    assert "\n" not in refusal.value.sentence
    assert len(refusal.value.sentence) < 150
