"""`check`: checks everything the bot needs, and prints the results and remedies."""

from __future__ import annotations

import argparse
import asyncio
import platform
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import aiohttp
import discord
from discord.utils import oauth_url

from bot.base.clock import wall_clock
from bot.database.backup import OLD_BACKUP, known_backup
from bot.database.engine import database_url
from bot.database.faults import BadDatabase
from bot.database.migrate import check_pages, check_schema, try_write
from bot.database.sqlite import open_to_others
from bot.engine.errors import Unavailable
from bot.host.cli.commands import CannotStart
from bot.host.cli.local import NEEDS_SQLITE
from bot.host.cli.metrics_page import why_not_served
from bot.host.cli.output import CheckResult, note, print_findings, right, wrong
from bot.host.cli.run import check_token
from bot.host.settings import Settings, SettingsError, ignored_settings, read_settings
from bot.zones import zone_data

# `check --dress`: uploads the icons used in messages to Discord as emojis of the application.


MOST = 2_000
"""The most emojis of an application."""


async def put_emojis(client: discord.Client) -> CheckResult:
    """Create missing emojis, and replace those whose picture has changed.

    Only emojis that have one of our names and were created by the bot itself are replaced. Emojis uploaded by
    a person in the developer portal, whatever their names, and those without a known creator stay.
    """
    from bot.games.registry import GAMES
    from renderers.operator.emojis import emojis, named_by_content

    there = {each.name: each for each in await client.fetch_application_emojis()}
    renderers = {key: game.renderer for key, game in GAMES.items()}
    ours = {named_by_content(name, picture): picture for name, picture in emojis(renderers).items()}
    stems = {name.rpartition("_")[0] for name in ours}
    alike = [each for name, each in there.items() if name not in ours and _stem(name) in stems]
    assert client.user is not None, "who has logged in has a user"
    old = [each for each in alike if each.user is not None and each.user.id == client.user.id]
    new = [name for name in ours if name not in there]
    if len(there) - len(old) + len(new) > MOST:
        remedy = "Delete some in the developer portal, on the page Emojis."
        return wrong("Emojis", f"The application has {len(there)}; {MOST} is the most.", remedy)
    for each in old:
        await each.delete()
    for name in new:
        await client.create_application_emoji(name=name, image=ours[name])
    told = f"{len(ours)} signs are there: {len(new)} made, {len(old)} replaced or taken away."
    others = ", ".join(sorted(each.name for each in alike if each not in old))
    return right("Emojis", f"{told} Not the bot's, and left: {others}." if others else told)


def _stem(name: str) -> str:
    """Return the name of an emoji without the hash of its picture; "" for a name that is not ours."""
    stem, _, content = name.rpartition("_")
    return stem if len(content) == 4 and all(each in "0123456789abcdef" for each in content) else ""


# The permissions the bot needs on Discord: the invitation link, and servers where some are missing.


NEEDED = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    attach_files=True,
    read_message_history=True,
)
"""The permissions that the bot needs on a server."""

SCOPES = ("bot", "applications.commands")


async def logged_in(
    what: str, token: str, act: Callable[[discord.Client], Awaitable[list[CheckResult]]]
) -> list[CheckResult]:
    """Log in, and return the findings of `act`; if that fails, a finding called `what`."""
    client = discord.Client(intents=discord.Intents.none())
    try:
        async with client:
            await client.login(token)
            return await act(client)
    except discord.LoginFailure:
        return [wrong(what, "DISCORD_TOKEN was refused.", "Copy the token anew from the developer portal.")]
    except (aiohttp.ClientError, discord.HTTPException, OSError) as fault:
        return [wrong(what, f"It cannot be reached ({type(fault).__name__}).", "Look at the network.")]


async def look_at_discord(token: str, operator_server: int = 0) -> list[CheckResult]:
    """Log in, and compare the bot's permissions on each server with those it needs.

    The bot has to be on the `operator_server`, if that is not 0.
    """
    return await logged_in("Discord", token, partial(_permissions, operator_server))


async def _permissions(operator_server: int, client: discord.Client) -> list[CheckResult]:
    invitation = oauth_url(client.application_id or 0, permissions=NEEDED, scopes=SCOPES)
    results = [
        right("Discord", f"The token is good: {client.user}. No privileged intent is needed."),
        note("Invitation", "With this link you invite the bot to a server.", link=invitation),
    ]
    known = set()
    async for guild in _servers(client):
        known.add(int(str(guild["id"])))
        results.append(_server(guild))
    if operator_server and operator_server not in known:
        told = f"The bot is not on OPERATOR_SERVER ({operator_server}), so nobody has /operator."
        results.append(wrong("Operator", told, "Invite the bot there, or correct the id."))
    return results


async def _servers(client: discord.Client) -> AsyncIterator[dict[str, object]]:
    last = 0
    while page := await client.http.get_guilds(200, after=last):
        for guild in page:
            yield dict(guild)
        last = int(page[-1]["id"])
        if len(page) < 200:
            return


def _server(guild: dict[str, object]) -> CheckResult:
    """Return the permissions missing on a server; channels may deny more."""
    what = f"Server {guild['name']}"
    allowed = discord.Permissions(int(str(guild.get("permissions", 0))))
    missing = [name.replace("_", " ") for name, wanted in NEEDED if wanted and not _may(allowed, name)]
    if not missing:
        return right(what, "The bot may do all it needs.")
    return wrong(
        what, f"Missing: {', '.join(missing)}.", "Grant it to the bot's role, or invite the bot anew."
    )


def _may(allowed: discord.Permissions, name: str) -> bool:
    return allowed.administrator or bool(getattr(allowed, name))


DAMAGED = "Stop the bot, keep a copy of the file, and restore the last backup."
NEARLY_FULL = 100_000_000
"""Free bytes on the disk of the database, below which something is wrong."""
ASKED = aiohttp.ClientTimeout(total=3)
"""How long a page of metrics may take."""
INSTALL_LOCAL = "python -m pip install -c requirements.txt -e '.[local]'"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "--dress",
        action="store_true",
        help="set the bot's avatar, banner and emojis on Discord; without a token write them as files",
    )


def run(args: argparse.Namespace) -> int:
    """Check everything, or set the bot's pictures (`--dress`); exit code 1 if something is wrong."""
    try:
        settings = read_settings()
    except SettingsError as fault:
        remedy = "Change it in the environment or in .env; .env.example says what each may be."
        return print_findings([_python(), *(wrong("Settings", text, remedy) for text in fault.sentences)])
    if args.dress:
        token = settings.discord_token
        return print_findings(asyncio.run(set_dress(token)) if token else write_dress())
    return print_findings(asyncio.run(_findings(settings)))


async def _findings(settings: Settings) -> list[CheckResult]:
    token = settings.discord_token
    data = zone_data()
    whose, others = ("the system", "tzdata") if data.of_system else ("the package tzdata", "the system")
    older = f"; those of {others} are {data.other}" if data.other else ""
    return [
        _python(),
        right("Time zones", f"Data {data.version} of {whose} are used, the newer ones{older}."),
        *_settings(),
        await _database(settings.database_url),
        *await _backup(settings.database_url),
        *_disk(settings.database_url),
        *_readers(settings.database_url),
        *await _metrics(settings.metrics_host, settings.metrics_port),
        *fonts(),
        _data(),
        *(await _discord(settings, token.strip()) if token else _local(settings)),
    ]


async def _discord(settings: Settings, token: str) -> list[CheckResult]:
    try:
        check_token(token)
    except CannotStart as fault:
        return [wrong("Discord", str(fault), "Copy the token anew from the developer portal.")]
    return await look_at_discord(token, settings.operator_server)


def _python() -> CheckResult:
    return right("Python", f"Python {platform.python_version()}.")


def _settings() -> Iterator[CheckResult]:
    """Name what the settings do not know and would ignore."""
    ignored = ignored_settings()
    remedy = "Correct or remove it; .env.example lists all settings."
    yield from [wrong("Settings", sentence, remedy) for sentence in ignored]
    if not ignored:
        yield right("Settings", "Every setting can be used.")


async def _database(url: str) -> CheckResult:
    try:
        address = database_url(url)
        state, damage = await check_schema(url), await check_pages(url)
        if not damage and (state.current or state.known):
            await try_write(url)
    except BadDatabase as fault:
        return wrong("Database", str(fault), "Look at DATABASE_URL and at the file or server it names.")
    except ModuleNotFoundError as missing:
        return wrong(
            "Database", f"{missing.name} is not installed.", "Install the extra: pip install -e '.[postgres]'"
        )
    except Exception as fault:
        remedy = "Look at DATABASE_URL: is the file a database that may be written, or does the server run?"
        return wrong("Database", f"It cannot be opened ({type(fault).__name__}).", remedy)
    where = f"{address.database}: " if address.get_backend_name() == "sqlite" else ""
    if damage:
        return wrong("Database", f"{where}Damaged pages: {'; '.join(damage)}.", DAMAGED)
    if state.current:
        return right("Database", where + state.sentence)
    if state.known:
        return note("Database", where + state.sentence, "Nothing: the next start does it, or migrate.")
    return wrong("Database", where + state.sentence, "Run the newer version, or restore a backup.")


async def _backup(url: str) -> list[CheckResult]:
    """Tell how old the last backup is, of a database that can be read."""
    try:
        if not (await check_schema(url)).current:
            return []
        made = await known_backup(url)
    except (BadDatabase, Unavailable, ModuleNotFoundError):
        return []  # said already
    how = "Make one each night: docs/HOSTING.md, Backup and restore."
    if made is None:
        return [note("Backup", "No backup is known.", how)]
    age = wall_clock() - made
    told = f"The last one is {age.days} days and {age.seconds // 3600} hours old."
    return [note("Backup", told, how) if age > OLD_BACKUP else right("Backup", told)]


def _disk(url: str) -> Iterator[CheckResult]:
    """Tell how much is free where the database is; with PostgreSQL where the bot runs."""
    try:
        address = database_url(url)
    except BadDatabase:
        return  # said already
    sqlite = address.get_backend_name() == "sqlite"
    folder = Path(str(address.database)).absolute().parent if sqlite else Path.cwd()
    if not folder.is_dir():
        return
    free = shutil.disk_usage(folder).free
    if free < NEARLY_FULL:
        told = f"Only {free / 1e6:.0f} MB are free on the disk of {folder}."
        yield wrong("Disk", told, "Make room there: with a full disk every move is refused.")
    else:
        yield right("Disk", f"{free / 1e9:.1f} GB are free on the disk of {folder}.")


async def _metrics(host: str, port: int) -> list[CheckResult]:
    """Try to serve the metrics as the start does, unless the bot that runs serves them."""
    if not port:
        return []
    try:
        listening = await asyncio.start_server(lambda _reader, _writer: None, host, port)
    except OSError as fault:
        near = host.replace("0.0.0.0", "127.0.0.1")
        try:
            async with (
                aiohttp.ClientSession(timeout=ASKED) as asking,
                asking.get(f"http://{near}:{port}/metrics") as page,
            ):
                ours = "tablepost_build_info" in await page.text()
        except (aiohttp.ClientError, OSError, TimeoutError, ValueError):
            ours = False
        if ours:
            return [right("Metrics", f"The bot that runs serves them at {host}, port {port}.")]
        return [wrong("Metrics", why_not_served(fault, host, port), "Change METRICS_PORT or METRICS_HOST.")]
    listening.close()
    await listening.wait_closed()
    return [right("Metrics", f"They can be served at {host}, port {port}.")]


def _readers(url: str) -> Iterator[CheckResult]:
    """List the database files that others can read; opening has already corrected what it could."""
    try:
        address = database_url(url)
    except BadDatabase:
        return  # said already
    if address.get_backend_name() == "sqlite":
        for file in open_to_others(Path(str(address.database))):
            yield wrong(
                "Database",
                f"{file} is open to others on this computer, and it holds the seeds of running matches.",
                f"Let its owner alone read it: chmod 600 {file}; or keep it where files have an owner.",
            )


def fonts() -> Iterator[CheckResult]:
    """Check that text can be drawn."""
    from renderers.kit.fonts import FILES, READABLE, SCRIPTS, face, font_file

    broken = []
    for weight, path in FILES.items():
        try:
            face(weight, READABLE).getmask("Aé♥")
        except OSError:
            broken.append(path.name)
    if broken:
        remedy = "Install Tablepost anew: the fonts come with it in data/fonts."
        yield wrong("Fonts", f"Missing or damaged: {', '.join(broken)}.", remedy)
    else:
        missing = [script.name for script in SCRIPTS if font_file(script) is None]
        lacking = f" Names in {', '.join(missing)} are not drawn: see docs/HOSTING.md." if missing else ""
        yield right("Fonts", f"{len(FILES)} fonts can be drawn with.{lacking}")


def _data() -> CheckResult:
    try:
        from bot.games.card_games import CARD_GAMES
        from bot.games.catalogue import card_game, check_signs, lesson_file
        from bot.games.registry import GAMES
        from renderers.kit.art import FOLDER, drawings

        for file in FOLDER.glob("*.txt"):
            drawings(file.stem)
        for each in CARD_GAMES.values():
            card_game(each)
        for game in GAMES.values():
            check_signs(game.key, game.renderer.signs)
            for number, lesson in enumerate(game.lessons, start=1):
                try:
                    lesson.prepared(game.rules, game.wording)
                except ValueError as fault:
                    raise ValueError(f"{lesson_file(game.key, number)}: {fault}") from None
    except Exception as fault:
        return wrong(
            "Game data", str(fault) or type(fault).__name__, "Mend the file in data/, or install anew."
        )
    titles = ", ".join(game.title for game in GAMES.values())
    pools = {game.title: game.cards.library.standard for game in GAMES.values() if game.cards is not None}
    cards = ", ".join([f"{len(pool.cards)} cards of {title}" for title, pool in pools.items()])
    return right("Game data", f"{titles}: maps and rule pages are in order, and {cards}.")


def _local(settings: Settings) -> Iterator[CheckResult]:
    yield note(
        "Discord",
        "No DISCORD_TOKEN: python -m bot opens the local table.",
        "To go on Discord, set it in .env.",
    )
    if find_spec("simcord") is None:
        yield wrong("Local table", "simcord is not installed.", INSTALL_LOCAL)
    elif settings.database_url.startswith("postgres"):
        yield wrong("Local table", NEEDS_SQLITE, "Set DISCORD_TOKEN, or remove DATABASE_URL.")
    else:
        yield right("Local table", "It can be opened.")


FILES: Final = ("avatar.png", "banner.png")
"""Without a token, the pictures are written to these files in the current folder."""
_AGAIN: Final = "Discord allows few changes an hour: try again later."


def write_dress() -> list[CheckResult]:
    """Write both pictures as files, and return where to upload them by hand."""
    from renderers.operator.dress import avatar, banner

    for name, picture in zip(FILES, (avatar(), banner()), strict=True):
        Path(name).write_bytes(picture)
    where = "Set them on the page Bot of the developer portal, or set DISCORD_TOKEN and run this again."
    return [note("Dress", f"{' and '.join(FILES)} are written.", where)]


async def set_dress(token: str) -> list[CheckResult]:
    """Log in, set the avatar and banner of the bot's user, and create the emojis of its icons."""
    return await logged_in("Dress", token, _dress)


async def _dress(client: discord.Client) -> list[CheckResult]:
    from renderers.operator.dress import avatar, banner

    assert client.user is not None, "who has logged in has a user"
    try:
        await client.user.edit(avatar=avatar(), banner=banner())
        signs = await put_emojis(client)
    except discord.HTTPException as refused:
        return [wrong("Dress", f"Discord refused the pictures: {refused.text or refused.status}.", _AGAIN)]
    return [right("Dress", "The bot has its avatar and its banner."), signs]
