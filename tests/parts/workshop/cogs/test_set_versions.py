"""The versions of a server's card sets and their real matches, as people see them on Discord."""

from __future__ import annotations

import csv
import io
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import pytest
from msgspec.structs import replace
from simcord import MemberActor

from bot.base.language import OwnText
from bot.engine.cards.game import AnyCardGame
from bot.games.registry import GAMES
from bot.parts.workshop.lab.tallies import Tally
from bot.parts.workshop.sets import played
from bot.parts.workshop.sets.differences import CardDifference
from bot.parts.workshop.sets.played import CardFigures, SetFigures, VersionFigures
from bot.parts.workshop.sets.ports import FormerSet, ServerSet
from bot.parts.workshop.sets.service import CardSets
from bot.parts.workshop.sets.versions import Step, Version, VersionDetails
from cogs.workshop.played_posts import as_csv, compose_played
from cogs.workshop.set_versions import compose_going_back, compose_version, compose_versions
from tests.cogs.club import Club
from tests.cogs.composed import check_marked
from tests.cogs.players import click, control, labels_of, said, words_of
from tests.parts.workshop.cogs.server_sets import add, begun_with_reed, removed
from tests.parts.workshop.sets.uploads import HERONS, OTHER_HERONS

DECK = "Standing Still"


async def replaced(club: Club, member: MemberActor) -> None:
    """Replace the existing set, with the confirmation."""
    asked = await add(club, member, OTHER_HERONS)
    await click(member, asked.response, "Yes, replace it")


async def the_set(club: Club, member: MemberActor, *buttons: str) -> Any:
    """Return the page of the set after these presses."""
    message: Any = (await member.slash(club.channel, "cards sets")).response
    await member.select(message, ["reed"])
    for label in buttons:
        await click(member, message, label)
    return message


async def file_of(message: Any) -> bytes:
    return bytes(await message.attachments[0].read())


async def text_of_the_set(club: Club) -> bytes:
    (kept,) = await club.bot.services.of(CardSets).find(club.guild.id, "reed")
    return await club.bot.services.of(CardSets).text(kept)


async def test_the_changes_are_shown_and_a_former_version_is_restored(club: Club, max_: MemberActor) -> None:
    await add(club, max_)
    await begun_with_reed(club)
    pinned = (await club.here()).cards
    await replaced(club, max_)
    message = await the_set(club, club.ann, "Versions")
    assert "**Version 2**, the present one: The Dry Reed Bank" in words_of(message)
    assert "**Version 1**: The Reed Bank" in words_of(message)
    await club.ann.select(message, ["2"])
    told = words_of(message)
    assert "Compared with version 1: 1 card changed" in told
    assert "Heron Chick (REE-01)" in told
    assert "power 325 instead of 300" in told
    assert await file_of(message) == OTHER_HERONS
    assert "Make it the set again" not in labels_of(message)
    await click(club.ann, message, "All versions")
    await club.ann.select(message, ["1"])
    assert "No older version is kept" in words_of(message)
    assert await file_of(message) == HERONS
    assert "Make it the set again" not in labels_of(message), "Ann does not manage the server"

    message = await the_set(club, max_, "Versions")
    await max_.select(message, ["1"])
    await club.restart()
    await click(max_, message, "Make it the set again")
    assert "Shall version 1 be the set again: **The Reed Bank**?" in words_of(message)
    asked = control(message, "Yes, make it the set again")
    refused = (await club.clicks_at_once((club.ann, message, asked)))[0]
    assert "Only server managers" in said(refused)
    assert await text_of_the_set(club) == OTHER_HERONS
    await max_.click(message, custom_id=asked)
    assert "Version 1 is the set again" in words_of(message)
    assert "**Version 3**, the present one: The Reed Bank" in words_of(message)
    assert await text_of_the_set(club) == HERONS
    assert (await club.here()).cards == pinned, "the match goes on with the cards it pins"
    for member in (club.ann, club.ben):
        await member.slash(club.channel, "arclash deck", deck=DECK)
    assert (await club.match_view(club.ann)).view.phase == "openers"


async def test_a_button_of_a_deleted_version_or_set_is_refused(club: Club, max_: MemberActor) -> None:
    await add(club, max_)
    await replaced(club, max_)
    message = await the_set(club, max_, "Versions")
    await max_.select(message, ["1"])
    await removed(club, max_)
    told = (await club.clicks_at_once((max_, message, control(message, "All versions"))))[0]
    assert "no card sets of its own" in said(told)
    await add(club, max_)
    told = (await club.clicks_at_once((max_, message, control(message, "Make it the set again"))))[0]
    assert "Version 1 is the set already." in said(told)
    assert await text_of_the_set(club) == HERONS


async def test_matches_of_a_set_are_counted_after_their_end(
    club: Club, max_: MemberActor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(played, "FRESH", timedelta())
    await add(club, max_)
    await begun_with_reed(club)
    for member in (club.ann, club.ben):
        await member.slash(club.channel, "arclash deck", deck=DECK)
    message = await the_set(club, club.ann, "Matches")
    assert "No match with this set has come to its end" in words_of(message), "hands are hidden yet"
    match = await club.here()
    for member in (club.ann, club.ben):
        legal = (await club.match_view(member)).legal
        await club.service.play.act(match.id, member.id, [legal[0]], version=None, request=str(member.id))
    await club.service.play.resign(match.id, club.ben.id, request="resign")
    await replaced(club, max_)
    message = await the_set(club, club.ann, "Matches")
    told = words_of(message)
    assert "**Version 1** · 1 match" in told
    assert "So few matches tell next to nothing" in told
    assert "(REE-01)" in told
    assert not [name for name in ("Ann", "Ben") if name in told]
    table = list(csv.DictReader(io.StringIO((await file_of(message)).decode("utf-8-sig"))))
    assert [row["card"] for row in table] == ["REE-01", "REE-02", "REE-03", "REE-04", "REE-11"]
    held = {row["card"]: int(row["held"]) for row in table}
    assert 0 < sum(held.values()) <= 10
    assert f"in hand {held['REE-01']} time" in told or not held["REE-01"]


# ---- the largest pages

LONG = "W" * 40
KEPT = ServerSet(2**62, "neo-combat", "k" * 20, OwnText(LONG, {}), "", datetime(2026, 5, 1, tzinfo=UTC))
NEO = GAMES["neo-combat"].cards
assert NEO is not None
GAME: AnyCardGame = NEO
NAMES = (LONG, "k" * 20, "toml", "txt", "csv", "AAA")


def version(number: int) -> Version:
    former = FormerSet(KEPT.guild, KEPT.game, KEPT.key, number, LONG, "", KEPT.at, 9)
    return Version(number, LONG, "", KEPT.at, None if number == 999 else former)


def test_pages_of_versions_keep_to_the_limits_in_each_language() -> None:
    told = tuple([f"⟦{'**@everyone** `x` ' * 12}⟧"] * 12)
    changes = tuple([CardDifference("changed", f"AAA-{number:02}", LONG, told) for number in range(12)])
    step = Step(version(998), version(999), changes)
    names = (*NAMES, "x", "everyone")
    check_marked(
        lambda: compose_versions(GAME, KEPT, [version(999 - each) for each in range(11)], "⟦x⟧"), NAMES
    )
    check_marked(lambda: compose_going_back(GAME, KEPT, version(998)), NAMES)
    details, pages = VersionDetails(version(998), b"x", step), set()
    for page in (0, 1, 59, 999):
        made = check_marked(
            lambda page=page: compose_version(GAME, KEPT, details, page=page, manages=True),
            names,
        )
        pages.add(str([item.to_component_dict() for item in made.view.children]))
        assert [each.filename for each in made.attachments] == [f"{'k' * 20}-998.toml", "changes.txt"]
    assert len(pages) == 3, "beyond the last page is the last"
    check_marked(
        lambda: compose_version(GAME, KEPT, VersionDetails(version(999), b"x", "⟦x⟧"), manages=False), NAMES
    )


def figures(versions_of: int, cards: int, matches: int) -> SetFigures:
    tally = Tally(matches, matches / 2)
    many = tuple([CardFigures(f"AAA-{each:02}", LONG, tally, tally, matches) for each in range(cards)])
    one = VersionFigures("a", tally, matches, KEPT.at, KEPT.at, many)
    found = tuple([replace(one, content=str(each)) for each in range(versions_of)])
    return SetFigures(found, KEPT.at, left_out=True)


@pytest.mark.parametrize("matches", [1, 40, 999])
def test_pages_of_matches_keep_to_the_limits_in_each_language(matches: int) -> None:
    numbers = {"0": [1], "1": [2, 3]}
    for cards, place, page in ((60, 0, 0), (60, 99, 99), (1, 1, 0), (0, 2, 0)):
        wide = figures(30, cards, matches)
        check_marked(partial(compose_played, GAME, KEPT, wide, numbers, place, page), NAMES)
    check_marked(lambda: compose_played(GAME, KEPT, figures(0, 0, 0), {}), NAMES)
    never = replace(figures(1, 1, matches).versions[0].cards[0], held=Tally(), played=Tally())
    unplayed = replace(never, held=Tally(3, 1))
    shown = replace(figures(1, 1, 1).versions[0], cards=(never, unplayed))
    check_marked(lambda: compose_played(GAME, KEPT, SetFigures((shown,), KEPT.at, left_out=False), {}), NAMES)


def test_a_csv_of_matches_has_no_formulas() -> None:
    found = figures(1, 1, 4)
    card = replace(found.versions[0].cards[0], name="=1+1", played=Tally())
    found = replace(found, versions=(replace(found.versions[0], cards=(card,)),))
    (row,) = csv.DictReader(io.StringIO(as_csv(found, {"0": [1, 3]}).decode("utf-8-sig")))
    assert (row["versions"], row["name"], row["held"], row["held_won"]) == ("1 3", "'=1+1", "4", "0.5")
    assert (row["played"], row["played_won"]) == ("0", "")
