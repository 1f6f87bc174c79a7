"""Users get messages in their own language, and the channels of a server in the server's."""

from __future__ import annotations

import asyncio
import random
import re
import sqlite3
from contextlib import closing
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from msgspec.structs import replace

from bot.base.language import ENGLISH, Language, current, speaking
from bot.base.languages.catalogues import catalogue_paths, language, read_catalogue
from bot.engine.errors import Unavailable
from bot.games.papyrus.rules.actions import Attack
from bot.games.registry import GAMES
from bot.host.cli.local import hear
from bot.people.preferences import Preferences
from cogs.kit import languages
from cogs.matches.game_commands import legal_words
from tests.cogs.club import NARROW, Club
from tests.cogs.league import keeper, resigned
from tests.cogs.players import (
    board_post,
    click,
    labels_of,
    panel_in_dm,
    play_by_commands,
    play_by_dm,
    said,
    words_of,
)
from tests.cogs.test_commands import registered, size, walk
from tests.cogs.test_two_worlds_of_payloads import view_for
from tests.games.papyrus.table import Table

GERMAN = "de"


def german() -> Language:
    return language(GERMAN)


async def test_an_answer_is_in_the_asker_s_language(club: Club) -> None:
    """A refusal as well; in English if the bot does not have the language."""
    for member, locale, shown, refused in (
        (club.ann, "en-US", "Your turn", "There is no match in this channel"),
        (club.ben, "de", "Sprache", "In diesem Kanal gibt es keine Partie"),
        (club.cleo, "fr", "Your turn", "There is no match in this channel"),
        (club.ann, "en-US", "Your turn", "There is no match in this channel"),
    ):
        club.speaks(member, locale)
        assert shown in said(await member.slash(club.channel, "me show"))
        assert refused in said(await member.slash(club.channel, "match board"))


async def test_the_language_of_the_local_table_applies_to_unrequested_messages(
    club: Club,
) -> None:
    await club.ann.slash(club.channel, "me show")
    for code in ("de", "en", "de"):
        await hear(club.bot.people, club.ann.id, code)
        assert (await club.bot.languages.of_user(club.ann.id)).code == code


async def test_a_german_player_gets_german_dms_and_the_channel_stays_english(club: Club) -> None:
    """Also after a restart; a setting of `/me` takes precedence, and survives a restart too."""
    club.speaks(club.ben, "de")
    await club.lobby(club.ben)
    await club.restart()
    await club.ann.slash(club.channel, "match start")
    assert "Play" in labels_of(board_post(club))
    assert "It is your turn in" in words_of(panel_in_dm(club.ann.user))
    assert "Du bist am Zug" in words_of(panel_in_dm(club.ben.user))
    assert "It is" not in words_of(panel_in_dm(club.ben.user))
    told = said(await club.ben.slash(club.channel, "me language", language="en"))
    assert "**Language** English" in told
    await club.restart()
    assert "Your turn" in said(await club.ben.slash(club.channel, "me show"))
    await resigned(club, club.ann)
    await club.started(club.ben)
    assert "It is your turn in" in words_of(panel_in_dm(club.ben.user))
    told = said(await club.ben.slash(club.channel, "me language", language="discord"))
    assert "Deutsch" in told


async def test_a_server_without_a_setting_has_discord_s_language(club: Club) -> None:
    club.env.backend.get_guild(club.guild.id).preferred_locale = "de"
    await club.restart()
    await club.started(club.ben)
    newest = next(post for post in reversed(club.channel.history()) if labels_of(post))
    assert german().gettext("Play") in labels_of(newest)
    rolled = await club.ann.slash(club.channel, "roll", expression="1d6", visibility="reveal later")
    assert "hat gewürfelt" in words_of(club.channel.history()[-1])
    assert "Nobody else sees" in words_of(rolled.response), "what Ann alone sees is in her language"


def asks(member: Any, locale: discord.Locale) -> Any:
    """Simulate an interaction of a user with this Discord locale."""
    return SimpleNamespace(user=SimpleNamespace(id=member.id), locale=locale, data={}, guild_id=None)


async def test_the_choice_of_a_language_does_not_wait_for_a_silent_database(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The one connection waits for another program that writes, and is not released before it is done."""
    monkeypatch.setattr(languages, "ANSWER_SECONDS", 0.01)
    await club.ben.slash(club.channel, "me language", language="en")
    await club.restart()  # the settings are not in memory
    with closing(sqlite3.connect(club.url.removeprefix("sqlite+aiosqlite:///"))) as other:
        other.execute("BEGIN IMMEDIATE")
        writing = asyncio.create_task(club.bot.people.store.hear(club.cleo.id, "de"))
        await club.bot.languages.listen(asks(club.ben, discord.Locale.german))
        assert current() is german()
        assert not writing.done()
    await writing
    monkeypatch.setattr(languages, "ANSWER_SECONDS", 30.0)
    await club.bot.languages.listen(asks(club.ben, discord.Locale.german))
    assert current() is ENGLISH


async def test_unreadable_settings_do_not_prevent_an_answer(
    club: Club, faults_expected: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """For example after a downgrade of the bot, which does not know all settings.

    Rolls use Discord's locale if the server's settings cannot be read.
    """
    faults_expected.append("ValueError")

    async def preferences(_user: int) -> Any:
        raise ValueError("Object contains unknown field")

    async def settings(_guild: int) -> Any:
        raise Unavailable("The database does not answer at the moment.")

    with monkeypatch.context() as unreadable:
        unreadable.setattr(club.bot.people, "preferences", preferences)
        club.speaks(club.ben, "de")
        told = said(await club.ben.slash(club.channel, "match status"))
        assert told == "In diesem Kanal gibt es keine Partie. Eröffne erst eine."
    monkeypatch.setattr(club.bot.servers, "settings", settings)
    club.env.backend.get_guild(club.guild.id).preferred_locale = "de"
    rolled = await club.ann.slash(club.channel, "roll", expression="1d6")
    assert "**Ann** würfelt" in words_of(rolled.response)


async def test_storing_the_locale_of_a_user_changes_no_other_setting(club: Club) -> None:
    """Neither the settings stored meanwhile, nor the next digest: one that is due today is sent."""
    people, store = club.bot.people, club.bot.people.store
    kept = Preferences(reminder=12, digest="also", digest_at=(club.env.now().hour * 60 + 1439) % 1440)
    due = club.env.now()
    await store.keep(club.ben.id, kept, due)
    await people.store.hear(club.ben.id, "de")
    assert await people.preferences(club.ben.id) == replace(kept, heard="de")
    assert await store.digests_due(due, 10) == [(club.ben.id, due)]


def test_autocomplete_labels_of_a_move_are_translated_and_values_are_english() -> None:
    """So that it can be read in any language by the time it arrives."""
    game, table = GAMES["papyrus"], Table("smg C7, medic D8 | smg C5, sniper H7")
    legal = [Attack(table.index("1 SMG-1"), table.index("2 SMG-1"))]
    match_view = view_for(game, game.rules.view(table.state, 0), legal)
    offers = {"SMG-1 at C5": "SMG-1 auf C5"}
    with speaking(german()):
        for typed in ("", "SMG-1 auf", "SMG-1 at"):
            assert legal_words(game, match_view, Attack, "target", {}, typed) == offers
        for target in ("SMG-1 auf C5", "smg-1 at C5"):
            assert legal_words(game, match_view, Attack, "unit", {"target": target}, "") == {"SMG-1": "SMG-1"}
        assert legal_words(game, match_view, Attack, "unit", {"target": "SMG-2"}, "") == {}
    assert legal_words(game, match_view, Attack, "target", {}, "") == {"SMG-1 at C5": "SMG-1 at C5"}


async def test_all_words_of_the_commands_are_in_german_and_their_names_are_not(club: Club) -> None:
    commands = registered(club)
    menus = [command for command in commands if command.get("type", 1) != 1]
    assert all(menu["name_localizations"]["de"] for menu in menus), "an entry of a menu is chosen, not typed"
    for command in [command for command in commands if command not in menus]:
        assert size(command) <= 8000, command["name"]
        for part in walk(command):
            assert "name_localizations" not in part or not part["name_localizations"], part["name"]
            words = part["description_localizations"]["de"]
            assert 1 <= len(words) <= 100, (part["name"], words)
            for choice in part.get("choices", ()):
                assert 1 <= len((choice.get("name_localizations") or {}).get("de", "-")) <= 100
        assert _size_in_german(command) <= 8000, command["name"]


async def test_every_command_named_in_a_message_is_named_in_german_too(club: Club) -> None:
    names = {each.qualified_name for each in club.bot.tree.walk_commands()}
    named = re.compile("/(?:" + "|".join(sorted(names, key=len, reverse=True)) + r")(?![\w-])")
    for path in catalogue_paths(GERMAN):
        for message in read_catalogue(path):
            if isinstance(message.id, str) and isinstance(message.string, str):
                assert sorted(named.findall(message.string)) == sorted(named.findall(message.id))


def _size_in_german(part: dict[str, Any]) -> int:
    """Return the characters that Discord counts: of each text its longest translation."""
    told = [part.get("description", ""), *(part.get("description_localizations") or {}).values()]
    total = len(part["name"]) + max(map(len, told))
    for choice in part.get("choices", ()):
        names = [choice["name"], *(choice.get("name_localizations") or {}).values()]
        total += max(map(len, names)) + len(str(choice["value"]))
    return total + sum(_size_in_german(option) for option in part.get("options", ()))


async def test_a_match_is_played_in_german_on_a_server_with_that_setting(club: Club) -> None:
    """By autocomplete choices, then by DM; Ann, who is English, gets hers in English."""
    club.speaks(club.ben, "de")
    assert "Deutsch" in said(await keeper(club).slash(club.channel, "table language", language="de"))
    await club.started(club.ben, options=NARROW, game="crossfire")
    board = next(post for post in reversed(club.channel.history()) if labels_of(post))
    assert {german().gettext("Play"), german().gettext("Board as text")} <= set(labels_of(board))
    await play_by_commands(club, random.Random(4), until=lambda _view: len(club.channel.history()) > 5)
    await play_by_dm(club, random.Random(5), until=lambda _view: len(club.channel.history()) > 9)
    told = [words_of(post) for post in club.ann.user.dm_channel.history()]
    assert any("your turn in" in words for words in told)
    assert not any("Zug" in words for words in told)


async def test_deleting_a_user_deletes_the_language_too(club: Club) -> None:
    club.speaks(club.ben, "de")
    await club.ben.slash(club.channel, "help")
    assert "die Sprache deines Discords" in said(await club.ben.slash(club.channel, "privacy show"))
    asked = await club.ben.slash(club.channel, "privacy delete")
    await click(club.ben, asked.response, "Ja, alles löschen")
    assert "Über dich ist nichts gespeichert." in said(await club.ben.slash(club.channel, "privacy show"))
