"""Visits a player's screens: first matches, lobbies, panels, a busy channel, ends, dice, cards."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from cogs.kit.controls import ComponentId
from tests.cogs import arclash_table, neocombat_table
from tests.cogs.club import NARROW, SMALL, Club
from tests.cogs.league import keeper
from tests.cogs.lesson_thumbs import walk
from tests.cogs.players import (
    Offer,
    an_eventful_offer,
    any_offer,
    controls_of,
    moves_offered,
    press,
    words_of,
)
from tests.games.overcross.eager import SHORT

PRESSES = 120
"""The maximum number of presses in a match."""
KINDS = 8
"""Kinds of screens of one match of which a picture is made."""
OPTIONS: Mapping[str, str] = {
    "papyrus": SMALL,
    "crossfire": NARROW,
    "arclash": arclash_table.SHORT,
    "neo-combat": neocombat_table.SHORT,
    "overcross": SHORT["deathmatch"],
    "free-table": "table=cards",
}
FURTHER: Mapping[str, tuple[str, ...]] = {"free-table": ("table=chess", "table=night-market")}
"""Options of further matches: other tables have other screens."""


def a_thing_to_do(panel: Any, rng: random.Random) -> Offer:
    """Choose what is done with cards and pieces, not counters or the end: these offer themselves again."""
    found = moves_offered(panel)
    last = [value or ComponentId.decode(custom_id).path[-1] for custom_id, value in found]
    things = [offer for offer, key in zip(found, last, strict=True) if key[:1] not in ("n", "e")]
    return rng.choice(things or found)


CHOOSE: Mapping[str, Callable[[Any, random.Random], Offer]] = {
    "crossfire": an_eventful_offer,
    "free-table": a_thing_to_do,
    "arclash": arclash_table.a_bold_offer,
    "neo-combat": neocombat_table.a_bold_offer,
}
ROLLS = ("1d20+5 adv # stealth", "4d6kh3+2", "8d10!t8", "6#2d6", "20d6")
CARDS = {"arclash": "FOX-01", "neo-combat": "NC-01", "overcross": "CST-01"}
"""A card of each game with cards, for a large picture."""


class Photographer(Protocol):
    """The interface of `Camera`."""

    async def take(self, game: str, what: str, message: Any, viewer: Any, /) -> None:
        """Make a picture of a message as its viewer sees it."""


class Walk:
    """Ann and Ben at one table, with pictures of Ann's screens."""

    def __init__(self, club: Club, camera: Photographer, language: str) -> None:
        self.club, self.camera, self.language = club, camera, language

    async def settle_in(self) -> None:
        """Set the language of the people and of the server."""
        for member in (self.club.ann, self.club.ben):
            self.club.speaks(member, "en-US" if self.language == "en" else self.language)
        await keeper(self.club).slash(self.club.channel, "table language", language=self.language)

    async def game(self, key: str, seed: int = 1) -> None:
        """Walk through a first match of a game and another one."""
        await self._lesson(key)
        await self._computer(key)
        for options in (OPTIONS[key], *FURTHER.get(key, ())):
            await self._lobby(key, options)
            await self._play(key, random.Random(seed))
            await self._end(key)

    async def house(self) -> None:
        """Visit the screens outside of matches: help, dice."""
        ann, channel = self.club.ann, self.club.channel
        for verb in ("", "play", "find", "learn"):
            opened = await ann.slash(channel, "help")
            if verb and opened.response is not None:
                (press,) = [each for each in _ids(opened.response, "begin") if verb in each]
                opened = await ann.click(opened.response, custom_id=press)
            await self._answered("house", f"help-{verb}".rstrip("-"), opened)
        await self._answered("house", "find", await ann.slash(channel, "find", game="papyrus", players=3))
        await self._answered("house", "dice-help", await ann.slash(channel, "dice help"))
        for number, text in enumerate(ROLLS):
            rolled = await ann.slash(channel, "roll", expression=text)
            await self._answered("house", f"roll-{number}", rolled)
            if not number:
                await self._answered("house", "fair-roll", await self._click(rolled.response, "fairroll"))
        odds = await ann.slash(channel, "roll", expression="stats 4d6kh3")
        await self._answered("house", "odds", odds)
        secret = await ann.slash(channel, "roll", expression="2d20", visibility="reveal later")
        await self._answered("house", "sealed", secret)
        await self.camera.take("house", "secret", secret.followups[0], ann)
        await self._answered("house", "me", await ann.slash(channel, "me show"))

    async def cards(self, key: str) -> None:
        """Visit the cards of a game and the building of a deck."""
        ann, channel = self.club.ann, self.club.channel
        listed = await ann.slash(channel, "cards list", game=key)
        await self._answered(key, "cards", listed)
        await self._answered(key, "deck-build", await ann.slash(channel, "deck build", name="Mine", game=key))
        await self._answered(key, "decks", await ann.slash(channel, "deck list"))
        await self._answered(key, "card", await ann.slash(channel, "cards show", card=CARDS[key], game=key))

    async def _lesson(self, key: str) -> None:
        """Visit the lessons of a game, and make a picture of each of their screens."""
        ann, channel, seen = self.club.ann, self.club.channel, list[str]()

        async def look(panel: Any) -> None:
            if words_of(panel) not in seen:
                seen.append(words_of(panel))
                await self.camera.take(key, f"lesson-{len(seen)}", panel, ann.user)

        for number in range(1, len(self.club.games[key].lessons) + 1):
            begun = await ann.slash(channel, "learn", game=key, lesson=number)
            await self._answered(key, "learn", begun)
            await walk(self.club, "follows", look)
        await self.camera.take(key, "lesson-end", channel.history()[-1], ann)

    async def _computer(self, key: str) -> None:
        """Visit a lobby with a computer in it."""
        ann, channel = self.club.ann, self.club.channel
        await ann.slash(channel, "match new", game=key, seats=2)
        lobby = channel.history()[-1]
        await self._choose(lobby, "computer")
        await self.camera.take(key, "computer", channel.history()[-1], ann)
        asked = await ann.slash(channel, "match end")
        await self._click(asked.response, "ended")

    async def _lobby(self, key: str, options: str) -> None:
        ann, ben, channel = self.club.ann, self.club.ben, self.club.channel
        opened = await ann.slash(channel, "match new", game=key, seats=2, options=options)
        await self._answered(key, "lobby", opened)
        lobby = channel.history()[-1]
        await self.camera.take(key, "lobby-post", lobby, ann)
        for verb in ("options", "rules", "fair"):
            await self._answered(key, verb, await self._click(lobby, verb))
        busy = await ben.slash(channel, "match new", game=key)
        await self._answered(key, "busy", busy, ben)
        await ben.slash(channel, "match join")
        await ann.slash(channel, "match start")
        await self.camera.take(key, "board", channel.history()[-1], ann)

    async def _play(self, key: str, rng: random.Random, what: str = "panel", most: int = KINDS) -> None:
        """Press the offered controls, and make a picture of each kind of screen once."""
        seen, panels = set[Any](), dict[int, Any]()
        choose = CHOOSE.get(key, any_offer)
        for _ in range(PRESSES):
            match_view = await self.club.match_view(None)
            if match_view.match.stage.ended or len(seen) >= most:
                return
            member = self.club.members(match_view.match)[rng.choice(sorted(match_view.awaited))]
            panel = panels.get(member.id)
            if panel is None or not moves_offered(panel):
                panel = panels[member.id] = (await self._open_panel(member)).response
            if member is self.club.ann and (kind := kind_of(panel)) not in seen:
                seen.add(kind)
                await self.camera.take(key, f"{what}-{len(seen)}", panel, member)
            await press(member, panel, choose(panel, rng))

    async def _open_panel(self, member: Any) -> Any:
        post = next(post for post in reversed(self.club.channel.history()) if _ids(post, "play"))
        return await member.click(post, custom_id=_ids(post, "play")[0])

    async def _end(self, key: str) -> None:
        """Resign the match if it is not over, and show its end."""
        ann, channel = self.club.ann, self.club.channel
        if not await self.club.over():
            await self._answered(key, "status", await ann.slash(channel, "match status"))
            asked = await ann.slash(channel, "match resign")
            await self._answered(key, "resign", asked)
            await self._click(asked.response, "resign")
        post = next(post for post in reversed(channel.history()) if _ids(post, "rematch"))
        await self.camera.take(key, "end", post, ann)
        for verb in ("happened", "review", "fair"):
            if _ids(post, verb):
                await self._answered(key, f"end-{verb}", await self._click(post, verb))

    async def _click(self, message: Any, verb: str) -> Any:
        return await self.club.ann.click(message, custom_id=_ids(message, verb)[0])

    async def _choose(self, message: Any, verb: str) -> Any:
        """Choose the first option of a menu."""
        (menu,) = [part for part in controls_of(message) if part["custom_id"] in _ids(message, verb)]
        return await self.club.ann.select(message, [menu["options"][0]["value"]], custom_id=menu["custom_id"])

    async def _answered(self, game: str, what: str, result: Any, viewer: Any = None) -> None:
        if result.response is not None:
            await self.camera.take(game, what, result.response, viewer or self.club.ann)


def _ids(message: Any, verb: str) -> list[str]:
    """Return the custom_ids of the controls with this verb."""
    found = [part["custom_id"] for part in controls_of(message)]
    return [each for each in found if ComponentId.decode(each).verb == verb]


def kind_of(panel: Any) -> frozenset[str]:
    """Return the kind of screen of a panel: the keys of its controls without squares and numbers."""
    pressed = [ComponentId.decode(part["custom_id"]) for part in controls_of(panel)]
    keys = [f"{each.verb}.{each.path[-1] if each.path else ''}" for each in pressed]
    return frozenset([re.sub(r"[^a-z.]", "", key)[:12] for key in keys])
