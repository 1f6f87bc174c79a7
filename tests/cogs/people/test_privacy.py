"""`/privacy`: stored data about a user is shown, exported, and deleted without a trace of the id."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from simcord import MemberActor
from sqlalchemy import update

from bot.base.host import Host
from bot.database.engine import database_url
from bot.database.schema import matches
from bot.engine import audit
from bot.matches.model import FORMER, Stage
from bot.parts.proofs import verify
from bot.parts.ratings.part import RATINGS
from bot.parts.ratings.service import RatingService
from cogs.people import privacy
from tests.cogs.club import Club
from tests.cogs.league import beaten, many_beaten, person, shown
from tests.cogs.players import click, said, words_of
from tests.matches.table import MODERATOR


def files_of(club: Club) -> bytes:
    """Return the files of the database: the main file and its log."""
    path = Path(str(database_url(club.url).database))
    return b"".join(each.read_bytes() for each in (path, Path(f"{path}-wal")) if each.exists())


def traces(club: Club, member: MemberActor) -> int:
    """Return the number of occurrences of a person's id in the database files, as a number or as text."""
    content = files_of(club)
    return content.count(member.id.to_bytes(8, "big")) + content.count(str(member.id).encode())


async def deleted(club: Club, member: MemberActor) -> None:
    question = await shown(club, member, "privacy delete")
    await click(member, question, "Yes, delete it all")
    assert "is deleted" in words_of(question)


async def exported(club: Club, member: MemberActor) -> dict[str, Any]:
    handed = await member.slash(club.channel, "privacy export")
    assert "Only you see this" in said(handed)
    (file,) = handed.response.attachments  # type: ignore[union-attr]
    content = await file.read()
    found: dict[str, Any] = json.loads(content)
    assert found == json.loads(content, parse_int=lambda digits: int(float(digits))), "as JavaScript reads it"
    return found


async def busy(club: Club, member: MemberActor) -> None:
    """Let a person leave data in every part of the bot."""
    await member.slash(club.channel, "roll", expression="2d6 # sneak attack")
    await member.slash(club.channel, "roll", expression="1d20", visibility="private")
    await member.slash(club.channel, "dice save", name="sneak", expression="2d6")
    await member.slash(club.channel, "me quiet", hours="22-7", zone="Europe/Berlin")
    await member.slash(club.channel, "deck build", game="arclash", name="Secret plan")


async def test_stored_data_is_listed_in_words_with_counts(club: Club) -> None:
    """For a new user, a busy one, and one who has cancelled the deletion."""
    assert "Nothing is kept about you." in said(await club.fay.slash(club.channel, "privacy show"))
    await busy(club, club.ann)
    await beaten(club, club.ann, club.ben)
    await club.lobby(club.ben)
    question = await shown(club, club.ann, "privacy delete")
    await click(club.ann, question, "No")
    assert "Nothing was changed" in words_of(question)
    told = said(await club.ann.slash(club.channel, "privacy show"))
    for line in ("1 seat in a lobby", "1 match that has ended", "1 saved roll", "2 rolls", "your settings"):
        assert f"- {line}" in told
    assert "- 1 deck" in told
    assert "- 1 result" in told
    assert "match in play" not in told


async def test_the_export_has_the_user_s_data_and_nothing_of_others(club: Club) -> None:
    """The same before and after a secret choice of the other player; undone actions are included."""
    await busy(club, club.ann)
    await busy(club, club.ben)
    info = await club.started(club.ben)
    await club.ann.slash(club.channel, "papyrus preset", squad="balanced")
    (before,) = (await exported(club, club.ann))["matches"]
    await club.ben.slash(club.channel, "papyrus preset", squad="balanced")
    found = await exported(club, club.ann)
    (match,) = found["matches"]
    assert (match["told"], match["players"]) == (before["told"], before["players"])
    assert (match["match"], match["seat"], match["players"]) == (info.id, 1, ["Ann", "Ben"])
    theirs = [line.fact for line in await club.service.history.lines(info.id, club.ann.id)]
    assert len(match["told"]) == len(theirs) > 0
    assert [each["name"] for each in found["rolls"]["saved_rolls"]] == ["sneak"]
    assert len(found["rolls"]["rolls"]) == 2
    assert found["settings"]["people"][0]["preferences"]["zone"] == "Europe/Berlin"
    assert [each["name"] for each in found["decks"]["decks"]] == ["Secret plan"]
    text = json.dumps(found)
    assert found["user"] == str(club.ann.id)
    assert match["channel"] == str(info.channel)
    assert str(club.ben.id) not in text
    record = await club.stores[-1].load(info.id)
    assert record[0].seed.hex() not in text

    await club.ann.slash(club.channel, "papyrus ready")
    asked = await club.ann.slash(club.channel, "match ask undo")
    await click(club.ann, asked.response, "Ask for it")
    await club.ben.slash(club.channel, "match answer", agree=True)
    (match,) = (await exported(club, club.ann))["matches"]
    assert "table-taken-back" in [line["fact"]["fact"] for line in match["told"]]


async def test_after_deletion_no_trace_of_the_id_is_in_the_database(club: Club) -> None:
    await busy(club, club.ann)
    await beaten(club, club.ann, club.ben)
    await club.started(club.ben)
    await club.ben.slash(club.channel, "match ask draw")
    await club.ann.slash(club.other, "match new", game="papyrus", seats=2)
    assert traces(club, club.ann)
    question = await shown(club, club.ann, "privacy delete")
    told = words_of(question)
    assert f"Papyrus in <#{club.channel.id}>: you resign" in told
    assert f"Papyrus in <#{club.other.id}>: you leave the lobby" in told
    await club.restart()
    await click(club.ann, question, "Yes, delete it all")
    assert "is deleted" in words_of(question)
    assert traces(club, club.ann) == 0
    assert traces(club, club.ben)
    assert "Nothing is kept about you." in said(await club.ann.slash(club.channel, "privacy show"))


async def ratings_of(club: Club, member: MemberActor) -> list[Any]:
    """Return what is kept of a person's ratings."""
    (personal,) = RATINGS.personal(club.stores[-1].database)
    return [row async for row in personal.export(member.id)["ratings"]]


async def test_after_deletion_proofs_and_other_ratings_stay_and_the_user_can_play_again(club: Club) -> None:
    await many_beaten(club, (person(club.ann), person(club.ben)), (person(club.ben), person(club.cleo)))
    ended = await beaten(club, club.ann, club.ben)
    before = audit.encode(await club.service.history.audit(ended.id))
    standings = await ratings_of(club, club.ben)
    for _ in range(2):  # a second deletion does no harm
        await deleted(club, club.ann)
    after = audit.encode(await club.service.history.audit(ended.id))
    assert after == before
    verify.check(audit.decode(after), {key: game.rules for key, game in club.bot.games.items()})
    assert (await club.service.info(ended.id)).names == (FORMER, "Ben")
    assert FORMER in said(await club.ben.slash(club.channel, "match status"))
    assert await ratings_of(club, club.ben) == standings
    checked = await club.bot.services.of(RatingService).check()
    assert (checked.results, checked.differing) == (3, 0)
    assert "Ann" not in said(await club.ben.slash(club.channel, "leaderboard", game="papyrus"))
    assert (await club.started(club.ben)).names == ("Ann", "Ben")
    assert "1 match in play" in said(await club.ann.slash(club.channel, "privacy show"))


async def test_deletion_resigns_running_matches_and_notifies_the_others(club: Club) -> None:
    info = await club.started(club.ben, club.cleo)
    await deleted(club, club.ann)
    match_view = await club.match_view(None)
    assert match_view.match.stage is Stage.PLAYING
    assert match_view.match.names == (FORMER, "Ben", "Cleo")
    assert match_view.match.host == club.ben.id
    assert match_view.match.match_terms.resigned == (0,)
    assert "Ann" not in str((await club.service.info(info.id)).seats)
    assert traces(club, club.ann) == 0


async def test_a_result_not_yet_entered_counts_for_the_others(club: Club) -> None:
    """The deletion itself ends the match: the opponent's win is rated."""
    await club.started(club.ben)
    for member in (club.ann, club.ben):
        await member.slash(club.channel, "papyrus preset", squad="balanced")
    await deleted(club, club.ann)
    assert (await club.here()).stage is Stage.FINISHED
    assert await ratings_of(club, club.ben)


async def test_public_rolls_stay_verifiable_without_a_name_and_private_ones_are_deleted(club: Club) -> None:
    await club.ann.slash(club.channel, "roll", expression="2d6 # sneak attack")
    await club.ann.slash(club.channel, "roll", expression="1d20", visibility="private")
    await club.ben.slash(club.channel, "roll", expression="1d8")
    await deleted(club, club.ann)
    checked = said(await club.ben.slash(club.channel, "dice verify", number=0))
    assert FORMER in checked
    assert "2d6" in checked
    assert "sneak attack" not in checked
    assert traces(club, club.ann) == 0


async def test_the_names_of_former_and_invited_players_of_a_seat_are_deleted_too(club: Club) -> None:
    info = await club.started(club.ben, club.cleo)
    offer, take = club.service.substitutions.offer, club.service.substitutions.take
    await offer(info.id, MODERATOR, 1, person(club.dan), moderator=True, request="offer")
    await take(info.id, person(club.dan), request="take")
    await offer(info.id, MODERATOR, 1, person(club.eve), moderator=True, request="offer again")
    await take(info.id, person(club.eve), request="take again")
    await deleted(club, club.dan)
    told = [
        str(line.fact)
        for line in await club.service.history.lines(info.id, None)
        if "SeatTaken" in str(line.fact)
    ]
    assert ["Dan" in each for each in told] == [False, False]
    assert [each.count(FORMER) for each in told] == [1, 1]
    assert "Ben" in told[0]
    assert "Eve" in told[1]
    assert traces(club, club.dan) == 0
    assert traces(club, club.ben)
    await offer(info.id, MODERATOR, 1, person(club.fay), moderator=True, request="a last offer")
    assert traces(club, club.fay)
    for member in (club.ben, club.fay):
        await deleted(club, member)
        assert traces(club, member) == 0


async def of_older_rules(club: Club, match: str) -> None:
    """Make a match one of rules that the bot no longer has."""
    change = update(matches).where(matches.c.id == match).values(rules="0", revision=matches.c.revision + 1)
    await club.stores[-1]._database.write(lambda connection: connection.execute(change))


@pytest.mark.usefixtures("shared")
@pytest.mark.parametrize("opponents", [1, 0])
async def test_deletion_leaves_a_match_of_removed_rules(club: Club, opponents: int) -> None:
    """It cannot be resigned: the other players keep it, and it ends if there are none."""
    if opponents:
        info = await club.started(club.ben)
    else:
        info = await club.alone()
    await of_older_rules(club, info.id)
    handed = await exported(club, club.ann)
    assert [(each["match"], each["told"]) for each in handed["matches"]] == [(info.id, [])]
    await deleted(club, club.ann)
    after = await club.service.info(info.id)
    assert (after.stage.ended, after.names[0]) == (not opponents, FORMER)
    assert after.host == (club.ben.id if opponents else 0)
    assert traces(club, club.ann) == 0


async def test_the_privacy_page_names_every_counted_kind(club: Club) -> None:
    page = (Path(__file__).parents[3] / "docs" / "PRIVACY.md").read_text(encoding="utf-8")

    assert set(re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE)) == {
        *privacy.KINDS,
        *club.bot.hooks.personal_words,
    }


HOST = Host(
    name="The Dice Club",
    contact="club@example.org",
    privacy="https://example.org/privacy",
    terms="https://example.org/terms",
)
LINES = {
    "en-US": "This bot is run by The Dice Club (club@example.org). · "
    "[Privacy](<https://example.org/privacy>) · [Terms](<https://example.org/terms>)",
    "de": "Diesen Bot betreibt The Dice Club (club@example.org). · "
    "[Datenschutz](<https://example.org/privacy>) · [Bedingungen](<https://example.org/terms>)",
}


async def test_the_operator_is_named_with_both_pages_if_they_are_set(club: Club) -> None:
    assert "run by" not in said(await club.ann.slash(club.channel, "privacy show"))
    club.bot.host = HOST
    for locale, line in LINES.items():
        club.speaks(club.ann, locale)
        for command in ("privacy show", "help"):
            assert line in said(await club.ann.slash(club.channel, command))
    club.speaks(club.ann, "en-US")
    club.bot.host = Host(contact="https://example.org/club")
    told = said(await club.ann.slash(club.channel, "privacy show"))
    assert "-# The host of this bot can be reached at https://example.org/club." in told
    club.bot.host = Host(name="Ann")
    assert "-# This bot is run by Ann." in said(await club.ann.slash(club.channel, "privacy show"))
