"""Maps, layouts and squads added by servers: permissions, pictures, and playing with them."""

from __future__ import annotations

from typing import Any

import pytest
from simcord import MemberActor

from bot.engine import audit
from bot.parts.workshop.maps.service import MOST_FILES, ServerMaps
from tests.audited import verdict
from tests.cogs.club import Club
from tests.cogs.matches.test_lobby_options import opened, standing
from tests.cogs.players import (
    click,
    control,
    controls_of,
    labels_of,
    panel_under_board,
    pictures_of,
    said,
    words_of,
)
from tests.parts.workshop.cogs.server_sets import stranger_of

SWAMP = b"""
key = "swamp"
title = "The Swamp"
description = "One log in the middle of the mud."
seats = [2]
largest_squad = 6
grid = \"\"\"
............
............
............
.....##.....
.....##.....
............
............
............
\"\"\"
"""
RATS = b'key = "rats"\ntitle = "Swamp Rats"\nweights = { smg = 3, sniper = 2 }\n'
WOLVES = b'key = "wolves"\ntitle = "Wolves"\nweights = { shotgun = 1, smg = 1 }\n'
SHORT = b"""
key = "short"
title = "The short table"
form = "two"
grid = "bbb/222/o.o/.../111/aaa"
"""


async def uploaded(club: Club, member: MemberActor, content: bytes, command: str = "add") -> Any:
    return await member.slash(club.channel, f"maps {command}", file=("own.toml", content))


async def keys(club: Club) -> list[str]:
    return [kept.key for kept in await club.bot.services.of(ServerMaps).kept(club.guild.id)]


async def test_maps_are_added_shown_replaced_and_removed(club: Club, max_: MemberActor) -> None:
    """Max adds a map, a squad and a layout; Ann sees their pictures and cannot change them.

    Then one is replaced and one removed.
    """
    assert "Only server managers" in said(await uploaded(club, club.ann, SWAMP))
    checked = await uploaded(club, club.ann, SWAMP, "check")
    assert "Nothing is wrong with it" in said(checked)
    assert pictures_of(checked.response)
    assert await keys(club) == []

    told = [said(await uploaded(club, max_, each)) for each in (SWAMP, RATS, SHORT)]
    assert "`/papyrus new map:swamp`" in told[0]
    assert "`/papyrus new squads:rats`" in told[1]
    assert "`/crossfire new layout:short`" in told[2]
    await club.restart()
    page: Any = (await club.ann.slash(club.channel, "maps list")).response
    assert "`swamp` **The Swamp**" in words_of(page)
    assert "Layouts of this server (1 of 10)" in words_of(page)
    for word, title in (("map~swamp", "The Swamp"), ("squad~rats", "Swamp Rats"), ("layout~short", "short")):
        await club.ann.select(page, [word])
        assert title in words_of(page)
        assert pictures_of(page)
        assert labels_of(page) == ["All maps", "Measure it in the lab"]
        await click(club.ann, page, "All maps")
    club.speaks(club.ben, "de")
    assert "Ein Baumstamm" not in said(await club.ben.slash(club.channel, "maps show", name="swamp"))
    assert "Karte, Kürzel `swamp`" in said(await club.ben.slash(club.channel, "maps show", name="the swamp"))

    asked = await uploaded(club, max_, SWAMP.replace(b"The Swamp", b"The Dry Swamp"))
    assert "Replace it by **The Dry Swamp**?" in said(asked)
    await click(max_, asked.response, "Yes, replace it")
    assert "It is added" in said(asked)
    offers = await max_.autocomplete(club.channel, "maps remove", "name", "dry")
    assert offers[0]["name"] == "The Dry Swamp (swamp)"
    gone = await max_.slash(club.channel, "maps remove", name=offers[0]["value"])
    refused = await club.clicks_at_once((club.ann, gone.response, control(gone.response, "Yes, remove it")))
    assert "Only server managers" in said(refused[0])
    await click(max_, gone.response, "Yes, remove it")
    assert await keys(club) == ["rats", "short"]


async def test_a_faulty_file_is_corrected_in_a_form(
    club: Club, max_: MemberActor, subtests: pytest.Subtests
) -> None:
    """Every finding has a line and a code; invalid text is refused; nothing is stored."""
    broken = await uploaded(club, max_, SWAMP.replace(b"##", b"#x", 1).replace(b"seats", b"seat"))
    assert "a map has no key" in said(broken)
    assert "Try again" in labels_of(broken.response)
    club.speaks(max_, "de")
    assert "die Datei:7: E601: grid: In Reihe 4, Spalte 7" in said(
        await uploaded(club, max_, SWAMP.replace(b"##", b"#x", 1))
    )
    club.speaks(max_, "en-US")
    for content in (b"\x89PNG\x00", b"x" * 5000, b"", b"[" * 900, b"a" + b".a" * 900 + b" = 1",
                    SWAMP.replace(b"The Swamp", b"@everyone"), RATS.replace(b"rats", b"storm"),
                    RATS.replace(b"smg = 3, sniper = 2", b""), SHORT.replace(b"222", b"2.2")):  # fmt: skip
        with subtests.test(content[:20]):
            told = said(await uploaded(club, max_, content))
            assert "It is added" not in told
            assert "@everyone" not in told
    assert await keys(club) == []

    for number in range(MOST_FILES):
        await uploaded(club, max_, RATS.replace(b"rats", f"rats-{number}".encode()))
    assert "10 squads of its own, which is the most" in said(await uploaded(club, max_, RATS))


async def test_a_match_keeps_its_map_and_squads(club: Club, max_: MemberActor) -> None:
    """Ann opens a match on the swamp with the rats; both are removed; the match continues and is verified."""
    for each in (SWAMP, RATS, WOLVES):
        await uploaded(club, max_, each)
    offers = await club.ann.autocomplete(club.channel, "papyrus new", "map", "swa")
    assert [offer["value"] for offer in offers] == ["swamp"]
    offers = await club.ann.autocomplete(club.channel, "papyrus new", "squads", "")
    assert [offer["value"] for offer in offers][:3] == ["rats", "wolves", "all"]
    refused = said(await club.ann.slash(club.channel, "papyrus new", seats=2, squads="foxes"))
    assert "Choose rats, wolves or all" in refused
    await club.ann.slash(club.channel, "papyrus new", seats=2, squad=5, map="Swamp", squads="all", rounds=1)
    info = await club.here()
    assert (info.options.map, info.options.width, info.options.height) == ("open", 12, 8)
    assert info.options.squads == "rats:3smg+2sniper/wolves:1smg+1shotgun"
    await club.ben.slash(club.channel, "match join")
    await club.ann.slash(club.channel, "match start")
    for kept in await club.bot.services.of(ServerMaps).kept(club.guild.id):
        await club.bot.services.of(ServerMaps).remove(kept)
    await club.restart()

    panel: Any = await panel_under_board(club, club.ann)
    options = [each["label"] for part in _selects(panel) for each in part["options"]]
    assert {"Rats", "Wolves", "Even Fold"} <= set(options)
    await club.ann.slash(club.channel, "papyrus preset", squad="rats")
    assert [kind.value for kind in (await club.match_view(club.ann)).view.squad] == ["smg"] * 3 + [
        "sniper"
    ] * 2
    await club.ben.slash(club.channel, "papyrus preset", squad="wolves")
    for member in (club.ann, club.ben):
        await member.slash(club.channel, "papyrus ready")
    assert (await club.match_view(club.ann)).view.phase == "placing"
    await club.service.play.resign(info.id, club.ben.id, request="over")
    assert verdict(audit.encode(await club.service.history.audit(info.id))) == ""


async def test_in_a_lobby_one_map_replaces_another(club: Club, max_: MemberActor) -> None:
    """Ann changes from a layout of the server to a shipped one and back, in the form."""
    await uploaded(club, max_, SHORT)
    await club.ann.slash(club.channel, "match new", game="crossfire", seats=2, options="layout=short")
    grids = [(await club.here()).options.grid]
    page: Any = (await club.ann.slash(club.channel, "match options")).response
    label = next(each for each in labels_of(page) if "layout" in each)
    for value in ("two-long", "short"):
        form = await opened(club, page, label)
        await club.ann.submit_modal(form, {**standing(form), "layout": [value]})
        assert (await club.here()).options.layout == value
        grids.append((await club.here()).options.grid)
    assert grids[0] == grids[2] == "bbb/222/o.o/.../111/aaa"
    assert grids[1] != grids[0]


async def test_maps_of_a_server_are_unknown_to_others(club: Club, max_: MemberActor) -> None:
    """Maps of The Club are offered, shown and used only there."""
    for each in (SWAMP, RATS, SHORT):
        await uploaded(club, max_, each)
    stranger, room = stranger_of(club)
    for option, command in (("map", "papyrus"), ("squads", "papyrus"), ("layout", "crossfire")):
        offers = await stranger.autocomplete(room, f"{command} new", option, "")
        assert not {"swamp", "rats", "short"} & {offer["value"] for offer in offers}
    assert await stranger.autocomplete(room, "maps show", "name", "") == []
    for name in ("swamp", "map~swamp"):
        told = said(await stranger.slash(room, "maps show", name=name))
        assert told == said(await stranger.slash(room, "maps remove", name="nothing"))
    opened = said(await stranger.slash(room, "papyrus new", seats=2, map="swamp"))
    assert opened.startswith("### Nothing") or 'no map "swamp"' in opened
    assert "no squads of its own" in said(await stranger.slash(room, "papyrus new", seats=2, squads="rats"))
    assert room.history() == []


def _selects(message: Any) -> list[Any]:
    return [part for part in controls_of(message) if "options" in part]
