"""Maps, layouts and squads that servers add: checked, kept beside card sets, and pinned by matches.

Nothing in a file is trusted: it is read again in bounds each time (`reading`). The options of a match hold
the content of the file: later changes do not affect it.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, Final

from bot.base.clock import Clock
from bot.base.language import N_, OwnText, gettext
from bot.engine.errors import BadOptions, Refusal
from bot.engine.mapfiles import MapFormat
from bot.engine.sentences import echo, either, listed
from bot.engine.spelling import name_key
from bot.games.game import Game
from bot.parts.workshop.maps.reading import MapReading, read_map_file
from bot.parts.workshop.sets.ports import Keeping, ServerSet
from bot.parts.workshop.sets.store import SqlCardSetStore

MOST_FILES: Final = 10
"""The most files of one format on one server."""
ALL: Final = "all"
"""The word for all of a server, where a match can have several."""
_OF_GAME: Final = "/"
"""The separator of game and type, stored instead of a game's key in the table of card sets."""


class MapRefused(Refusal):
    """A map file that cannot be added, removed or found."""


class ServerMaps:
    """The map files of servers for all games with map files. Refusals are `MapRefused`.

    Implements `cogs.kit.hooks.OwnOptions`.
    """

    NONE = N_("This server has no maps of its own. /maps add takes one in.")
    GONE = N_("This was removed since. /maps list shows what there is.")
    OUTDATED = N_("{key} can no longer be played with. /maps check on its file says why.")

    def __init__(self, store: SqlCardSetStore, formats: Sequence[MapFormat], clock: Clock) -> None:
        self.formats: Mapping[str, MapFormat] = {each.key: each for each in formats}
        """The formats by their keys."""
        self._store = store
        self._clock = clock

    async def read(self, content: bytes, source: str) -> MapReading:
        """Read and check any file."""
        return await asyncio.to_thread(read_map_file, content, source, tuple(self.formats.values()))

    async def add(self, guild: int, reading: MapReading, content: bytes, *, replacing: bool) -> Keeping:
        """Store a file that was read without an error. Raises `MapRefused`."""
        value, digest = reading.value, hashlib.sha256(content).hexdigest()
        assert value is not None, "it was read without an error"
        place = _place(reading.format)
        added = ServerSet(guild, place, value.key, OwnText(value.title, {}), digest, self._clock())
        keeping = await self._store.keep(added, content, most=MOST_FILES, replacing=replacing, versions=False)
        if keeping is Keeping.FULL:
            raise MapRefused.translated(
                "This server has {number} {things} of its own, which is the most. Remove one first.",
                number=MOST_FILES,
                things=gettext(reading.format.titles[1]),
            )
        return keeping

    async def remove(self, kept: ServerSet) -> None:
        """Remove a file. Matches that use its content go on."""
        await self._store.remove(kept.guild, kept.game, kept.key)

    async def kept(self, guild: int, *sorts: str) -> list[ServerSet]:
        """Return the files of a server in these formats, or in all, by format and key."""
        wanted = [self.formats[key] for key in sorts or self.formats]
        return [kept for each in wanted for kept in await self._store.sets(guild, _place(each))]

    async def find(self, guild: int, word: str) -> ServerSet:
        """Return a file by the word of a control (`word_of`), by its key or by its title.

        Raises `MapRefused` with those there are.
        """
        kept = await self.kept(guild)
        folded = name_key(word)
        for names in (self.word_of, lambda each: each.key, lambda each: name_key(each.title)):
            kept_map = next((each for each in kept if names(each) == folded), None)
            if kept_map is not None:
                return kept_map
        if not kept:
            raise MapRefused.translated(self.NONE)
        raise MapRefused.translated(
            "This server has nothing called {name}. It has {keys}.",
            name=echo(word),
            keys=listed([each.key for each in kept]),
        )

    def word_of(self, kept: ServerSet) -> str:
        """Return how the path of a control names a file."""
        return f"{self.format_of(kept).key}~{kept.key}"

    def format_of(self, kept: ServerSet) -> MapFormat:
        """Return the format of a file."""
        return self.formats[kept.game.rpartition(_OF_GAME)[2]]

    async def text(self, kept: ServerSet) -> bytes:
        """Return a file as it was uploaded. Raises `MapRefused`."""
        content = await self._store.text(kept.guild, kept.game, kept.key)
        if content is None:
            raise MapRefused.translated(self.GONE)
        return content

    async def value(self, kept: ServerSet) -> Any | None:
        """Return the content of a file; None where it has errors today. Raises `MapRefused`."""
        return (await self.read(await self.text(kept), kept.key)).value

    async def words(self, guild: int | None, game: Game, option: str) -> list[str]:
        """Return the additional values of an option of a game on a server."""
        format_ = self._of_option(game, option)
        if guild is None or format_ is None:
            return []
        keys = [each.key for each in await self.kept(guild, format_.key)]
        return [*keys, *([ALL] if format_.several and len(keys) > 1 else [])]

    def cleared(self, game: Game, option: str) -> Mapping[str, Any]:
        """Return the options to clear if an option of a game is chosen again."""
        format_ = self._of_option(game, option)
        return dict.fromkeys(format_.beside if format_ else (), "")

    async def pinned(self, guild: int | None, game: Game, options: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the options of a match with the content of a server's files instead of their names.

        Other values stay: the rules check them. Raises `BadOptions` for a file with errors.
        """
        values = dict(options)
        for option in options:
            format_ = self._of_option(game, option)
            if guild is None or format_ is None:
                continue
            word = str(options[option])
            kept = {each.key: each for each in await self.kept(guild, format_.key)}
            named = _named(word, kept, format_)
            if named and all(key in kept for key in named):
                del values[option]
                values |= format_.pinned([await self.playable(kept[key]) for key in named])
            elif format_.several and word.strip() and ":" not in word:
                _refuse(word, kept, format_)
        return values

    async def playable(self, kept: ServerSet) -> Any:
        """Return the content of a file. Raises `BadOptions` if it has errors now."""
        value = await self.value(kept)
        if value is None:
            raise BadOptions.translated(self.OUTDATED, key=kept.key)
        return value

    def _of_option(self, game: Game, option: str) -> MapFormat | None:
        fitting = [each for each in self.formats.values() if (each.game, each.option) == (game.key, option)]
        return fitting[0] if fitting else None


def _place(format_: MapFormat) -> str:
    return f"{format_.game}{_OF_GAME}{format_.key}"


def _named(word: str, kept: Mapping[str, ServerSet], format_: MapFormat) -> list[str]:
    """Return the keys that the word for an option names."""
    folded = name_key(word)
    if not format_.several:
        return [folded]
    return list(kept) if folded == ALL else list(dict.fromkeys(each.strip() for each in folded.split("+")))


def _refuse(word: str, kept: Mapping[str, ServerSet], format_: MapFormat) -> None:
    """Raise `BadOptions` with the files of the server."""
    if not kept:
        raise BadOptions.translated(
            "This server has no {things} of its own, so there is none called {name}.",
            things=gettext(format_.titles[1]),
            name=echo(word),
        )
    raise BadOptions.translated(
        "There are no {things} {name} here. Choose {words}.",
        things=gettext(format_.titles[1]),
        name=echo(word),
        words=either([*kept, ALL]),
    )
