"""Swiss tournaments as people see them, in both languages: late entries, an undone round, few who are left.

The numbers of posts are counted: nobody is called to a round in which nothing is played.
"""

from __future__ import annotations

import csv
import io
from typing import Any, NamedTuple

import pytest
from simcord import MemberActor

from tests.cogs.club import Club
from tests.cogs.days import pass_by
from tests.cogs.league import keeper
from tests.cogs.players import said
from tests.parts.tournaments.cogs.hall import Hall


class Words(NamedTuple):
    entered: str
    late: str
    rounds: str
    results: str
    matches: str
    too_few: str
    all_met: str
    won: str
    ahead: str


WORDS = {
    "en": Words(
        "You have entered. When it begins",
        "You play from round 2 on; points for the missed rounds: ½.",
        "It has {} rounds now.",
        "Results of round",
        "open in threads of their own",
        "is not played: too few are left.",
        "is not played: all who are left have met.",
        "has won.",
        "ahead: ",
    ),
    "de": Words(
        "Du nimmst teil. Wenn es beginnt",
        "Du spielst ab Runde 2 mit; Punkte für die versäumten Runden: ½.",
        "Es hat jetzt {} Runden.",
        "Ergebnisse der Runde",
        "in eigenen Threads eröffnet",
        "wird nicht gespielt: Es sind zu wenige übrig.",
        "wird nicht gespielt: Alle, die noch dabei sind, haben schon gegeneinander gespielt.",
        "hat gewonnen.",
        "vorn durch: ",
    ),
}


@pytest.fixture(params=["en", "de"])
def words(request: pytest.FixtureRequest) -> Words:
    return WORDS[request.param]


@pytest.fixture
async def hall(club: Club, words: Words) -> Hall:
    hall = Hall(club, people=8)
    if words is WORDS["de"]:
        await club.bot.servers.set_language(club.guild.id, "de")
        for each in hall.people:
            club.speaks(each, "de")
    return hall


@pytest.fixture
def max_(hall: Hall, words: Words) -> MemberActor:
    """A person who manages the server and does not play: Ann, the director, plays."""
    member = keeper(hall.club)
    if words is WORDS["de"]:
        hall.club.speaks(member, "de")
    return member


async def begun(hall: Hall, people: int) -> None:
    await hall.opened("swiss")
    for each in hall.people[:people]:
        await each.slash(hall.club.channel, "tournament join", tournament=hall.id)
    await act(hall, "start")


async def act(hall: Hall, command: str, by: MemberActor | None = None, **options: Any) -> str:
    """Let Ann, or another member, direct."""
    who = by or hall.club.ann
    told = said(await who.slash(hall.club.channel, f"tournament {command}", tournament=hall.id, **options))
    await hall.step()
    return told


async def play_round(hall: Hall) -> None:
    """Let the better seed win every match of the round."""
    found = await hall.now()
    for game in found.open_games:
        one, other = sorted(game.seats, key=lambda each: found.entrant(each).seed)
        await hall.beats(hall.member(found.entrant(one).user), hall.member(found.entrant(other).user))


def count(hall: Hall, part: str) -> int:
    return sum(part in post for post in hall.posts())


async def test_a_late_entry_is_told_its_round_and_adds_none(
    hall: Hall, words: Words, max_: MemberActor
) -> None:
    await hall.opened("swiss")
    ann = hall.people[0]
    told = said(await ann.slash(hall.club.channel, "tournament join", tournament=hall.id))
    assert words.entered in told
    for each in hall.people[1:8]:
        await each.slash(hall.club.channel, "tournament join", tournament=hall.id)
    await act(hall, "start")
    assert (await hall.now()).rounds_planned == 4
    late = hall.club.member("Ida")
    if words is WORDS["de"]:
        hall.club.speaks(late, "de")
    hall.people.append(late)
    assert words.late in said(await late.slash(hall.club.channel, "tournament join", tournament=hall.id))
    assert (await hall.now()).rounds_planned == 4, "nine entrants would have five rounds"
    assert words.rounds.format(5) in await act(hall, "rounds", max_, number=5)
    assert count(hall, words.rounds.format(5)) == 1
    for _ in range(5):
        await play_round(hall)
    found = await hall.now()
    assert (found.stage, len(found.rounds)) == ("ended", 5)
    assert [sum(f"{words.results} {number}" in post for post in hall.posts()) for number in range(1, 6)] == [
        1
    ] * 5
    assert words.ahead in await hall.standings()


async def test_a_round_taken_back_is_told_once_and_paired_again(
    hall: Hall, words: Words, max_: MemberActor
) -> None:
    await begun(hall, 6)
    await play_round(hall)
    await pass_by(hall.club, hours=1)
    before = hall.posts()
    await act(hall, "undo-round", max_)
    new = [post for post in hall.posts() if post not in before]
    assert sum(words.matches in post for post in new) == 1, "one call to the new round 2"
    assert {each.round for each in (await hall.now()).open_games} == {2}
    for _ in range(3):
        await play_round(hall)
    found = await hall.now()
    assert (found.stage, len(found.rounds)) == ("ended", 4)
    assert count(hall, words.won) == 1


async def test_with_one_left_it_ends_in_one_post(hall: Hall, words: Words) -> None:
    """Each withdrawal is told, and then the end: no round without matches, no call to one."""
    await begun(hall, 6)
    await play_round(hall)
    before = hall.posts()
    for each in hall.people[1:6]:
        await each.slash(hall.club.channel, "tournament leave", tournament=hall.id)
    await hall.step()
    new = [post for post in hall.posts() if post not in before]
    assert (await hall.now()).stage == "ended"
    assert [words.won in post for post in new].count(True) == 1
    last = next(post for post in new if words.won in post)
    assert words.too_few in last
    assert count(hall, words.matches) == 2, "rounds 1 and 2 alone had matches"
    told = [post for post in new if post.splitlines()[0] == last.splitlines()[0] and "1. **" not in post]
    assert len(told) == 5 + 1, "five withdrawals and the end"


async def test_when_all_who_are_left_have_met_it_ends(hall: Hall, words: Words, max_: MemberActor) -> None:
    await begun(hall, 4)
    assert words.rounds.format(6) in await act(hall, "rounds", max_, number=6)
    for _ in range(3):
        await play_round(hall)
    found = await hall.now()
    assert (found.stage, len(found.rounds)) == ("ended", 3)
    last = next(post for post in hall.posts() if words.won in post)
    assert words.all_met in last
    assert f"{words.results} 3" in last


async def test_the_table_opens_in_a_spreadsheet_of_the_language(hall: Hall, words: Words) -> None:
    await begun(hall, 5)
    for _ in range(2):
        await play_round(hall)
    shown = await hall.club.ann.slash(hall.club.channel, "tournament download", tournament=hall.id)
    (content,) = [await each.read() for each in shown.response.attachments if each.filename.endswith("csv")]
    assert content.startswith(b"\xef\xbb\xbf"), "by this mark spreadsheets know how letters are written"
    separator, mark = (";", ",") if words is WORDS["de"] else (",", ".")
    rows = list(csv.DictReader(io.StringIO(content.decode("utf-8-sig")), delimiter=separator))
    assert [row["place"] for row in rows] == ["1", "2", "3", "4", "5"]
    assert f"3{mark}5" in {row["tie-break"] for row in rows}
