"""The tables that servers add, kept as map files are."""

from __future__ import annotations

from bot.base.language import N_
from bot.engine.mapfiles import MapFormat
from bot.parts.workshop.maps.reading import MapReading, read_map_file
from bot.parts.workshop.maps.service import ServerMaps


class ServerTables(ServerMaps):
    """The tables of servers. Refusals are `bot.parts.workshop.maps.service.MapRefused`."""

    NONE = N_("This server has no tables of its own. /free-table add takes one in.")
    GONE = N_("This was removed since. /free-table tables shows what there is.")
    OUTDATED = N_("{key} can no longer be played with. /free-table check on its file says why.")

    @property
    def format(self) -> MapFormat:
        """The format of a table file."""
        return next(iter(self.formats.values()))


def read_table(content: bytes, source: str, format_: MapFormat) -> MapReading:
    """Read and check the file of a table. Never fails, whatever the content is."""
    return read_map_file(content, source, (format_,))
