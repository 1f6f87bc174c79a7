"""Crossfire as the bot knows it: its rules, words, pictures and computer players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final

from bot.base.language import N_
from bot.engine.errors import BadOptions
from bot.engine.lab import Board, Boards, LabFacets
from bot.engine.mapfiles import MapFormat
from bot.engine.players.opponent import Opponent
from bot.games.catalogue import DATA, CatalogueError, DataFile, check_key
from bot.games.crossfire.rules.layout import SEATS_OF_FORM, Layout, LayoutFile, layout_format, read_layout
from bot.games.crossfire.rules.options import FIRST_OF_FORM, Options
from bot.games.crossfire.rules.rules import CrossfireRules
from bot.games.game import make_game
from renderers.contract import Renderer

if TYPE_CHECKING:
    from bot.games.crossfire.wording.wording import CrossfireWording

# Reads and validates `data/crossfire`: the layouts (CRF-02).


def read_layouts(data: Path = DATA) -> Mapping[str, Layout]:
    """Return the layouts of Crossfire by key, the smallest form first. Raises `CatalogueError`."""
    folder = data / "crossfire"
    layouts = [
        _read_layout(DataFile(path))
        for path in folder.glob("*.toml")
        if path.stem not in ("rulebook", "glossary", "setups") and not path.stem.startswith("lesson")
    ]
    if not layouts:
        raise CatalogueError(f"{folder}: there is no layout file (*.toml) here.")
    layouts.sort(key=lambda one: (list(SEATS_OF_FORM).index(one.form), one.key))
    return {one.key: one for one in layouts}


def _read_layout(file: DataFile) -> Layout:
    layout = file.convert(file.tables, Layout, ())
    check_key(file, layout.key, f'the key "{layout.key}"')
    if layout.key != file.path.stem:
        raise file.fault(f'the key "{layout.key}" must be the file name.', file.line(("key",)))
    try:
        read_layout(layout.grid, SEATS_OF_FORM[layout.form])
    except BadOptions as error:
        raise file.fault(error.sentence, file.line(("grid",))) from None
    return layout


# What the lab measures: layouts.

_TIMES_AS_LONG: Final[Mapping[str, int]] = {"two": 2, "four": 8, "ultimate": 25}
"""How many times as long a match takes, by form: 0.4, 1.8 and 5.7 s of CPU time, compared with 0.2 s of a
match with cards (28 November 2026).
"""


class Layouts(Boards):
    """The layouts: each is compared with the usual one of its form."""

    plain_place: ClassVar[str] = N_("on the usual layout")
    is_plain: ClassVar[str] = N_("It is the usual layout of its form: there is nothing to compare it with.")
    one_number_of_seats: ClassVar[bool] = True

    def __init__(self, layouts: Mapping[str, Layout]) -> None:
        self.layouts = layouts

    def shipped(self) -> Sequence[Board]:
        """Return the layouts that are shipped with the bot."""
        return [
            Board("layout", "crossfire", one.key, one.title,
                  {"layout": one.key, "ultimate": one.form == "ultimate"}, (SEATS_OF_FORM[one.form],))
            for one in self.layouts.values()
        ]  # fmt: skip

    def of_file(self, format_: MapFormat, value: Any) -> Board | None:
        """Return the layout in a file."""
        if not isinstance(value, LayoutFile):
            return None
        options = {**format_.pinned([value]), "ultimate": value.form == "ultimate"}
        seats = (SEATS_OF_FORM[value.form],)
        return Board(format_.key, format_.game, value.key, value.title, options, seats, own=True)

    def plain(self, board: Board, options: Options) -> Mapping[str, Any]:  # noqa: ARG002 - the form says it
        """Return the options of a match on the usual layout of its form."""
        given = {key: value for key, value in board.options.items() if key not in ("layout", "grid")}
        return {**given, "layout": FIRST_OF_FORM}

    def affordable(self, options: Options, seats: int, most: int) -> int:
        """Return fewer matches the longer those of the form take."""
        form = "ultimate" if options.ultimate else "two" if seats == 2 else "four"
        return most // _TIMES_AS_LONG[form]


_LAYOUTS = read_layouts()


@cache
def _words() -> CrossfireWording:
    from bot.games.crossfire.wording.wording import CrossfireWording  # as `Game.worded_by` says

    return CrossfireWording()


def _draws() -> Renderer[Any]:
    from renderers.crossfire import CrossfireRenderer  # as `Game.drawn_by` says

    return CrossfireRenderer(_words())


def _plays() -> tuple[Opponent, ...]:
    from bot.games.crossfire.players.sapper import Cadet, Colonel, Sapper  # as `Game.played_by` says

    return (Cadet(), Sapper(), Colonel())


GAME = make_game(
    "crossfire",
    N_("Crossfire"),
    N_("Two packs of cards fight for territory: power your nodes, cross the field, take a base."),
    CrossfireRules(_LAYOUTS),
    _words,
    _draws,
    _plays,
    map_formats=(layout_format(_LAYOUTS),),
    random_strength=0,
    lab=LabFacets(boards=Layouts(_LAYOUTS)),
)
