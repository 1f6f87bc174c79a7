"""Forged interactions through SimCord: harmful custom_ids, values, modals, options, names and files.

Every press is answered. There is no error in the log, no person without a seat changes a match of others, and
no person who does not play is pinged.
"""

from __future__ import annotations

import asyncio
import logging
import shutil
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import discord
from structlog.testing import capture_logs

from bot.database.migrate import migrate
from bot.engine.errors import Refusal
from bot.parts.analysis import service
from bot.parts.analysis.review import Effort
from bot.parts.analysis.service import Reviews
from bot.parts.workshop.lab.service import Lab
from bot.processes.workers import Workers
from cogs.decks.deck import IMPORT
from cogs.kit.client import Handler
from cogs.kit.controls import CUSTOM_ID_LIMIT, ComponentId
from measures.soak import touring
from measures.soak.filling import fill_in, hand_in
from tests.cogs.club import Club
from tests.cogs.forging import answered, press_forged
from tests.cogs.league import keeper
from tests.cogs.quickly import play_quickly

AT_ONE_CLUB = 400
"""Interactions before a new server is opened, since SimCord never frees memory."""
ENOUGH = 20_000
"""The number of interactions after which each handler must have succeeded once."""
GAMES = ("papyrus", "crossfire", "arclash", "neo-combat", "overcross")
LITTLE = Effort(points=3, worlds=1, ahead=2, decisions=2, first=1, closer=1)
"""A small search budget for a review: the test checks its answer, not its quality."""
JUNK = (
    "", " ", "zzz", "0", "-1", "9" * 25, "1.5", "NaN", "None", "true", "@everyone", "@here", "<@101>",
    "<@&1>", "<#1>", "**b** _i_ ~~s~~ ||x|| `c` ```x```", "[x](http://y.z)", "# x", "\u202eabc\u202c",
    "Z\u0351\u036b\u0343\u036a\u0302a\u0342\u0308l\u0348\u034dg\u0321\u0353o" * 4, "../../etc/passwd",
    "C:\\x\\..\\y", "a\x00b", "\ud800", "'; DROP TABLE matches; --", "{0}", "%s", "{match}", "\u200b",
    "\U0001f9d9" * 30, "x" * 90, "1." * 45, "a:b:c:d:e", "tp:play::0:", "20#40d6", "1d6!", "standard", "B3",
    "SMG-1", "papyrus", "</match:1>",
)  # fmt: skip
FILES = ("../../x.toml", "C:\\x.toml", "@everyone.toml", "\u202elmot.x", "a" * 90 + ".toml", "x", ".toml")
ATTACHMENT, USER, CHANNEL = (
    discord.AppCommandOptionType.attachment,
    discord.AppCommandOptionType.user,
    discord.AppCommandOptionType.channel,
)


class Attack:
    """A person forges interactions in a club, and notes the faults in the results."""

    def __init__(self, club: Club, random: Random, reached: Counter[str] | None = None) -> None:
        self.club, self.random = club, random
        self.wrong: list[str] = []
        self.done = self.unsent = 0
        self.reached = Counter[str]() if reached is None else reached
        """The number of completed calls without a refusal of each verb's handler, also in other clubs."""
        self._real: dict[str, tuple[str, ...]] = {}
        """The controls that the bot has shown, with the values of each."""
        self._shown_to: dict[str, Any] = {}
        """The person whose action showed a control: most are only for this person."""
        self._looked = 0
        self._ever: set[int] = set()

    async def begin(self) -> None:
        """Begin a match of a random game among people with unusual names, with an outsider."""
        club, game = self.club, self.random.choice(GAMES)
        club.bot.services.of(Lab).most = 0  # no waits of minutes
        vars(club.bot.services.of(Reviews))["open_workers"] = lambda: Workers(
            0
        )  # also not for a process that starts
        self.owner = keeper(club)
        await touring.play_before(club, self.owner, self._look)
        self.ugly = club.member(self._junk()[:32].strip() or "x")
        others = (club.dan,) if 3 not in club.games[game].rules.seats else ()
        await club.started(club.ben, self.ugly, *others, game=game, options="")
        elsewhere = club.env.create_guild("Elsewhere")
        self.players = [club.ann, club.ben, self.ugly, *others]
        self.outsider = elsewhere.add_member(club.env.create_user("Zoe"))
        self.hall = elsewhere.create_text_channel("hall")
        self.match = (await club.here()).id
        await play_quickly(club, self.random.randrange(999), most=self.random.choice((0, 9, 25)))
        self.under = {}
        self.people = [*self.players, club.cleo, club.eve, club.fay, self.owner]
        here = [(each, club.channel) for each in self.people]
        for who, where in ((self.outsider, self.hall), *here):
            self.under[who.id] = (await who.slash(where, "help")).response
        await self._tour()
        for verb, handler in club.bot.handlers.items():
            club.bot.handlers[verb] = self._counting(verb, handler)

    async def _tour(self) -> None:
        """Let the bot show controls of many kinds, which are pressed and forged later."""
        found = touring.steps(self.club, self.owner)
        self.random.shuffle(found)  # the last proposal stays open
        for who, where, command, options in found:
            try:
                await who.slash(where, command, **options)
            except Exception as refused:
                if "simcord" not in type(refused).__module__ and not isinstance(refused, TypeError):
                    raise
                self.wrong.append(f"the tour cannot send {command}: {refused}")
            self._look(who)

    def _counting(self, verb: str, handler: Handler) -> Handler:
        async def counted(interaction: Any, press: ComponentId) -> None:
            await handler(interaction, press)
            self.reached[verb] += 1

        return counted

    def _junk(self) -> str:
        return "".join(self.random.choice(JUNK) for _ in range(self.random.choice((1, 1, 1, 2))))

    async def one(self) -> None:
        """Forge one interaction, or press a shown control that was not reached yet."""
        custom_id = self._least_reached() if self.random.random() < 0.5 else ""
        who, where = self.random.choice(
            [
                (self.outsider, self.hall),
                (self.club.ben, self.club.channel),
                (self.club.cleo, self.club.channel),
            ]
        )
        if custom_id:
            who, whose = self.random.choice(self.people), self._shown_to[custom_id]
            who = whose if whose.id in self.under and self.random.random() < 0.7 else who
        forges = [self._press, self._choose, self._modal, self._command]
        forge = self.random.choices(forges, [4, 3, 2, 3])[0]
        before, since = await self._revision(), len(self.club.env.http_requests)
        with capture_logs() as told:
            what = await (self._as_shown(who, custom_id) if custom_id else forge(who, where))
        self._look(who)
        if what is None:
            self.unsent += 1
            return
        self.done += 1
        errors = [str(each.get("exc_info") or each) for each in told if each["log_level"] == "error"]
        self.wrong += [f"{what!r:.200}: {each}" for each in errors]
        if who in (self.outsider, self.club.cleo) and await self._revision() != before:
            self.wrong.append(f"{what!r:.200} by somebody without a seat has changed the match")
        self.wrong += [f"{what!r:.200} pings {each}" for each in await self._pinged(since)]
        pressed = custom_id or forge in (self._press, self._choose)
        if pressed and not answered(self.club, since):
            self.wrong.append(f"{what!r:.200} is not answered")

    async def _revision(self) -> int:
        record = await self.club.service._repository.record(self.match)
        return record.revision

    async def _players(self) -> set[int]:
        """Return the players and invited persons of a match."""
        club, found = self.club, {self.club.ann.id, self.club.ben.id, self.club.dan.id, self.ugly.id}
        for info in await club.service.open_matches():
            proposal = info.match_terms.proposal
            found |= {*info.persons, *info.match_terms.invited, proposal.user if proposal else 0}
        self._ever |= found
        return self._ever

    async def _pinged(self, since: int) -> list[str]:
        """Return the persons mentioned by a message who are in no match here and have no wish."""
        players = {str(user) for user in await self._players()}
        found = []
        for request in self.club.env.http_requests[since:]:
            body = request.json if isinstance(request.json, dict) else {}
            body = body.get("data") or body if "/callback" in request.path else body
            mentions = body.get("allowed_mentions") if isinstance(body, dict) else None
            if not isinstance(mentions, dict):
                continue
            found += [*mentions.get("parse", ()), *mentions.get("roles", ())]
            found += [str(user) for user in mentions.get("users", ()) if str(user) not in players]
        return found

    def _custom_id(self) -> str:
        """Return a custom_id that the bot has sent, maybe with a forged part, or a completely forged one."""
        if self.random.random() < 0.6 and (real := self._real_one()):
            parts = real.split(":")
            if self.random.random() < 0.5:
                place = self.random.randrange(1, len(parts))
                parts[place] = self.random.choice((self._junk(), self.random.choice(JUNK), "1", self.match))
            return ":".join(parts)
        verb = self.random.choice((*sorted(self.club.bot.handlers), "", "zzz"))
        match = self.random.choice((self.match, self.match, "abcdefghjkmn", "", self._junk()))
        version = self.random.choice(("0", "1", "7", "", self._junk()))
        path = ":".join(self._junk() for _ in range(self.random.randrange(3)))
        return f"tp:{verb}:{match}:{version}:{path}"[: self.random.choice((CUSTOM_ID_LIMIT, 4000))]

    def _real_one(self) -> str:
        """Return the custom_id of a shown control; all verbs have the same probability."""
        verbs = self._shown_verbs()
        return self.random.choice(verbs[self.random.choice(sorted(verbs))]) if verbs else ""

    def _look(self, who: Any) -> None:
        """Store the controls that the bot has shown after an action."""
        requests = self.club.env.http_requests
        for request in requests[self._looked :]:
            found = _controls(request.json)
            self._real.update(found)
            self._shown_to.update(dict.fromkeys(found, who))
        self._looked = len(requests)

    def _shown_verbs(self) -> dict[str, list[str]]:
        """Return the custom_ids that the bot has shown, by verb."""
        verbs: dict[str, list[str]] = {}
        for custom_id in self._real:
            verbs.setdefault(custom_id.split(":")[1], []).append(custom_id)
        return verbs

    def _least_reached(self) -> str:
        """Return the custom_id of a shown control whose handler was completed least often."""
        verbs = self._shown_verbs()
        least = min([self.reached[verb] for verb in verbs], default=0)
        wanted = sorted(verb for verb in verbs if self.reached[verb] <= least + self.random.choice((0, 0, 3)))
        return self.random.choice(verbs[self.random.choice(wanted)][-20:]) if wanted else ""

    async def _as_shown(self, who: Any, custom_id: str) -> object:
        """Press a shown control: mostly the person to whom it was shown, else any person. A form that opens
        is usually filled in.
        """
        values = self._real[custom_id]
        value = self.random.choice(values) if values else None
        under = self._newest_dm(who) if self.random.random() < 0.3 else None
        under = under or self.under[who.id]
        shown = await press_forged(self.club, who, under, custom_id, value=value)
        if shown.modal is None or self.random.random() < 0.3:
            return custom_id, value
        self._look(who)
        try:
            return custom_id, await fill_in(self.club, who, under.channel_id, shown, self.random, self._junk)
        except Exception as refused:
            if "simcord" not in type(refused).__module__:
                raise
            return custom_id, value  # a client of Discord would not send it

    def _newest_dm(self, who: Any) -> Any:
        """Return the bot's last message to a person; None for none."""
        channel = who.user.dm_channel
        sent = channel.history() if channel else []
        return SimpleNamespace(channel_id=channel.id, id=sent[-1].id) if sent else None

    async def _press(self, who: Any, _where: Any) -> object:
        custom_id = self._custom_id()
        await press_forged(self.club, who, self.under[who.id], custom_id)
        return custom_id

    async def _choose(self, who: Any, _where: Any) -> object:
        custom_id, value = self._custom_id(), self._junk()
        await press_forged(self.club, who, self.under[who.id], custom_id, value=value, offered=self._junk())
        return custom_id, value

    async def _modal(self, who: Any, where: Any) -> object:
        custom_id, value = self._custom_id(), self._junk()
        if self.random.random() < 0.5:
            custom_id = f"tp:{IMPORT}::0:{self.random.choice((*GAMES, '', self._junk()))}"
        name = self.random.choice(("list", "name", self._junk()[:90] or "x"))
        field = {"type": 4, "custom_id": name, "value": value}
        await hand_in(self.club, who, where.id, custom_id, [{"type": 1, "components": [field]}])
        return custom_id, value

    async def _command(self, who: Any, where: Any) -> object:
        commands = [each for each in self.club.bot.tree.walk_commands() if hasattr(each, "parameters")]
        command: Any = self.random.choice(commands)
        options = {each.display_name: self._option(each) for each in command.parameters if self._given(each)}
        try:
            await who.slash(where, command.qualified_name, **options)
        except Exception as refused:
            if "simcord" not in type(refused).__module__ and not isinstance(refused, ValueError | TypeError):
                raise
            return None  # a client of Discord would not send it
        return command.qualified_name, options

    def _given(self, option: Any) -> bool:
        return option.required or self.random.random() < 0.4

    def _option(self, option: Any) -> Any:
        if option.choices:
            return self.random.choice(option.choices).value
        if option.type is ATTACHMENT:
            return self.random.choice(FILES), self._junk().encode("utf-8", "replace")
        made: dict[Any, Callable[[], Any]] = {
            USER: lambda: self.random.choice((self.club.ann, self.club.eve, self.ugly)),
            CHANNEL: lambda: self.random.choice((self.club.channel, self.club.other)),
            discord.AppCommandOptionType.integer: lambda: self.random.choice((0, 1, 2, 7, -1, 10**6)),
            discord.AppCommandOptionType.number: lambda: self.random.choice((0.0, 1.5, -1.0)),
            discord.AppCommandOptionType.boolean: lambda: self.random.random() < 0.5,
        }
        if option.name == "match" and self.random.random() < 0.6:
            return self.match
        return made.get(option.type, self._junk)()


def _controls(sent: Any) -> dict[str, tuple[str, ...]]:
    """Return the bot's custom_ids in a message, with the values of each."""
    if isinstance(sent, list):
        return {key: values for part in sent for key, values in _controls(part).items()}
    if not isinstance(sent, dict):
        return {}
    found = {key: values for part in sent.values() for key, values in _controls(part).items()}
    custom_id = str(sent.get("custom_id", ""))
    if custom_id.startswith("tp:"):
        found[custom_id] = tuple([str(each.get("value")) for each in sent.get("options") or ()])
    return found


async def _attack(random: Random, number: int, until: float, template: Path, reached: Counter[str]) -> Attack:
    """Forge interactions in a new club."""
    with tempfile.TemporaryDirectory() as place:
        shutil.copyfile(template, f"{place}/club.db")
        club = Club(f"sqlite+aiosqlite:///{place}/club.db")
        await club.open()
        try:
            attack = Attack(club, random, reached)
            await attack.begin()
            while attack.done < number and time.monotonic() < until:
                await attack.one()
            raised = [getattr(each, "original", each) for each in club.env.errors]
            attack.wrong += [repr(each) for each in raised if not isinstance(each, Refusal)]
            return attack
        finally:
            await club.close()


def run(number: int, seconds: float, seed: int, _games: Sequence[str]) -> list[str]:
    """Forge this number of interactions; print the number, and return the faults."""
    logging.getLogger("discord").setLevel(logging.CRITICAL)
    verbs = set[str]()
    random, until, faults = Random(f"forged {seed}"), time.monotonic() + seconds, list[str]()
    done = unsent = 0
    reached: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as place, patch.object(service, "effort_for", lambda _game: LITTLE):
        template = Path(place, "migrated.db")
        asyncio.run(migrate(f"sqlite:///{template}"))
        while done < number and time.monotonic() < until:
            attack = asyncio.run(_attack(random, min(AT_ONE_CLUB, number - done), until, template, reached))
            done, unsent = done + attack.done, unsent + attack.unsent
            verbs = set(attack.club.bot.handlers)
            faults += attack.wrong
    print(f"{done:,} forged interactions ({unsent:,} more that no client sends), {len(faults)} faults")
    print(f"handlers that did what they were asked: {len(reached)} of {len(verbs)}")
    never = sorted(verbs - set(reached))
    print(f"that never did: {', '.join(never) or 'none'}")
    for begin in range(0, len(verbs), 12):
        print("   ".join(f"{verb} {reached[verb]}" for verb in sorted(verbs)[begin : begin + 12]))
    return faults + ([f"never reached: {', '.join(never)}"] if never and done >= ENOUGH else [])
