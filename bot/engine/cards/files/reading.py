"""From the bytes of a file to a card set, with everything that is found on the way."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Protocol, TypeAlias, TypeVar

import msgspec

from bot.base.language import N_, gettext, ngettext
from bot.engine.cards.files.abilities import check_abilities, check_keywords
from bot.engine.cards.files.finding import Enough, Finding, Findings, meant, quoted
from bot.engine.cards.files.mistaken import mistaken_for
from bot.engine.cards.files.places import Places, SheetCells, SourceLines
from bot.engine.cards.files.shape import hold_against, single_brackets, why_no_toml
from bot.engine.cards.files.sheet_files import BadSheet, is_sheet, rows_of
from bot.engine.cards.files.spreadsheet import kinds_of, likeness, read_sheet, texts_of, to_toml
from bot.engine.cards.files.tokens import UPLOADED, Bounds, Trespass, check_size, named, readable, tokens
from bot.engine.cards.flow import Add
from bot.engine.cards.format import CardFormat, TooManyReferences
from bot.engine.cards.game import AnyCardGame
from bot.engine.cards.nodes import NodePath
from bot.engine.cards.own_words import texts, words_of
from bot.engine.cards.printed import LANGUAGES
from bot.engine.sentences import cut, either, hidden, listed

# The catalogue of a set: whether its languages are spoken, its texts are there, its words fit (E32x).


def check_words(card_set: Any, findings: Findings) -> None:
    """Note all faults in the `words` of a set."""
    catalogue = words_of(card_set)
    if not catalogue:
        return
    room: dict[str, int] = {}
    for text in texts(card_set):
        room[text.words] = min(text.most, room.get(text.words, text.most))
    for language, words in catalogue.items():
        if language in LANGUAGES:
            _check_language(language, words, room, findings)
        else:
            sentence = gettext(
                'the bot does not speak "{language}": words can be in {languages}.',
                language=quoted(language),
                languages=either(LANGUAGES),
            )
            findings.add("E322", ("words", language), sentence)


def _check_language(
    language: str, words: Mapping[str, str], room: Mapping[str, int], findings: Findings
) -> None:
    said: dict[str, str] = {}
    for text, word in words.items():
        place = ("words", language)
        if text not in room:
            hint = meant(text, room)
            sentence = gettext('"{text}" is not in this set{hint}.', text=quoted(text), hint=hint)
            findings.add("E321", place, sentence, text)
        elif not word:
            findings.add("E106", place, gettext("this must not be empty."), text)
        elif len(word) > room[text]:
            sentence = gettext(
                "this has {number} characters; {most} at most.", number=len(word), most=room[text]
            )
            findings.add("E106", place, sentence, text)
        elif said.setdefault(word.casefold(), text) != text:
            sentence = gettext(
                '"{text}" and "{other}" would have the same translation: players could not distinguish them.',
                text=quoted(text),
                other=quoted(said[word.casefold()]),
            )
            findings.add("E323", place, sentence, text)


_MENTION = re.compile(r"@everyone|@here|<(?:[@#:/]|a:|t:|id:)", re.IGNORECASE)
_LINK = re.compile(r"://|\bdiscord\.gg\b|\bwww\.", re.IGNORECASE)
_MARKUP = re.compile(r"[`*\\]|~~|\|\||__|\]\(|(?<!\w)_|_(?!\w)|^(?:#{1,3}|-#|>{1,3}|[-+]|\d+[.)]) ")
_MOST_MARKS = 2
"""Accents on one letter, at most; more of them grow over the lines above and below."""


def check_text(text: str, place: NodePath, add: Add) -> None:
    """Note what must not stand in a text that people read."""
    unseen = next((each for each in text if hidden(each)), "")
    if unseen == "\n":
        add("E201", place, gettext("it holds a line break: write it as one line of plain text."))
    elif unseen:
        sentence = gettext(
            "it holds {character}: write it as one line of plain text.", character=named(unseen)
        )
        add("E201", place, sentence)
    elif _piled(text):
        add("E201", place, gettext("one letter has so many accents that they hide other lines."))
    elif _MENTION.search(text):
        add("E202", place, gettext("it would call people, channels or commands on Discord: leave that out."))
    elif _LINK.search(text):
        add("E203", place, gettext("it holds a link: leave that out."))
    elif markup := _MARKUP.search(text):
        mark = markup.group().strip().replace("`", gettext("a backtick"))
        sentence = gettext(
            "Discord would read {mark} as markup, and not show it: write it otherwise.", mark=mark
        )
        add("E203", place, sentence)
    elif text != " ".join(text.split(" ")).strip() or "  " in text:
        add("E204", place, gettext("there is a space at its beginning or end, or a double space in it."))


def _piled(text: str) -> bool:
    marks = 0
    for character in text:
        marks = marks + 1 if unicodedata.combining(character) else 0
        if marks > _MOST_MARKS:
            return True
    return False


class Sets(Protocol):
    """Cards that a set may refer to: a pool of the game."""

    @property
    def sets(self) -> Sequence[Any]:
        """The card sets."""


Looks: TypeAlias = Callable[[Any], Iterable[tuple[NodePath, str]]]
"""Returns the places of texts of a set that do not fit on the pictures of their cards, with sentences."""
Formats: TypeAlias = Callable[[], Mapping[str, CardFormat]]
"""Returns the card files of some games, by the titles of the games; asked where a file has errors."""


class ReadResult(msgspec.Struct, frozen=True):
    """The result of reading a card file."""

    set: Any | None
    """The set, of the type `CardFormat.file`; None where an error keeps it from being played with."""
    findings: tuple[Finding, ...]
    """Errors and advice, by line."""
    card_file: bytes | None = None
    """The card file (TOML) that is made from a spreadsheet; None for other files."""
    unjudged: tuple[str, ...] = ()
    """The set numbers of the cards whose costs the guide does not judge."""

    @property
    def not_judged(self) -> str:
        """A sentence on these cards; "" for none."""
        if not self.unjudged:
            return ""
        numbers, more = cut(self.unjudged, MOST_NAMED)
        others = [ngettext("{number} more card", "{number} more cards", more)] if more else []
        return gettext(
            "Costs are not judged of {cards}: the formula has no price for something that they do.",
            cards=listed([*numbers, *others]),
        )

    @property
    def errors(self) -> tuple[Finding, ...]:
        """The findings that keep the set from being played with, unless it was accepted before."""
        return tuple([each for each in self.findings if each.severity == "error"])


def read_card_set(
    content: bytes | str,
    source: str,
    format_: CardFormat,
    base: Sets | None = None,
    bounds: Bounds = UPLOADED,
    others: Formats = dict,
    *,
    stored: bool = False,
    looks: Looks | None = None,
) -> ReadResult:
    """Read and check one card file; never fails, whatever the content is.

    `source` is the name of the file in findings; one that ends in .csv or .xlsx is read as a spreadsheet.
    `base` has the cards that the set may refer to, without an older version of the set. `others` has the
    other games that the file may belong to, by their titles. A `stored` set was accepted before: errors of
    `CardFormat.grown` do not keep it from being played with.
    Takes some 100 ms of CPU time for the largest file that is allowed.
    """
    return CardFile(content, source, format_, bounds, others).checked(
        base.sets if base else (), stored=stored, looks=looks
    )


def check_together(
    files: Sequence[CardFile],
    base: Sets | None = None,
    known: Sequence[CardFile] = (),
    looks: Looks | None = None,
) -> tuple[ReadResult, ...]:
    """Check files that belong together: each set may refer to all others, and to those of `known` files."""
    readings = []
    for file in files:
        others = [other.set for other in (*files, *known) if other is not file and other.set is not None]
        readings.append(file.checked((*(base.sets if base else ()), *others), looks=looks))
    return tuple(readings)


def check(
    card_set: Any, format_: CardFormat, base: Sets | None = None, source: str = ""
) -> tuple[Finding, ...]:
    """Return the findings in a set that was not read from a file; their lines are 0."""
    findings = Findings(source or card_set.key, msgspec.to_builtins(card_set, enc_hook=str), format_.cards)
    _check(card_set, format_, base.sets if base else (), findings)
    return tuple(sorted(findings.found))


class CardFile:
    """A file whose shape was checked. `checked` does the rest, with the sets it may refer to."""

    def __init__(
        self,
        content: bytes | str,
        source: str,
        format_: CardFormat,
        bounds: Bounds = UPLOADED,
        others: Formats = dict,
    ) -> None:
        self.set: Any | None = None
        """The set in the file, if its form is right; it is not checked yet."""
        self._format = format_
        self._others = others
        self.card_file: bytes | None = None
        """The card file that is made from a spreadsheet."""
        self._findings = Findings(source, {}, format_.cards)
        sheet = None
        try:
            if is_sheet(source):
                check_size(content, bounds)
                sheet = read_sheet(rows_of(content, source), kinds_of(format_.file), bounds.size)
                content = self.card_file = to_toml(sheet.document).encode("utf-8", "surrogatepass")
            text, faults = readable(content, bounds)
            tables = parsed(text)
        except BadSheet as bad:
            for fault in bad.faults:
                self._note("E008", fault.sentence, fault.row, fault.column)
            return
        except Trespass as trespass:
            at = trespass.line, ""
            if sheet is not None:
                at = SheetCells(sheet.cells, SourceLines(list(tokens(to_toml(sheet.document))))).at_line(
                    at[0]
                )
            self._note(trespass.code, trespass.sentence, *at)
            return
        lines = SourceLines(faults)
        places: Places = lines if sheet is None else SheetCells(sheet.cells, lines)
        self._findings = Findings(source, tables, format_.cards, places, bounds.findings)
        if sheet is not None:
            for place, doubt in sheet.doubts.items():
                self._findings.add("A002", place, doubt)
            if sheet.note:
                self._note("A002", sheet.note)
        try:
            self._convert(tables, bounds)
            if self.set is not None:
                self._warn_of_letters(tables)
                if sheet is None:
                    self._warn_of_spreadsheets(tables)
        except Enough:
            self.set = None

    def _note(self, code: str, sentence: str, line: int = 0, column: str = "") -> None:
        self._findings.found.append(Finding(self._findings.source, line, code, "", sentence, column))

    def _warn_of_letters(self, tables: dict[str, Any]) -> None:
        """Note letters that pictures of cards cannot draw, or not everywhere."""
        for place, text in texts_of(tables, self._format.cards):
            scripts = {
                unicodedata.name(letter, "").partition(" ")[0]
                for letter in text
                if ord(letter) > 0x2AF and letter.isalpha()
            }
            others = scripts - _DRAWN
            if not others:
                continue
            if others <= _CJK:
                message = N_(
                    "pictures draw these letters only if the host has installed the font Noto Sans CJK"
                    " (docs/HOSTING.md)."
                )
            else:
                message = N_("pictures have no font for some of these letters, and leave them out.")
            self._findings.add("A004", place, gettext(message))

    def _warn_of_spreadsheets(self, tables: dict[str, Any]) -> None:
        """Note the texts that a spreadsheet program would change."""
        for place, text in texts_of(tables, self._format.cards):
            if what := mistaken_for(text):
                sentence = gettext(
                    "spreadsheet programs take this for {what}: in a spreadsheet keep the double quotes"
                    " around it that the export writes.",
                    what=gettext(what),
                )
                self._findings.add("A002", place, sentence)

    def _convert(self, tables: dict[str, Any], bounds: Bounds) -> None:
        add = self._findings.add
        cards = sum(len(rows) for key in self._format.cards if isinstance(rows := tables.get(key), list))
        if cards > bounds.cards:
            sentence = gettext(
                "there are {number} cards; {most} at most. Split the set.", number=cards, most=bounds.cards
            )
            add("E009", (), sentence)
        elif isinstance(decks := tables.get("decks"), dict) and len(decks) > bounds.decks:
            sentence = gettext(
                "there are {number} ready decks; {most} at most.", number=len(decks), most=bounds.decks
            )
            add("E010", ("decks",), sentence)
        else:
            _check_texts(tables, (), self._findings)
            self._hold(tables)
        if not _wrong(self._findings.found, ()):
            _check_leasts(tables, (), self._findings)
            self.set = msgspec.convert(tables, self._format.file)

    def _hold(self, tables: dict[str, Any]) -> None:
        """Note the errors in the tables, or instead that they fit another game far better."""
        own = _shape_faults(tables, self._format)
        able = {
            key: value
            for key, value in (self._others() if own else {}).items()
            if set(tables) <= {field.encode_name for field in msgspec.structs.fields(value.file)}
        }
        wrong = {title: _shape_faults(tables, format_) for title, format_ in able.items()}
        title = min(wrong, key=wrong.__getitem__, default="")
        if title and 2 * wrong[title] < own:
            sentence = gettext("this looks like a card set of {game}: check it as one.", game=title)
            self._findings.add("E013", (), sentence)
        else:
            hold_against(tables, self._format, self._findings)

    def checked(
        self, base: Sequence[Any] = (), *, stored: bool = False, looks: Looks | None = None
    ) -> ReadResult:
        """Check the set with those it may refer to. A `stored` set was accepted before.

        `looks` is asked about a set without errors.
        """
        findings, passed = self._findings.copy(), self._format.grown if stored else frozenset()
        if self.set is not None:
            _check(self.set, self._format, base, findings, passed)
            if looks is not None and not any(each.severity == "error" for each in findings.found):
                for place, sentence in looks(self.set):
                    findings.add("A005", place, sentence)
        faults = tuple(sorted(set(findings.found)))
        played = None if _wrong(faults, passed) else self.set
        unjudged = ()
        if played is not None:
            cards = self._format.cards_of(played)
            unjudged = tuple([card.number for _, card in cards if self._format.unjudged(card)])
        return ReadResult(played, faults, self.card_file, unjudged)


_DRAWN = frozenset(("LATIN", "GREEK", "CYRILLIC", "HEBREW", "ARABIC", "DEVANAGARI", "THAI", "MODIFIER"))
"""The scripts of the fonts that come with the bot, as Unicode's names of letters begin."""
_CJK = frozenset(("CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "HANGUL", "BOPOMOFO"))


def _shape_faults(tables: dict[str, Any], format_: CardFormat) -> int:
    """Count the faults of a file's tables, read as tables of this game."""
    findings = Findings("", tables, format_.cards)
    with suppress(Enough):
        hold_against(tables, format_, findings)
    return len(findings.found)


def holds_tables(content: bytes) -> bool:
    """Return whether a file can be read and is not empty."""
    try:
        parsed(readable(content, UPLOADED)[0])
    except Trespass:
        return False
    return True


MOST_NAMED = 12
"""The most cards that a sentence names one by one."""
_NOT_CODE = re.compile(r'"(?:\\.|[^"\\])*"|\'[^\']*\'|#.*')
"""Strings and comments of a line."""
_OVER_LINES = N_(
    "this is not TOML: a table in curly brackets goes on over the end of its line. Write it on one line."
)
_TWICE = N_("this is not TOML: the key on this line is already in its table. Remove one of them.")
_SAYS_TWICE = ("Cannot overwrite a value", "Duplicate inline table key", "Cannot declare")
"""The beginnings of the parser's messages for a repeated key."""


def parsed(text: str) -> dict[str, Any]:
    """Return the tables of a TOML text that keeps the bounds. Raises `Trespass`, also for one without any."""
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        words = str(error)
        line = int(place.split(",")[0]) if (place := words.partition("(at line ")[2]) else 0
        # Whether a table in curly brackets is not closed on its line, counted from 1; 0 is none.
        lines = text.splitlines()
        bare = _NOT_CODE.sub("", lines[line - 1]) if 0 < line <= len(lines) else ""
        if bare.count("{") > bare.count("}"):
            raise Trespass("E008", line, gettext(_OVER_LINES)) from None
        if words.startswith(_SAYS_TWICE) and not single_brackets(text, line):
            raise Trespass("E008", line, gettext(_TWICE)) from None
        reason = why_no_toml(text, line)
        raise Trespass("E008", line, gettext("this is not TOML: {reason}", reason=reason)) from None
    except (ValueError, RecursionError, OverflowError) as error:
        # tomllib lets numbers and dates out of all range fail as Python does
        sentence = gettext("this is not TOML that can be read: {reason}.", reason=type(error).__name__)
        raise Trespass("E008", 0, sentence) from None
    if not tables:
        raise Trespass("E014", 0, gettext("the file is empty, or holds nothing but comments."))
    return tables


def _check_texts(value: Any, place: NodePath, findings: Findings) -> None:
    """Look at every text of a file, those under unknown keys too: findings repeat them."""
    if isinstance(value, str):
        check_text(value, place, findings.add)
    elif isinstance(value, dict):
        for key, each in value.items():
            _check_texts(each, (*place, key), findings)
    elif isinstance(value, list):
        for number, each in enumerate(value):
            _check_texts(each, (*place, number), findings)


def _check_leasts(value: Any, place: NodePath, findings: Findings) -> None:
    """Note each count of cards that has `at_most` alone. Its least is 1, which may not be intended."""
    if isinstance(value, list):
        for number, each in enumerate(value):
            _check_leasts(each, (*place, number), findings)
    elif isinstance(value, dict):
        if value.get("test") == "cards" and value.get("at_most", 0) > 0 and "at_least" not in value:
            sentence = gettext("with none of these cards this does not hold: say at_least = 0 or 1.")
            findings.add("A001", place, sentence)
        for key, each in value.items():
            _check_leasts(each, (*place, key), findings)


def _wrong(found: Iterable[Finding], passed: Container[str]) -> bool:
    """Return whether there is an error of another code than the passed ones."""
    return any(each.severity == "error" and each.code not in passed for each in found)


def _check(
    card_set: Any,
    format_: CardFormat,
    base: Sequence[Any],
    findings: Findings,
    passed: Container[str] = (),
) -> None:
    try:
        format_.references(card_set, base, findings.add)
        check_words(card_set, findings)
        check_keywords(card_set, format_, findings)
        for place, printed in format_.cards_of(card_set):
            card = format_.whole(printed, card_set)
            check_abilities(card, place, format_, findings)
            for code, where, sentence in format_.advice(card):
                findings.add(code, (*place, *where), sentence)
        if not _wrong(findings.found, passed):
            for code, where, sentence in format_.worst_case(card_set, base):
                findings.add(code, where, sentence)
    except Enough:
        pass
    except TooManyReferences:
        sentence = gettext("cards are named in too many different ways to look them all up: split the set.")
        findings.add("E012", (), sentence)


GameT = TypeVar("GameT", AnyCardGame, type[AnyCardGame])

_TABLE = re.compile(rb"^[ \t]*\[{1,2}[ \t]*([A-Za-z0-9_-]+)", re.MULTILINE)
"""The name that the head of a table in a TOML file begins with: `characters` of `[[characters]]`."""


def games_of_file(content: bytes, games: Mapping[str, GameT], name: str = "") -> dict[str, GameT]:
    """Return the games that this file may belong to: those that know the most of its tables.

    A file whose name ends in .csv or .xlsx is read as a spreadsheet.

    Returns all games where none knows any table, and one game for a file that cannot be read: its check says
    why.
    """
    if len(games) < 2:
        return dict(games)
    first = dict(list(games.items())[:1])
    if is_sheet(name):
        try:
            rows = rows_of(content, name)
        except BadSheet:
            return first
        known = {key: likeness(rows, game.format.file) for key, game in games.items()}
    else:
        tables = {each.decode() for each in _TABLE.findall(content)}
        known = {key: len(tables & game.tables()) for key, game in games.items()}
        if not any(known.values()) and not holds_tables(content):
            return first
    return {key: games[key] for key, number in known.items() if number == max(known.values())}
