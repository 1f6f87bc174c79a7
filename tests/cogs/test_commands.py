"""Discord's limits on commands: if one exceeds them, the registration of all fails."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from discord import app_commands

from bot.base.languages.catalogues import catalogue_paths, forms, read_catalogue
from bot.engine.contract import Resign
from cogs.kit.replies import CHOICES
from cogs.matches.game_commands import action_in_words, action_kinds, line_of
from cogs.tables.tables import COMMANDS
from tests.cogs.club import Club
from tests.cogs.players import click, labels_of, said
from tests.cogs.skirmish import in_play, picked

SUBCOMMAND, GROUP = 1, 2
USER_MENU, MESSAGE_MENU = 2, 3
ANYWHERE = ("act", "help", "rules", "learn", "cards", "roll", "dice", "me", "privacy")
MENU_ENTRIES = 5
"""Discord's maximum number of context menu commands of each type."""
NAME = re.compile(r"[-_a-z0-9]{1,32}")


def registered(club: Club) -> list[dict[str, Any]]:
    return [request.json for request in club.env.http_requests if request.path.endswith("/commands")][-1]


def walk(command: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield command
    for option in command.get("options", ()):
        yield from walk(option)


def size(command: dict[str, Any]) -> int:
    """Return the characters that Discord counts: names, descriptions and values, including choices."""
    total = len(command["name"]) + len(command.get("description", ""))
    total += sum(len(choice["name"]) + len(str(choice["value"])) for choice in command.get("choices", ()))
    return total + sum(size(option) for option in command.get("options", ()))


async def test_commands_keep_to_discord_s_limits_and_every_action_has_one(club: Club) -> None:
    commands = registered(club)
    known = {
        "act",
        "match",
        "help",
        "rules",
        "hand",
        "roll",
        "dice",
        "me",
        "cards",
        "deck",
        "find",
        "learn",
        "play",
    }
    known |= {
        "act",
        "leaderboard",
        "maps",
        "profile",
        "season",
        "privacy",
        "table",
        "tournament",
        *club.bot.games,
    }
    menus = [command for command in commands if command.get("type", 1) != 1]
    for kind, names in ((USER_MENU, {"Challenge", "Profile"}), (MESSAGE_MENU, {"Replay", "What happened"})):
        entries = [command["name"] for command in menus if command["type"] == kind]
        assert (set(entries), len(entries) <= MENU_ENTRIES) == (names, True)
    commands = [command for command in commands if command not in menus]
    assert min(command["name"] for command in commands) == "act", "Discord sorts them by name"
    assert known == {command["name"] for command in commands}
    assert len(commands) <= 100
    for command in commands:
        assert size(command) <= 8000, command["name"]
        for part in walk(command):
            assert NAME.fullmatch(part["name"]), part["name"]
            assert 1 <= len(part["description"]) <= 100, part["name"]
            check_options(part)
    check_places(registered(club))
    for key, game in club.bot.games.items():
        (command,) = [each for each in commands if each["name"] == key]
        orders = {"orders"} if game.rules.ordered is not None else set()
        actions = {kind.__struct_config__.tag for kind in action_kinds(game)}
        more = {each.name for each in COMMANDS} if key == "free-table" else set()
        assert {option["name"] for option in command["options"]} == {"new", *actions, *orders, *more}
        assert "resign" not in actions


def check_options(part: dict[str, Any]) -> None:
    options = part.get("options", [])
    names = [option["name"] for option in options]
    assert len(options) <= 25
    assert len(set(names)) == len(names)
    assert all(len(option.get("choices", ())) <= 25 for option in options)
    if not any(option["type"] in (SUBCOMMAND, GROUP) for option in options):
        required = [option.get("required", False) for option in options]
        assert required == sorted(required, reverse=True), f"{part['name']}: required before optional"


def check_places(commands: list[dict[str, Any]]) -> None:
    """Match and game commands are for servers only; commands without a match are user-installable."""
    for command in commands:
        if command.get("type", 1) == MESSAGE_MENU:
            assert command["contexts"] == [0, 1], "a board is in a channel, a panel in a DM with the bot"
            continue
        assert command.get("dm_permission", True) is (command["name"] in ANYWHERE)
    by_name = {command["name"]: command for command in commands}
    for name in ANYWHERE:
        assert by_name[name]["integration_types"] == [0, 1]
        assert by_name[name]["contexts"] == [0, 1, 2]


async def test_autocomplete_offers_only_legal_choices_that_match_the_typed_words(club: Club) -> None:
    await club.started(club.ben)
    await picked(club, club.ann, club.ben)
    match_view = await club.match_view(club.ann)
    offers = await club.ann.autocomplete(club.channel, "papyrus place", "unit", "")
    wording = club.bot.games["papyrus"].wording
    places = [
        wording.format(match_view.view, each)
        for each in match_view.legal
        if each.__struct_config__.tag == "place"
    ]
    assert {offer["value"] for offer in offers} == {each["unit"] for each in places}
    unit = places[0]["unit"]
    offers = await club.ann.autocomplete(club.channel, "papyrus place", "to", "A", unit=unit)
    assert {offer["value"] for offer in offers} <= {each["to"] for each in places if each["unit"] == unit}
    assert offers
    assert await club.eve.autocomplete(club.channel, "papyrus place", "unit", "") == []
    assert "Tank" in said(await club.ann.slash(club.channel, "papyrus place", unit="Tank-1", to="A1"))
    assert "Z99" in said(await club.ann.slash(club.channel, "papyrus place", unit=unit, to="Z99"))


async def test_help_and_rules_are_private_pages(club: Club) -> None:
    shown = await club.ann.slash(club.channel, "help")
    assert "Origami squads fight on a field of squares." in said(shown)
    assert "`/roll 2d6+3`" in said(shown)
    assert len(shown.response.attachments) == len(club.bot.games)
    await club.ann.select(shown.response, ["start"])
    assert "How to begin" in said(shown)
    assert not shown.response.attachments
    await club.ann.select(shown.response, ["papyrus"])
    assert "/papyrus attack unit: target:" in said(shown)
    opened = await club.ann.slash(club.channel, "rules", game="papyrus")
    pages = club.bot.games["papyrus"].rulebook
    for page in pages[1:]:
        await club.ann.click(opened.response, label="Next")
        assert page.title in said(opened)
        assert len(opened.response.attachments) == 1
    await club.restart()
    await club.ann.click(opened.response, label="Previous")
    assert pages[-2].title in said(opened)
    await club.ann.select(opened.response, ["0"])
    assert pages[0].title in said(opened)
    assert 'There is no game "chess"' in said(await club.ann.slash(club.channel, "rules", game="chess"))


async def test_every_command_in_a_text_exists(club: Club) -> None:
    """A group alone, such as `/cards`, cannot; in no page, screen or sentence, in neither language."""
    known = list(club.bot.tree.walk_commands())
    groups = [each.qualified_name for each in known if isinstance(each, app_commands.Group)]
    commands = {each.qualified_name for each in known} - set(groups) | {"operator"}
    named: set[str] = set()
    for path in catalogue_paths("de"):
        for message in read_catalogue(path):
            english = message.id if isinstance(message.id, tuple) else (message.id,)
            for words in (*english, *forms(message)):
                named |= set(re.findall(r"`/([a-z]+(?:[ -][a-z]+)*)[^`]*`", words))
    assert len(named) > 40
    assert [
        name for name in sorted(named) if not any(f"{name} ".startswith(f"{each} ") for each in commands)
    ] == []


async def test_act_takes_the_action_of_a_line_and_offers_those_that_fit_what_is_typed(club: Club) -> None:
    """In a channel; the words of each offered line lead to the action that it was offered for."""
    member, other = await in_play(club)
    view = await club.match_view(member)
    game = club.bot.games["papyrus"]
    assert len(view.legal) > CHOICES
    lines = {
        line_of(action, game.wording.format(view.view, action)): action
        for action in view.legal
        if type(action) is not Resign
    }
    assert {action_in_words(game, view, line) for line in lines} == set(lines.values())
    offers = [offer["value"] for offer in await member.autocomplete(club.channel, "act", "words", "")]
    assert set(offers) <= set(lines)
    assert {offer.split()[0] for offer in offers} == {line.split()[0] for line in lines}, "some of each kind"
    move = next(line for line in lines if line.startswith("move "))
    _, unit, to = move.split()
    for typed in (move, f"{unit} {to}".lower(), f"mo {unit[:3]} {to}"):
        offered = await member.autocomplete(club.channel, "act", "words", typed)
        assert move in [offer["value"] for offer in offered][:5], typed
    assert await other.autocomplete(club.channel, "act", "words", "move") == []
    assert await club.eve.autocomplete(club.channel, "act", "words", "move") == []
    told = said(await member.slash(club.channel, "act", words=f"/papyrus MOVE to:{to} unit:{unit}"))
    assert f"{unit} moves from" in told.replace("**", "")
    assert "not your turn" in said(await other.slash(club.channel, "act", words="end-turn"))
    assert (await club.match_view(member)).match.version == view.match.version + 1


async def test_act_says_what_it_does_not_understand_and_changes_nothing(club: Club) -> None:
    member, _ = await in_play(club)
    before = (await club.match_view(member)).match.version
    for words, sentence in {
        "mvoe SMG-1 C7": '"mvoe" is no action of Papyrus. Did you mean "move"? There are: ',
        "resign": '"resign" is no action of Papyrus.',
        "move SMG-9 C7": "SMG-9",
        "move SMG-1": "square",
        "end-turn now": '"end-turn now" cannot be read. Its form is: end-turn',
        "move unit:SMG-1 unit:SMG-1 to:C7": "Its form is: move unit: to:",
    }.items():
        assert sentence in said(await member.slash(club.channel, "act", words=words)), words
    assert "no seat" in said(await club.eve.slash(club.channel, "act", words="end-turn"))
    assert (await club.match_view(member)).match.version == before


async def test_act_without_words_opens_the_turn_or_what_one_can_begin(club: Club) -> None:
    steps = {"Learn a game", "Play alone now", "Open a match", "My matches", "Help"}
    asked = await club.ann.slash(club.channel, "act")
    assert steps <= set(labels_of(asked.response))
    await click(club.ann, asked.response, "My matches")
    asked = await club.ann.slash(club.channel, "act")
    await click(club.ann, asked.response, "Help")
    assert "Games of skill and dice" in said(asked)
    member, other = await in_play(club)
    assert "End turn" in labels_of((await member.slash(club.channel, "act")).response)
    assert steps <= set(labels_of((await club.eve.slash(club.channel, "act")).response))
    assert not steps & set(labels_of((await other.slash(club.channel, "act")).response))


async def test_act_in_direct_messages_is_for_the_one_match_that_waits(club: Club) -> None:
    member, other = await in_play(club)
    assert "End turn" in labels_of((await member.user.slash("act")).response)
    offered = await member.user.autocomplete("act", "words", "end")
    assert offered[0]["value"] == "end-turn"
    assert "No match waits for you" in said(await other.user.slash("act", words="end-turn"))
    await member.user.slash("act", words="end-turn")
    assert (await club.match_view(other)).seat in (await club.match_view(other)).awaited
