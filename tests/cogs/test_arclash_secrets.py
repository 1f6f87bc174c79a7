"""Before the reveal nobody can observe whether a player passed: in no post, edit or count (ARC-15).

The same match is played twice; the player passes in one and places a card in the other. All messages in
between, except to that player, must be the same.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from tests.cogs.arclash_table import OWN_DECK, begun, choices_in_dm, choose, decided, labelled_offers, seated
from tests.cogs.club import Club
from tests.cogs.players import (
    board_post,
    click,
    panel_in_dm,
    panel_under_board,
    pictures_of,
    press,
    said,
    words_of,
)
from tests.games.arclash.table import Table
from tests.matches.table import database_like

Act: TypeAlias = Callable[[Club], Awaitable[None]]
ADVANCE = (
    "Drop; hand Stream Turncoat Push Blank Blank Drop",
    "Spark; hand Snuffer Ward",
    "Spark; hand Flame Mire",
)
RENEW = ("Spark Flame; hand Spark Drop Blank", "Drop; hand Drop Ward", "Spark; hand Spark Mire")
EPHEMERAL = 1 << 6
QUERIES = ("match status", "match board", "match past history")


def by_dm(*words: str) -> Act:
    """Ann chooses these in her DM, one after another."""

    async def act(club: Club) -> None:
        await choose(club.ann, *words)

    return act


def typed(*lines: str) -> Act:
    """Ann types these, such as "advance card:Stream", one after another."""

    async def act(club: Club) -> None:
        for line in lines:
            command, _, rest = line.partition(" ")
            words = dict(part.split(":") for part in rest.split(";") if part)
            said(await club.ann.slash(club.channel, f"arclash {command}", **words))

    return act


async def under_the_board(club: Club) -> None:
    """Ann opens the private panel, looks at her hand, reads her cards, and then stands."""
    post = board_post(club)
    await click(club.ann, post, "Hand")
    panel = await panel_under_board(club, club.ann)
    offers = {label: offer for offer, label in labelled_offers(panel)}
    await press(club.ann, panel, offers["Read the cards"])
    await club.ann.click(panel, label="Back")
    await click(club.ann, panel, "Stand")


def others(club: Club) -> dict[str, str]:
    """Return the channels that are not Ann's own, by id, with their names."""
    found = {str(club.channel.id): "the channel"}
    for member in (club.ben, club.cleo, club.eve):
        found[str(member.user.dm_channel.id)] = f"the DM to {member.user.name}"
    return found


def traffic(club: Club, since: int) -> list[Any]:
    """Return the requests to other channels since then in order; message ids are numbered."""
    places, numbers = others(club), itertools.count(1)
    known: dict[str, str] = {}

    def numbered(found: re.Match[str]) -> str:
        return known.setdefault(found[0], f"message {next(numbers)}")

    sent: list[Any] = []
    for request in club.env.http_requests[since:]:
        found = re.match(r"/channels/(\d+)(/.*)", request.path)
        if found and found[1] in places:
            sent.append((request.method, places[found[1]], re.sub(r"\d{15,}", numbered, found[2])))
            sent.append(request.json)
    return sent


def pictures(club: Club) -> list[Any]:
    """Return the files in the channels of others: name, size and alt text."""
    found: list[Any] = []
    for place in others(club):
        for message in club.env.backend.messages.get(int(place), {}).values():
            if message.flags & EPHEMERAL:
                continue
            found += [
                (file["filename"], file["size"], file.get("description")) for file in message.attachments
            ]
    return found


async def asked(club: Club) -> list[str]:
    """Return the answers to others who look, and the controls offered to them."""
    heard = []
    for member in (club.ben, club.cleo, club.eve):
        heard += [said(await member.slash(club.channel, query)) for query in QUERIES]
        heard.append(said(await member.slash(club.channel, "match board", text=True)))
        for command in ("advance", "pay", "renew", "open"):
            heard.append(repr(await member.autocomplete(club.channel, f"arclash {command}", "card", "")))
    return heard


class World:
    """One of the two matches, up to the reveal and after it."""

    def __init__(self, club: Club) -> None:
        self.club = club
        self.before: list[Any] = []
        """What others were sent, were answered and saw, before the reveal."""
        self.after: list[Any] = []
        """The messages after the last choice, which reveals all."""

    async def play(self, ann: Act, between: Act | None, last: Act) -> None:
        club, start = self.club, len(self.club.env.http_requests)
        await ann(club)
        self.before.append(traffic(club, start))
        if between is not None:
            await between(club)
        self.before += [traffic(club, start), pictures(club), await asked(club)]
        turned = len(club.env.http_requests)
        await last(club)
        self.after.append(traffic(club, turned))


@asynccontextmanager
async def a_club(tmp_path: Path, template: Path, name: str) -> Any:
    (tmp_path / name).mkdir()
    club = Club(database_like(template, tmp_path / name))
    await club.open()
    try:
        yield club
    finally:
        await club.close()


async def compared(tmp_path: Path, template: Path, set_up: Act, ways: Sequence[Act], *rest: Any) -> None:
    """Play a world for each of Ann's ways; compare them: equal before the reveal, different after it."""
    worlds = []
    for number, ann in enumerate(ways):
        async with a_club(tmp_path, template, f"world {number}") as club:
            await set_up(club)
            world = World(club)
            await world.play(ann, *rest)
            worlds.append(world)
    first, *others = worlds
    for other in others:
        for mine, theirs in zip(_flat(first.before), _flat(other.before), strict=True):
            assert mine == theirs
    assert any(first.after != other.after for other in others)


def _flat(parts: list[Any]) -> Iterator[Any]:
    yield [len(part) for part in parts]
    for part in parts:
        yield from part


@pytest.fixture
def template(tmp_path_factory: pytest.TempPathFactory, database: str) -> Path:
    """Return the database migrated by the fixture `database`, to be copied."""
    return tmp_path_factory.getbasetemp() / "migrated.db"


async def at_the_table(club: Club) -> None:
    await seated(club, Table(*ADVANCE))


async def ben_places_a_card(club: Club) -> None:
    await choose(club.ben, "Snuffer")


async def cleo_stands(club: Club) -> None:
    await choose(club.cleo, "Stand")


async def test_a_pass_or_a_placed_card_is_hidden_arc_15(tmp_path: Path, template: Path) -> None:
    """In the DM, typed, or under the board after reading; with a card that is paid for, or undone."""
    ways = (
        by_dm("Stand"),
        under_the_board,
        by_dm("Turncoat", "Take it back", "Turncoat", "Push"),
        typed("advance card:Turncoat", "withdraw", "stand"),
    )
    await compared(tmp_path, template, at_the_table, ways, ben_places_a_card, cleo_stands)


async def test_a_changed_choice_is_visible_and_its_content_is_hidden_arc_15(
    tmp_path: Path, template: Path
) -> None:
    ways = (by_dm("Stand", "Take it back", "Stream"), by_dm("Stream", "Take it back", "Stand"))
    await compared(tmp_path, template, at_the_table, ways, ben_places_a_card, cleo_stands)


async def test_during_the_payment_of_a_card_others_are_sent_nothing_arc_07(club: Club) -> None:
    await seated(club, Table(*ADVANCE))
    start = len(club.env.http_requests)
    await choose(club.ann, "Turncoat", "Take it back", "Turncoat")
    assert traffic(club, start) == []
    await choose(club.ann, "Blank")
    assert traffic(club, start) != []


async def test_a_kept_or_renewed_stack_is_hidden_arc_13(tmp_path: Path, template: Path) -> None:
    async def set_up(club: Club) -> None:
        await seated(club, Table.after_battle(*RENEW))

    async def ben(club: Club) -> None:
        await choose(club.ben, "Drop")

    async def cleo(club: Club) -> None:
        await choose(club.cleo, "Keep the stack")

    ways = (by_dm("Keep the stack"), by_dm("Spark"))
    await compared(tmp_path, template, set_up, ways, ben, cleo)


async def test_the_deck_and_the_first_character_are_hidden_arc_05(tmp_path: Path, template: Path) -> None:
    """A ready-made deck or Ann's own, after another was chosen first."""
    ways = (
        by_dm("The Embers", "Take it back", "High Water"),
        by_dm("High Water", "Take it back", "The Tides"),
        typed("deck deck:The Embers", "withdraw", f"bring cards:{OWN_DECK}"),
    )

    async def set_up(club: Club) -> None:
        await begun(club, club.ben, club.cleo)

    async def rest(club: Club) -> None:
        await choose(club.ben, "The Tides")
        await choose(club.cleo, "The Embers")
        await choose(club.ben, "Dawn")
        ann = panel_in_dm(club.ann.user)
        await press(club.ann.user, ann, labelled_offers(ann)[0][0])

    async def cleo(club: Club) -> None:
        await choose(club.cleo, "Lucky")

    await compared(tmp_path, template, set_up, ways, rest, cleo)


async def test_a_hand_is_visible_only_to_its_owner_but_its_size_is_public(
    tmp_path: Path, template: Path
) -> None:
    """Ann's draws are hidden: the same match with another hand of hers looks the same."""
    tables = [Table(*ADVANCE), Table("Drop; hand Storm Reaper Mire Mire Push Riddle", *ADVANCE[1:])]
    seen = []
    for name, table in zip(("one", "other"), tables, strict=True):
        async with a_club(tmp_path, template, name) as club:
            start = len(club.env.http_requests)
            await seated(club, table)
            await choose(club.ann, "Stand")
            seen.append([traffic(club, start), pictures(club), await asked(club)])
    assert seen[0] == seen[1]


def test_a_difference_is_detected() -> None:
    """`_flat` compares every part: another order, count, size or word is a difference."""
    sent, files, told = [("POST", "the channel"), {"content": "x"}], [("board.png", 10, "a")], ["told"]
    parts: list[Any] = [sent, files, told]
    for other in (
        [sent[::-1], files, told],
        [sent * 2, files, told],
        [sent, files, ["told otherwise"]],
        [sent, [("board.png", 11, "a")], told],
    ):
        assert list(_flat(parts)) != list(_flat(other))


async def test_a_search_shows_the_deck_only_to_its_player_arc_15(club: Club) -> None:
    await seated(club, Table.in_support("Spark; hand Scout; deck Flame Blank Blaze Blank", "Drop", "Drop"))
    await decided(club, club.ann, "Scout", "Play Scout")
    mine = words_of(panel_in_dm(club.ann.user)) + " ".join(choices_in_dm(club.ann))
    assert "Flame" in mine
    assert "Ann has to choose for Scout." in words_of(board_post(club)).replace("*", "")
    for post in (*club.channel.history(), *club.ben.user.dm_channel.history()):
        assert "Flame" not in words_of(post)
        assert not any("Flame" in str(each["description"]) for each in pictures_of(post))
    await decided(club, club.ann, "Flame")
    assert "Flame" in words_of(board_post(club)).replace("*", "")
