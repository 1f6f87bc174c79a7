"""Reads a map file from its bytes, with all findings.

A map file has one map, layout or squad. Nothing in it is trusted: it is read within bounds each time.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NamedTuple

import msgspec

from bot.base.language import gettext
from bot.engine.cards.files.finding import Enough, Finding, Findings
from bot.engine.cards.files.places import SourceLines
from bot.engine.cards.files.reading import check_text, parsed
from bot.engine.cards.files.shape import hold_against
from bot.engine.cards.files.tokens import Trespass, readable
from bot.engine.contract import Rules
from bot.engine.errors import BadOptions
from bot.engine.fair import SEED_BYTES, Stream
from bot.engine.mapfiles import BOUNDS as BOUNDS
from bot.engine.mapfiles import MapFormat, Preview


class MapReading(NamedTuple):
    """The result of reading a map file."""

    format: MapFormat
    value: Any | None
    """The content, of the type `MapFormat.file`; None where there is an error."""
    findings: tuple[Finding, ...]
    """Errors by line."""


def read_map_file(content: bytes, source: str, formats: Sequence[MapFormat]) -> MapReading:
    """Read and check a file in the format whose keys it has. Never fails, whatever the content is.

    The formats have the same bounds.
    """
    bounds = formats[0].bounds
    try:
        text, tokens = readable(content, bounds)
        tables = parsed(text)
    except Trespass as trespass:
        findings = Findings(source, {}, ())
        fault = Finding(findings.source, trespass.line, trespass.code, "", trespass.sentence)
        return MapReading(formats[0], None, (fault,))
    format_ = max(
        formats,
        key=lambda each: len(
            tables.keys() & {field.encode_name for field in msgspec.structs.fields(each.file)}
        ),
    )
    findings = Findings(source, tables, (), SourceLines(tokens), bounds.findings)
    value = None
    with suppress(Enough):
        value = _held(tables, format_, findings)
    faults = tuple(sorted(findings.found))
    return MapReading(format_, None if faults else value, faults)


def _held(tables: dict[str, Any], format_: MapFormat, findings: Findings) -> Any | None:
    """Note the faults of the tables; return their content where there are none."""
    for key in ("title", "description"):
        if isinstance(words := tables.get(key), str):
            check_text(words, (key,), findings.add)
    hold_against(tables, format_, findings)
    if findings.found:
        return None
    value: Any = msgspec.convert(tables, format_.file)
    if value.key in format_.taken:
        sentence = gettext('"{key}" is one that comes with the bot: take another key.', key=value.key)
        findings.add("E602", ("key",), sentence)
    if format_.faults is not None:
        format_.faults(value, findings.add)
    try:
        format_.check(value)
    except BadOptions as fault:
        findings.add("E601", (format_.faulty,), fault.sentence)
    return value


def view_of(rules: Rules[Any, Any, Any, Any], preview: Preview) -> Any:
    """Return the view in which the content of a file is drawn."""
    stream = Stream("preview", bytes(SEED_BYTES))
    options = rules.normalize(rules.Options(**preview.options), preview.seats)
    state = rules.setup(options, preview.seats, stream)
    for seat, action in preview.actions:
        rules.apply(state, seat, action, stream)
    return rules.view(state, 0)
