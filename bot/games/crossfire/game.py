"""Crossfire as the bot knows it: its rules, words, pictures and computer players."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from bot.base.language import N_
from bot.engine.errors import BadOptions
from bot.games.catalogue import DATA, CatalogueError, DataFile, check_key
from bot.games.crossfire.players.sapper import Cadet, Colonel, Sapper
from bot.games.crossfire.rules.layout import SEATS_OF_FORM, Layout, layout_format, read_layout
from bot.games.crossfire.rules.rules import CrossfireRules
from bot.games.crossfire.wording.wording import CrossfireWording
from bot.games.game import make_game
from renderers.crossfire import CrossfireRenderer

# Reads and validates `data/crossfire`: the layouts (CRF-02).


def read_layouts(data: Path = DATA) -> Mapping[str, Layout]:
    """Return the layouts of Crossfire by key, the smallest form first. Raises `CatalogueError`."""
    folder = data / "crossfire"
    found = [
        _read_layout(DataFile(path))
        for path in folder.glob("*.toml")
        if path.stem not in ("rulebook", "glossary", "setups") and not path.stem.startswith("lesson")
    ]
    if not found:
        raise CatalogueError(f"{folder}: there is no layout file (*.toml) here.")
    found.sort(key=lambda one: (list(SEATS_OF_FORM).index(one.form), one.key))
    return {one.key: one for one in found}


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


_LAYOUTS, _WORDING = read_layouts(), CrossfireWording()

GAME = make_game(
    "crossfire",
    "Crossfire",
    N_("Two packs of cards fight for territory: power your nodes, cross the field, take a base."),
    CrossfireRules(_LAYOUTS),
    _WORDING,
    CrossfireRenderer(_WORDING),
    map_formats=(layout_format(_LAYOUTS),),
    computers=(Cadet(), Sapper(), Colonel()),
    random_strength=0,
)
