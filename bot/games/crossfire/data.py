"""Reads and validates `data/crossfire`: the layouts (CRF-02)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from bot.engine.errors import BadOptions
from bot.games.catalogue import DATA, CatalogueError, DataFile, check_key
from bot.games.crossfire.rules.layout import SEATS_OF_FORM, Layout, read_layout


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
