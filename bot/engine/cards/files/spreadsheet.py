"""A card set as a spreadsheet: a row for each card, and back to TOML, without loss.

The first row names the columns. The first column says of which table a row is, such as "characters"; the row
of the set itself says "set". The cells of a column of texts, such as "name" or "flavour", are text whatever
they hold; those of a column of numbers or of truth values may be written as in German. Every other cell is
plain text, or a value as TOML writes it within a line: ["Heron", "Patient"], [{ on = "played", then = [{ do =
"draw" }] }]. Text that a spreadsheet program would change, or that reads as such a value, stands in double
quotes. An empty cell is a field that is not there; empty rows and columns are nothing. Comments are not kept.
The words of a set in another language are a row each, of the table "words.de", for instance: the text is its
name, and what it is in that language is in the column "word".
"""

from __future__ import annotations

import csv
import io
import json
import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple, TypeAlias

import msgspec
from msgspec import inspect

from bot.base.csv_files import separator
from bot.base.language import gettext, grouped, ngettext
from bot.engine.cards.files.finding import quoted
from bot.engine.cards.files.mistaken import FLAGS, at_risk, mistaken_for
from bot.engine.cards.files.places import NodePath
from bot.engine.cards.files.shape import STRAIGHT, why_unreadable
from bot.engine.cards.files.sheet_files import MOST_COLUMNS, BadSheet, Rows, SheetFault
from bot.engine.cards.files.tokens import UPLOADED, Trespass, tokens, within
from bot.engine.sentences import echo, listed
from bot.engine.spelling import keyboard_signs

TABLE: Final = "table"
SET: Final = "set"
_WORDS: Final = "words."
_MOST_FAULTS: Final = 20
_NAMED: Final = 10
"""The most texts that a sentence names one by one."""
_BARE_KEY: Final = re.compile(r"[A-Za-z0-9_-]+")
_WHOLE: Final = re.compile(r"([+-]?\d+)(?:[.,]0)?")
"""A whole number, also as pandas writes it in a column with empty cells: 250.0."""
_DECIMAL: Final = re.compile(r"[+-]?\d+[.,]\d+")

Document = Mapping[str, Any]
Kind: TypeAlias = Literal["text", "flag", "number"]
Kinds: TypeAlias = Mapping[str, Mapping[str, Kind]]
"""What the columns of each table hold; columns that are not here hold values as TOML writes them."""
UNKNOWN: Final[Kinds] = MappingProxyType({})


class Sheet(NamedTuple):
    """The set of a spreadsheet."""

    document: dict[str, Any]
    """As TOML would read it."""
    cells: Mapping[NodePath, tuple[int, str]]
    """The row and the column of each field, and of each card the row with the column ""."""
    doubts: Mapping[NodePath, str]
    """What a spreadsheet program may have changed, by field."""
    note: str = ""
    """A sentence on the whole file."""


@cache
def kinds_of(file: type[msgspec.Struct]) -> Kinds:
    """Return what the columns of a game's card files hold, from the type of a whole file."""
    tables = {key: _kinds(_fields(each)) for key, each in _card_types(file).items()}
    return {SET: _kinds(_fields(file)), **tables}


def _card_types(file: type[msgspec.Struct]) -> dict[str, type[msgspec.Struct]]:
    """Return the types of the cards by the tables of a file."""
    return {
        key: wanted.item_type.cls
        for key, wanted in _fields(file).items()
        if isinstance(wanted, inspect.VarTupleType) and isinstance(wanted.item_type, inspect.StructType)
    }


def shared_kinds(files: Sequence[type[msgspec.Struct]]) -> Kinds:
    """Return what the columns hold in all of these games."""
    first, *others = [kinds_of(file) for file in files]
    return {
        table: {
            key: kind
            for key, kind in columns.items()
            if all(each.get(table, {}).get(key, kind) == kind for each in others)
        }
        for table, columns in first.items()
    } | {table: columns for each in others for table, columns in each.items() if table not in first}


def _fields(struct: type[msgspec.Struct]) -> dict[str, inspect.Type]:
    described = inspect.type_info(struct)
    assert isinstance(described, inspect.StructType), "a card and a file are structs"
    return {field.encode_name: field.type for field in described.fields}


def _kinds(fields: Mapping[str, inspect.Type]) -> dict[str, Kind]:
    kinds: dict[str, Kind] = {}
    for key, wanted in fields.items():
        if isinstance(wanted, inspect.StrType) or (
            isinstance(wanted, inspect.LiteralType) and all(isinstance(each, str) for each in wanted.values)
        ):
            kinds[key] = "text"
        elif isinstance(wanted, inspect.BoolType):
            kinds[key] = "flag"
        elif isinstance(wanted, inspect.IntType | inspect.FloatType):
            kinds[key] = "number"
    return kinds


def to_csv(document: Document) -> str:
    """Return a set, as TOML reads it, as the text of a CSV, separated as the current language needs it."""
    rows = list(_rows(document))
    columns = list(dict.fromkeys([TABLE, "number", "name", *[key for row in rows for key in row]]))
    file = io.StringIO()
    writer = csv.DictWriter(file, columns, delimiter=separator(), lineterminator="\n")
    writer.writeheader()
    writer.writerows([{key: _cell(value) for key, value in row.items()} for row in rows])
    return file.getvalue()


def texts_of(document: Document, cards: Sequence[str]) -> Iterator[tuple[NodePath, str]]:
    """Yield the texts of a set that have a cell of their own, with their places."""
    for key, value in document.items():
        if isinstance(value, str):
            yield (key,), value
    for table in cards:
        for number, card in enumerate(document.get(table, ())):
            for key, value in card.items():
                if isinstance(value, str):
                    yield (table, number, key), value


def protecting(document: Document) -> list[str]:
    """Return a sentence on the texts of a set that a spreadsheet program would change, or nothing."""
    texts = [value for row in _rows(document) for value in row.values() if isinstance(value, str)]
    changed = [echo(text) for text in dict.fromkeys(texts) if mistaken_for(text)]
    if not changed:
        return []
    if len(changed) > _NAMED:
        number = len(changed) - _NAMED
        changed[_NAMED:] = [ngettext("{number} other text", "{number} other texts", number)]
    sentence = gettext(
        "Leave the double quotes around {texts}: a spreadsheet program would change them.",
        texts=listed(changed),
    )
    return [sentence]


def _rows(document: Document) -> Iterator[dict[str, Any]]:
    words = document.get("words", {})
    listed = words if _are_words(words) else {}
    own = {key: value for key, value in document.items() if not _is_table(value)}
    yield {TABLE: SET, **{key: value for key, value in own.items() if key != "words" or not listed}}
    for language, translations in listed.items():
        for text, word in translations.items():
            yield {TABLE: f"{_WORDS}{language}", "name": text, "word": word}
    for key, value in document.items():
        if _is_table(value):
            for card in value:
                yield {TABLE: key, **card}


def _are_words(value: object) -> bool:
    """Whether a value is a catalogue with a word at least in each of its languages."""
    return (
        isinstance(value, Mapping)
        and bool(value)
        and all(
            _BARE_KEY.fullmatch(language) and isinstance(words, Mapping) and words
            for language, words in value.items()
        )
        and all(isinstance(word, str) for words in value.values() for word in words.values())
    )


def _is_table(value: object) -> bool:
    """Whether a value is a list of cards, such as `[[characters]]`."""
    return isinstance(value, list) and bool(value) and all(isinstance(each, dict) for each in value)


def _is_group(value: object) -> bool:
    """Whether a value is tables by name, such as `[decks.tide]`."""
    return isinstance(value, Mapping) and bool(value) and all(isinstance(v, Mapping) for v in value.values())


def likeness(rows: Rows, file: type[msgspec.Struct]) -> int:
    """Return how many tables and columns of a spreadsheet are those of a game's card files."""
    tables = _card_types(file)
    known = {key for struct in (file, *tables.values()) for key in _fields(struct)}
    head = rows.rows[0][1] if rows.rows else []
    return len({cells[0].strip() for _, cells in rows.rows[1:]} & tables.keys()) + len(
        {each.strip() for each in head} & known
    )


def read_sheet(rows: Rows, kinds: Kinds = UNKNOWN, most: int | None = None) -> Sheet:
    """Return the set of a spreadsheet. Raises `BadSheet` with what is wrong in its rows.

    It takes time in proportion to the rows. Rows of more than `most` characters with the names of their
    columns are refused at once: in a card file each row repeats those names.
    """
    (number, head), *others = rows.rows or [(1, [""])]
    columns = [each.strip() for each in head]
    _check_columns(columns, number)
    reading = _Reading(columns, kinds)
    faults: list[SheetFault] = []
    size = 0
    for number, cells in others:
        size += sum([len(column) + len(cell) for column, cell in zip(columns, cells, strict=False) if cell])
        if most is not None and size > most:
            sentence = gettext(
                "As a card file this spreadsheet has more than {most} bytes, which is too large.",
                most=grouped(most),
            )
            raise BadSheet(SheetFault(sentence))
        try:
            reading.take(number, cells)
        except BadSheet as bad:
            faults += bad.faults
    if faults:
        raise BadSheet(*faults[:_MOST_FAULTS])
    return Sheet(reading.document, reading.cells, reading.doubts, rows.note)


def _check_columns(columns: Sequence[str], row: int) -> None:
    """Raise `BadSheet` where the first row does not name the columns."""
    if columns[0].casefold() != TABLE:
        sentence = gettext('The first row has to name the columns, and the first of them has to be "table".')
        raise BadSheet(SheetFault(sentence))
    if len(columns) > MOST_COLUMNS:
        sentence = gettext(
            "there are {number} columns; {most} at most.", number=len(columns), most=MOST_COLUMNS
        )
        raise BadSheet(SheetFault(sentence, row))
    twice = next((each for each, number in Counter(columns).items() if each and number > 1), None)
    if twice is not None:
        raise BadSheet(SheetFault(gettext('two columns are called "{name}".', name=quoted(twice)), row))


class _Reading:
    """Reads rows one after another."""

    def __init__(self, columns: Sequence[str], kinds: Kinds) -> None:
        self.document: dict[str, Any] = {}
        self.cells: dict[NodePath, tuple[int, str]] = {}
        self.doubts: dict[NodePath, str] = {}
        self._columns = columns
        self._kinds = kinds

    def take(self, number: int, cells: Sequence[str]) -> None:
        """Add a row to the document. Raises `BadSheet`."""
        filled = self._by_column(number, cells)
        table = filled.pop(TABLE, "")
        language = table.removeprefix(_WORDS) if table.startswith(_WORDS) else ""
        if not _BARE_KEY.fullmatch(language or table) or not isinstance(self.document.get(table, []), list):
            sentence = gettext('"table" has to be "set", or what the card is, such as "characters".')
            raise BadSheet(SheetFault(sentence, number))
        kinds: Mapping[str, Kind]
        place: NodePath
        if language:
            kinds, place = {"name": "text", "word": "text"}, ("words", language)
        elif table == SET:
            kinds, place = self._kinds.get(SET, {}), ()
        else:
            kinds = self._kinds.get(table, {})
            place = (table, len(self.document.get(table, ())))
        values, faults = {}, []
        for key, cell in filled.items():
            try:
                values[key], doubt = _read(cell, kinds.get(key))
            except BadSheet as bad:
                faults += [SheetFault(each.sentence, number, quoted(key)) for each in bad.faults]
                continue
            at = (*place, filled.get("name", "")) if language else (*place, key)
            self.cells[at] = number, key
            if doubt:
                self.doubts[at] = doubt
        if faults:
            raise BadSheet(*faults)
        self.cells.setdefault(place, (number, ""))
        if language:
            words = self.document.setdefault("words", {}).setdefault(language, {})
            _take_word(words, values, number)
        elif table == SET:
            self.document.update(values)
        else:
            self.document.setdefault(table, []).append(values)

    def _by_column(self, number: int, cells: Sequence[str]) -> dict[str, str]:
        """Return the cells that are not empty by their columns. Raises `BadSheet`."""
        filled = {}
        for at, cell in enumerate(cells):
            if not cell.strip() and not (cell and at):
                continue
            name = self._columns[at] if at < len(self._columns) else ""
            if not name:
                sentence = gettext(
                    'column {letters} has no name in the first row, but holds "{cell}" here.',
                    letters=_letters(at),
                    cell=quoted(cell),
                )
                raise BadSheet(SheetFault(sentence, number))
            filled[TABLE if not at else name] = cell if at else cell.strip()
        return filled


def _letters(column: int) -> str:
    """Return what spreadsheet programs call a column, counted from 0: A, B, ... Z, AA."""
    first, last = divmod(column, 26)
    return (_letters(first - 1) if first else "") + chr(ord("A") + last)


def _take_word(words: dict[str, Any], values: Mapping[str, Any], number: int) -> None:
    text = values.get("name")
    if set(values) != {"name", "word"} or not isinstance(text, str):
        sentence = gettext('a word needs the text in "name" and the word in "word", and no more.')
        raise BadSheet(SheetFault(sentence, number))
    if text in words:
        sentence = gettext('"{text}" has a word in this language already.', text=quoted(text))
        raise BadSheet(SheetFault(sentence, number))
    words[text] = values["word"]


def _read(cell: str, kind: Kind | None) -> tuple[Any, str]:
    """Return the value of a cell, and a doubt about it or "". Raises `BadSheet`."""
    text = cell.strip()
    if kind == "text":
        return _text_of(cell)
    if kind == "flag" and text.casefold() in FLAGS:
        return FLAGS[text.casefold()], ""
    if kind == "number":
        number = keyboard_signs(text)
        if whole := _WHOLE.fullmatch(number):
            return int(whole[1][:20]), ""
        if _DECIMAL.fullmatch(number):
            return float(number.replace(",", ".")), ""
    return _value(cell), ""


def _text_of(cell: str) -> tuple[str, str]:
    """Return the text of a cell: the double quotes of an export are no part of it, all others are."""
    try:
        inner = json.loads(cell) if cell.startswith('"') else None
    except ValueError:
        inner = None
    if isinstance(inner, str):
        if _cell(inner) == cell:
            return inner, ""
        return cell, gettext("the double quotes at both ends are read as a part of the text.")
    if what := mistaken_for(cell):
        sentence = gettext(
            "this reads as {what}. If a spreadsheet program has changed your text, type it again, in double"
            " quotes.",
            what=gettext(what),
        )
        return cell, sentence
    return cell, ""


def _cell(value: object) -> str:
    if not isinstance(value, str):
        return inline(value)
    return inline(value) if at_risk(value) or _is_value(value) else value


def _value(cell: str) -> Any:
    """Return the value of a cell as TOML writes it, or its text. Raises `BadSheet`."""
    text = cell.strip()
    if text in ("TRUE", "FALSE"):  # as spreadsheets write them
        return text == "TRUE"
    if not (_is_value(text) or text.startswith(("[", "{", '"'))):
        return cell
    if '"' not in text:
        text = text.translate(STRAIGHT)
    try:
        for _ in within(tokens(text), UPLOADED):  # how deep it is, before it is parsed
            pass
        return tomllib.loads(f"value = {text}")["value"]
    except Trespass as bad:
        raise BadSheet(SheetFault(bad.sentence)) from None
    except (ValueError, KeyError):  # tomllib lets numbers out of all range fail as Python does
        raise BadSheet(SheetFault(why_unreadable(text))) from None


def _is_value(text: str) -> bool:
    """Whether text reads as a value of TOML."""
    if "\n" in text or text in ("TRUE", "FALSE"):
        return text in ("TRUE", "FALSE")
    if text.startswith(("[", "{", '"')):
        return True
    try:
        return set(tomllib.loads(f"value = {text}")) == {"value"}
    except tomllib.TOMLDecodeError:
        return False
    except (ValueError, OverflowError):  # a number or date out of all range
        return True


def to_toml(document: Document) -> str:
    """Return a set as the text of a TOML file: its own fields, its tables, then its cards."""
    plain = {k: v for k, v in document.items() if not _is_table(v) and not _is_group(v)}
    parts = [_lines(plain)]
    for key, value in document.items():
        if _is_group(value):
            parts += [f"[{_key(key)}.{_key(name)}]\n{_lines(fields)}" for name, fields in value.items()]
    for key, value in document.items():
        if _is_table(value):
            parts += [f"[[{_key(key)}]]\n{_lines(card)}" for card in value]
    return "\n\n".join([part for part in parts if part]) + "\n"


def _lines(fields: Mapping[str, Any]) -> str:
    return "\n".join([f"{_key(key)} = {_told(value)}" for key, value in fields.items()])


def _told(value: object) -> str:
    """Return a value of a file: a list of tables with one of them on each line."""
    if _is_table(value):
        assert isinstance(value, Sequence), "a table is a list"
        return "\n".join(["[", *[f"  {inline(each)}," for each in value], "]"])
    return inline(value)


def inline(value: object) -> str:
    """Return a value as TOML writes it within a line."""
    if isinstance(value, Mapping):
        fields = ", ".join([f"{_key(key)} = {inline(each)}" for key, each in value.items()])
        return f"{{ {fields} }}" if fields else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join([inline(each) for each in value])}]"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return str(value).lower() if isinstance(value, bool) else str(value)


def _key(key: str) -> str:
    return key if _BARE_KEY.fullmatch(key) else inline(key)
