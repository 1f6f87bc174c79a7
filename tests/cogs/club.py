"""A Discord server with people, channels and the bot, on the real match service and a separate database."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar
from unittest.mock import patch

import discord
from discord import app_commands
from msgspec.structs import replace
from simcord import ChannelHandle, InteractionResult, MemberActor, ResponseMessage
from simcord.backend.models import Overwrite
from simcord.backend.serializers import message_payload
from simcord.enums import ComponentType, InteractionType, OverwriteType
from simcord.interactions import base_payload

from bot.games.game import Game
from bot.host import wiring
from bot.host.client import Commands, Tablepost
from bot.host.local.world import speak_languages
from bot.host.wiring import make_bot
from bot.matches.loaded_match import LoadedMatch, PendingChange
from bot.matches.model import MatchInfo, MatchView, Stage
from bot.matches.service import MatchService
from bot.matches.store import SqlMatchStore
from bot.parts import PARTS
from bot.parts.part import Part
from cogs.matches.game_commands import game_commands
from tests.cogs.quick_env import QuickEnv
from tests.matches.table import fixed_entropy

SMALL = "squad=2 width=8 height=6 rounds=4"
"""Options of a match of Papyrus that ends soon."""
NARROW = "grid=bbb/222/o.o/111/aaa"
"""Options of a match of Crossfire for two that ends soon: three columns, one row between the bases."""


PATIENCE = 120.0
"""The limit in real seconds until the bot is idle; days of virtual time take a while."""


class Words(dict[str, Any]):
    """The payload of a command. It is never changed: several request logs may share it."""

    def __deepcopy__(self, _known: Any) -> Words:
        return self


class WordedCommand:
    """A slash command whose translations are looked up once, not at each start of the bot."""

    worded: ClassVar[dict[str, Words]] = {}

    def __init__(self, command: Any) -> None:
        self.command = command

    async def get_translated_payload(self, tree: Any, translator: Any) -> Words:
        english = json.dumps(self.command.to_dict(tree))
        if english not in self.worded:
            self.worded[english] = Words(await self.command.get_translated_payload(tree, translator))
        return self.worded[english]


class WordedCommands(Commands):
    """The command tree; only commands that no test had before are translated again."""

    async def sync(self, **where: Any) -> Any:
        worded = [WordedCommand(each) for each in self.get_commands(**where)]
        unread = patch.object(discord.app_commands.tree, "AppCommand")  # no test reads the result
        with patch.object(self, "_get_all_commands", return_value=worded), unread:
            return await super().sync(**where)


_COMMANDS: dict[int, tuple[Game, app_commands.Group]] = {}


def commands_of(game: Game) -> app_commands.Group:
    """The commands of a game, made once for all bots."""
    if id(game) not in _COMMANDS:
        _COMMANDS[id(game)] = game, game_commands(game)
    return _COMMANDS[id(game)][1]


class Club:
    """A server in which matches are played; opened and closed by the fixture `club`."""

    def __init__(
        self, url: str, games: Mapping[str, Game] | None = None, parts: Sequence[Part] = PARTS
    ) -> None:
        self.url = url
        self.parts = parts
        self.games = wiring.GAMES if games is None else games
        self.label = 0
        self.stores: list[SqlMatchStore] = []
        self.bot = self._make_bot()
        self.env = QuickEnv(self.bot, check_errors=False, settle_timeout=PATIENCE)
        self.guild = self.env.create_guild("The Club")
        self.channel: ChannelHandle = self.guild.create_text_channel("table")
        self.other: ChannelHandle = self.guild.create_text_channel("side-table")
        self._languages: dict[int, str] = {}
        speak_languages(self.env, lambda user: self._languages.get(user, "en-US"))
        names = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay")
        self.ann, self.ben, self.cleo, self.dan, self.eve, self.fay = map(self.member, names)

    @property
    def service(self) -> MatchService:
        return self.bot.service

    def _make_bot(self) -> Tablepost:
        self.label += 1
        store = SqlMatchStore.at(self.url)
        self.stores.append(store)
        with patch.object(Tablepost, "tree_class", WordedCommands):
            return make_bot(store, self._now, self._entropy_of, games=self.games, parts=self.parts)

    def _entropy_of(self, part: str) -> Any:
        return fixed_entropy(f"{'club' if part == 'matches' else part} {self.label}")

    def _now(self) -> Any:
        return self.env.now()

    def member(self, name: str, **fields: Any) -> MemberActor:
        return self.guild.add_member(self.env.create_user(name, **fields))

    def speaks(self, member: MemberActor, locale: str) -> None:
        """Set a person's Discord locale."""
        self._languages[member.id] = locale

    async def open(self) -> None:
        await self.env.start()

    async def restart(self) -> None:
        """Stop the bot and start a new one on the same database."""
        await self._unload_cogs()
        self.bot = self._make_bot()
        await self.env.restart_bot(self.bot)

    async def close(self) -> None:
        await self._unload_cogs()
        await self.env.shutdown()
        for store in self.stores:
            await store.close()

    async def _unload_cogs(self) -> None:
        """Stop the bot's tasks, as a bot does that closes: SimCord stops only those that it saw begin."""
        for name in tuple(self.bot.cogs):
            await self.bot.remove_cog(name)

    async def lobby(
        self,
        *others: MemberActor,
        options: str = SMALL,
        seats: int | None = None,
        game: str = "papyrus",
    ) -> MatchInfo:
        """Let Ann open a match by command, and these others join it."""
        wanted = seats or 1 + len(others)
        words = {"options": options} if options else {}
        await self.ann.slash(self.channel, "match new", game=game, seats=wanted, **words)
        for other in others:
            await other.slash(self.channel, "match join")
        return await self.here()

    async def started(self, *others: MemberActor, options: str = SMALL, game: str = "papyrus") -> MatchInfo:
        """Let Ann open a match, these others join it, and Ann start it."""
        await self.lobby(*(others or (self.ben,)), options=options, game=game)
        await self.ann.slash(self.channel, "match start")
        return await self.here()

    async def alone(self, *, options: str = SMALL, game: str = "papyrus") -> MatchInfo:
        """Let Ann start a match against the default computer."""
        await self.lobby(options=options, seats=2, game=game)
        await self.ann.slash(self.channel, "match add-computer")
        await self.ann.slash(self.channel, "match start")
        return await self.here()

    async def set_up(self, state: Any) -> None:
        """Set the state of the channel's match, and notify the awaited players."""
        info = await self.here()

        def step(position: LoadedMatch) -> PendingChange:
            awaited = position.codec.rules.to_act(state)
            return PendingChange(
                record=replace(position.record, state=position.codec.encode(state)),
                notifications=(("board", None), *(("turn", seat) for seat in sorted(awaited))),
                state=state,
            )

        await self.service._repository.change(info.id, None, step)
        await self.publish(info.id)

    async def publish(self, match: str) -> None:
        """Let the bot publish the pending deliveries of a match."""
        await self.bot.publish_pending(match)
        await self.env.settle()

    async def here(self) -> MatchInfo:
        return await self.service.in_channel(self.channel.id)

    async def match_view(self, member: MemberActor | None) -> MatchView:
        info = await self.here()
        return await self.service.match_view(info.id, member.id if member else None)

    async def over(self) -> bool:
        return (await self.here()).stage is not Stage.PLAYING

    def members(self, info: MatchInfo) -> dict[int, MemberActor]:
        """Return the members who hold seats of a match, by seat."""
        people = (self.ann, self.ben, self.cleo, self.dan, self.eve, self.fay)
        known = {member.id: member for member in people}
        return {seat: known[holder.user] for seat, holder in enumerate(info.seats) if holder.user}

    async def clicks_at_once(self, *clicks: tuple[MemberActor, Any, str]) -> list[InteractionResult]:
        """Press several buttons before the bot has answered the first."""
        results = []
        for member, message, custom_id in clicks:
            channel = message.channel_id if isinstance(message, ResponseMessage) else message.channel.id
            stored = self.env.backend.get_message(channel, message.id)
            record, payload = base_payload(
                self.env.backend,
                type=InteractionType.MESSAGE_COMPONENT,
                channel_id=stored.channel_id,
                guild_id=self.guild.id,
                user_id=member.id,
                data={"custom_id": custom_id, "component_type": ComponentType.BUTTON},
            )
            payload["message"] = dict(message_payload(self.env.backend, stored))
            record.source_message_id = stored.id
            self.env.backend.emit("INTERACTION_CREATE", payload)
            results.append(InteractionResult(self.env, record))
        await self.env.settle()
        return results

    def close_dms(self, member: MemberActor) -> None:
        """Let Discord refuse DMs to this person from now on."""
        path = f"/channels/{member.user.dm_channel.id}/messages"
        self.env.inject_error("POST", path, status=403, code=50007, message="Cannot send", times=None)

    def allow_again(self) -> None:
        """Remove all refusals of Discord that a test has set."""
        self.env.backend.faults.clear()

    def forbid(self, channel: ChannelHandle, *permissions: str) -> None:
        """Remove these permissions from everybody in a channel."""
        denied = discord.Permissions(**dict.fromkeys(permissions, True)).value
        rule = Overwrite(target_id=self.guild.id, type=OverwriteType.ROLE, allow=0, deny=denied)
        self.env.backend.set_overwrite(channel.id, rule)
