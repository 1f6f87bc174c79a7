"""`check` reports what is correct, what is wrong and what to do."""

from __future__ import annotations

import io
import json
import re
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest
from aiohttp import web
from PIL import Image

from bot.games.registry import GAMES
from bot.host.cli import check
from bot.host.cli.output import CheckStatus
from renderers.kit import fonts
from renderers.kit.palette import SEATS
from renderers.operator.emojis import emojis, named_by_content
from tests.cli.conftest import Run


def row(printed: str, what: str) -> str:
    """Return the line of the printed table that begins with `what`."""
    return next(line for line in printed.splitlines() if line.startswith(f"│ {what} "))


def test_without_faults_it_ends_with_0_and_changes_nothing(program: Run, tmp_path: Path) -> None:
    told = program("check")
    assert told.returncode == 0, told.stdout
    assert "All is right." in told.stdout
    for what in ("Python", "Time zones", "Settings", "Fonts", "Game data", "Local table"):
        assert "│ ok " in row(told.stdout, what)
    assert list(tmp_path.iterdir()) == []


def test_every_invalid_setting_has_a_line_and_a_file_that_is_no_database_is_a_fault(
    bot: Run, tmp_path: Path
) -> None:
    (tmp_path / "tablepost.sqlite3").write_text("I am a letter, not a database. " * 100)
    told = bot("check")
    assert told.returncode == 1
    assert "│ wrong │" in row(told.stdout, "Database")
    assert told.stderr == ""
    told = bot("check", LOCAL_PORT="many", LOG_FORMAT="xml")
    assert told.returncode == 1
    assert "LOCAL_PORT cannot be used" in told.stdout
    assert "LOG_FORMAT cannot be used" in told.stdout
    told = bot("check", LIMIT_FILM_AN_HOUR="3")
    assert told.returncode == 1
    assert "│ wrong │" in row(told.stdout, "Settings")
    assert "LIMIT_FILMS_AN_HOUR" in told.stdout


def test_a_missing_font_is_a_fault(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(fonts, "FILES", {"semibold": tmp_path / "Lost.otf"})
    fonts.face.cache_clear()
    (finding,) = check.fonts()
    fonts.face.cache_clear()
    assert finding.status is CheckStatus.WRONG
    assert "Lost.otf" in finding.found


def written(answer: object, status: int = 200) -> web.Response:
    """Return a response as Discord writes it, without a charset."""
    headers = {"Content-Type": "application/json"}
    return web.Response(body=json.dumps(answer).encode(), status=status, headers=headers)


def user(number: str, name: str) -> dict[str, Any]:
    return {"id": number, "username": name, "discriminator": "0", "avatar": None}


class Discord:
    """A simulated Discord that knows one token and two servers."""

    token = "good"
    tired = False
    """Whether it refuses to change a user."""
    worn: Mapping[str, str] = {}
    """The last change of the bot's user."""

    def __init__(self, lacking: discord.Permissions) -> None:
        lacks = discord.Permissions(check.NEEDED.value & ~lacking.value)
        self.emojis: dict[str, dict[str, Any]] = {}
        self.made: list[str] = []
        self.guilds = [
            {"id": "11", "name": "Friends", "permissions": str(check.NEEDED.value)},
            {"id": "12", "name": "Strict [club]", "permissions": str(lacks.value)},
        ]

    async def answer(self, request: web.Request) -> web.Response:
        if request.headers.get("Authorization") != f"Bot {self.token}":
            return written({"message": "401: Unauthorized", "code": 0}, status=401)
        if request.method == "PATCH":
            self.worn = await request.json()
            if self.tired:
                return written({"message": "You are changing avatars too fast", "code": 50035}, 400)
        if "/emojis" in request.path:
            return await self.emoji(request)
        application = {"id": "7", "name": "tablepost", "description": "", "icon": None, "flags": 0}
        application |= {"bot_public": True, "bot_require_code_grant": False, "verify_key": ""}
        answers: dict[str, Any] = {
            "/users/@me": {**user("7", "tablepost"), "bot": True},
            "/oauth2/applications/@me": {**application, "owner": user("8", "ann")},
            "/users/@me/guilds": self.guilds if request.query.get("after", "0") == "0" else [],
        }
        return written(answers[request.path])

    async def emoji(self, request: web.Request) -> web.Response:
        """List, make or delete emojis of the application."""
        if request.method == "POST":
            asked = await request.json()
            number = str(1000 + len(self.made))
            self.made.append(asked["name"])
            maker = {**user("7", "tablepost"), "bot": True}
            self.emojis[number] = {"id": number, "name": asked["name"], "animated": False, "user": maker}
            assert asked["image"].startswith("data:image/png;base64,")
            return written(self.emojis[number], 201)
        if request.method == "DELETE":
            del self.emojis[request.path.rpartition("/")[2]]
            return web.Response(status=204)
        return written({"items": list(self.emojis.values())})


@pytest.fixture
async def a_discord(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Discord]:
    model = Discord(discord.Permissions(attach_files=True, create_public_threads=True))
    app = web.Application()
    app.router.add_route("*", "/{rest:.*}", model.answer)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    port = runner.addresses[0][1]
    monkeypatch.setattr(discord.http.Route, "BASE", f"http://127.0.0.1:{port}")
    yield model
    await runner.cleanup()


async def test_with_a_token_it_lists_missing_permissions_by_server(a_discord: Discord) -> None:
    found = {finding.what: finding for finding in await check.look_at_discord("good")}
    assert found["Discord"].status is found["Server Friends"].status is CheckStatus.RIGHT
    strict = found["Server Strict [club]"]
    assert strict.status is CheckStatus.WRONG
    assert strict.found == "Missing: attach files, create public threads."
    assert f"permissions={check.NEEDED.value}" in found["Invitation"].link
    assert "applications.commands" in found["Invitation"].link
    (finding,) = await check.look_at_discord("stale-token")
    assert finding.status is CheckStatus.WRONG
    assert "refused" in finding.found
    assert "stale-token" not in finding.found + finding.remedy


async def test_a_discord_that_does_not_answer_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    async def login(_client: discord.Client, _token: str) -> None:
        raise aiohttp.ClientConnectionError

    monkeypatch.setattr(discord.Client, "login", login)
    (finding,) = await check.look_at_discord("good")
    assert finding.status is CheckStatus.WRONG
    assert finding.found == "It cannot be reached (ClientConnectionError)."


def test_the_bot_requests_no_moderation_permissions() -> None:
    wanted = {name for name, asked in check.NEEDED if asked}
    power = {"administrator", "manage_guild", "manage_messages", "kick_members", "mention_everyone"}
    assert not wanted & power


async def test_dress_sets_the_bot_s_pictures_or_reports_why_not(a_discord: Discord) -> None:
    finding, signs = await check.set_dress("good")
    assert finding.status is signs.status is CheckStatus.RIGHT
    assert set(a_discord.worn) == {"avatar", "banner"}
    assert all(worn.startswith("data:image/png;base64,") for worn in a_discord.worn.values())
    a_discord.tired = True
    (finding,) = await check.set_dress("good")
    assert finding.status is CheckStatus.WRONG
    assert "too fast" in finding.found
    (finding,) = await check.set_dress("stale-token")
    assert finding.found == "DISCORD_TOKEN was refused."


async def test_emojis_are_made_once_and_again_when_their_picture_has_changed(a_discord: Discord) -> None:
    await check.set_dress("good")
    first = list(a_discord.made)
    named = [name.rpartition("_")[0] for name in first]
    assert named[:5] == ["clubs", "diamonds", "hearts", "spades", "dice"]
    assert {f"die{value}" for value in range(1, 7)} | {key.replace("-", "") for key in GAMES} <= set(named)
    assert {style.called.replace(" ", "") for style in SEATS} <= set(named)
    await check.set_dress("good")
    assert a_discord.made == first, "what is there already is not made again"
    for emoji in a_discord.emojis.values():
        if emoji["name"].startswith("hearts_"):
            emoji["name"] = "hearts_0000"  # made from an older picture
    a_discord.emojis["9"] = {"id": "9", "name": "party_parrot", "animated": False}
    theirs = {"id": "10", "name": "hearts_beef", "animated": False, "user": user("8", "ann")}
    a_discord.emojis |= {"10": theirs, "11": {"id": "11", "name": "dice_cafe", "animated": False}}
    _, signs = await check.set_dress("good")
    assert "1 made, 1 replaced" in signs.found
    assert "Not the bot's, and left: dice_cafe, hearts_beef." in signs.found
    assert a_discord.made == [*first, first[2]]
    names = sorted(emoji["name"] for emoji in a_discord.emojis.values())
    assert names == sorted([*first, "party_parrot", "hearts_beef", "dice_cafe"]), "emojis of others stay"


async def test_an_application_without_room_gets_no_emojis(a_discord: Discord) -> None:
    a_discord.emojis = {str(n): {"id": str(n), "name": f"other{n}", "animated": False} for n in range(1999)}
    _, signs = await check.set_dress("good")
    assert (signs.status, a_discord.made) == (CheckStatus.WRONG, [])
    assert "2000 is the most" in signs.found


def test_each_emoji_is_within_discord_s_size_limit() -> None:
    for name, picture in emojis({key: game.renderer for key, game in GAMES.items()}).items():
        assert re.fullmatch(r"\w{2,32}", named_by_content(name, picture))
        assert len(picture) <= 256 * 1024
        assert Image.open(io.BytesIO(picture)).size == (128, 128)


def test_without_a_token_the_pictures_are_written_with_instructions(bot: Run, tmp_path: Path) -> None:
    told = bot("check --dress")
    assert told.returncode == 0
    assert "developer portal" in told.stdout
    assert {file.name for file in tmp_path.iterdir()} == {"avatar.png", "banner.png"}
