"""The settings: read once by the command line, from the environment and the file `.env`."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final, Literal, TypeVar, get_args

from dotenv import dotenv_values
from dotenv.parser import parse_stream

from bot.base.host import Host
from bot.base.languages.catalogues import codes
from bot.base.limits import Limits
from bot.database.coordination import ALL, Shards
from bot.engine.players.searcher import STEPS
from bot.engine.spelling import nearest

LogLevel = Literal["DEBUG", "INFO", "WARNING", "ERROR"]
LogFormat = Literal["text", "json"]
T = TypeVar("T")

ENV_FILE = Path(".env")
MISSPELT = 0.85
"""How similar (0 to 1) a variable of the environment must be to a setting to be taken for one."""
SEATS_AT_MOST = 8
"""The most people at the local table."""
_ANSWERS: Final = {"1": True, "on": True, "t": True, "true": True, "y": True, "yes": True} | {
    "0": False,
    "off": False,
    "f": False,
    "false": False,
    "n": False,
    "no": False,
}
_WHOLE_NUMBER: Final = re.compile(r"\s*([+-]?\d+(?:_\d+)*)(?:\.0+)?\s*", re.ASCII)


class SettingsError(Exception):
    """A setting is invalid; the sentences name each such setting and its allowed values."""

    def __init__(self, sentences: tuple[str, ...]) -> None:
        super().__init__("\n".join(sentences))
        self.sentences = sentences


# How the text of a setting is read. Each raises `ValueError` with what is to be written, without the text,
# which may be secret.


def _set_to(default: T, read: Callable[[str], T], *, secret: bool = False) -> T:
    """Return a setting with its default and what reads its text; a secret one is not in the `repr`."""
    made: T = field(default=default, repr=not secret, metadata={"read": read})
    return made


def _whole(least: int, most: float = float("inf")) -> Callable[[str], int]:
    def read(text: str) -> int:
        written = _WHOLE_NUMBER.fullmatch(text)
        if written is None or len(text) > sys.int_info.str_digits_check_threshold:
            raise ValueError("input should be a valid integer, unable to parse string as an integer")
        return _within(int(written[1]), least, most)

    return read


def _seconds(least: float, most: float) -> Callable[[str], float]:
    def read(text: str) -> float:
        try:
            number = float(text if text.isascii() else "")
        except ValueError:
            raise ValueError("input should be a valid number, unable to parse string as a number") from None
        return _within(number, least, most)

    return read


_Number = TypeVar("_Number", int, float)


def _within(number: _Number, least: float, most: float) -> _Number:
    if not number >= least:  # so that "nan" is none either
        raise ValueError(f"input should be greater than or equal to {least}")
    if number > most:
        raise ValueError(f"input should be less than or equal to {most}")
    return number


def _answer(text: str) -> bool:
    if (answer := _ANSWERS.get(text.lower())) is None:
        raise ValueError("input should be a valid boolean, unable to interpret input")
    return answer


def _one_of(*allowed: Any) -> Callable[[str], Any]:
    """Read one of these words; where they are capitals, in either case."""

    def read(text: str) -> str:
        word = text.upper() if allowed[0].isupper() else text
        if word not in allowed:
            *first, last = map(repr, allowed)
            raise ValueError(f"input should be {', '.join(first)} or {last}")
        return word

    return read


_level, _format = _one_of(*get_args(LogLevel)), _one_of(*get_args(LogFormat))


def _at_most(characters: int) -> Callable[[str], str]:
    def read(text: str) -> str:
        if len(text) > characters:
            raise ValueError(f"string should have at most {characters} characters")
        return text

    return read


def _address(text: str) -> str:
    address = _at_most(200)(text)
    if not address.startswith("https://"):
        raise ValueError("write the address of a page that begins with https://")
    return address


def _parts(text: str) -> tuple[str, ...]:
    return tuple([part.strip() for part in text.split(",") if part.strip()])


def _numbers(text: str) -> tuple[int, ...]:
    words = _parts(text)
    if not all(word.isdecimal() for word in words):
        raise ValueError("write numbers separated by commas, such as 0,1")
    return tuple([int(word) for word in words])


def _spoken(code: str) -> str:
    if code not in codes():
        raise ValueError(f"the bot speaks {', '.join(codes())}")
    return code


def _names(text: str) -> tuple[str, ...]:
    names = _parts(text)
    if not 2 <= len(names) <= SEATS_AT_MOST:
        raise ValueError(f"give 2 to {SEATS_AT_MOST} names, separated by commas")
    if len({name.casefold() for name in names}) < len(names):
        raise ValueError("give each person a name of their own")
    if any(len(name) > 32 for name in names):
        raise ValueError("give names of at most 32 characters")
    return names


@dataclass(frozen=True, kw_only=True)
class Settings:
    """All settings of the operator. `.env.example` explains each in a line."""

    given: frozenset[str] = field(default=frozenset(), compare=False, repr=False)
    """The names of those that are set by somebody."""
    discord_token: str | None = _set_to(None, str, secret=True)
    """The bot's token. With it the bot runs on Discord, without it at the local table."""
    discord_shards: int = _set_to(1, _whole(0, 1024))
    """The number of gateway connections; 0 lets Discord decide, needed for 2,500 or more servers."""
    discord_shard_ids: tuple[int, ...] = _set_to((), _numbers)
    """The shards of this process, if several processes share them; empty for all."""
    database_url: str = _set_to("sqlite+aiosqlite:///tablepost.sqlite3", str, secret=True)
    """The URL of the database in SQLAlchemy's format; `bot.database` validates it."""
    database_timeout: float = _set_to(5.0, _seconds(1, 60))
    """The time limit in seconds for connecting to PostgreSQL and for a statement; migrations have none."""
    picture_cache: int = _set_to(32, _whole(0))
    """The megabytes of drawn pieces of pictures that a process keeps."""
    deletions_file: str = _set_to("", str)
    """The list of people who have deleted their data, outside of what is backed up; "" for a file beside an
    SQLite database, or `tablepost.deletions` in the present folder.
    """
    worker_memory: int = _set_to(400, _whole(0))
    """The megabytes of memory at which a worker process is replaced; 0 for no limit."""
    metrics_port: int = _set_to(0, _whole(0, 65535))
    """The port for Prometheus metrics and `/healthz`; 0 turns both off."""
    metrics_host: str = _set_to("127.0.0.1", str)
    """The address they are served on; 0.0.0.0 in a container."""
    log_level: LogLevel = _set_to("INFO", _level)  # noqa: RUF009 - a word never changes
    """The lowest level that is logged."""
    log_format: LogFormat = _set_to("text", _format)  # noqa: RUF009
    """Text lines for people, or one JSON object per line for programs."""
    host_name: str = _set_to("", _at_most(80))
    """Who runs the bot, shown in `/privacy show` and `/help`."""
    host_contact: str = _set_to("", _at_most(200))
    """The contact of the host: a mail address, or the address of a page."""
    host_privacy: str = _set_to("", _address)
    """The address of their privacy policy, such as a copy of docs/PRIVACY.md."""
    host_terms: str = _set_to("", _address)
    """The address of their terms, such as a copy of docs/TERMS.md."""
    operator_server: int = _set_to(0, _whole(0))
    """The id of the server in which the bot's owner or team can use `/operator`; 0 for none."""
    local_port: int = _set_to(8330, _whole(0, 65535))
    """The port of the local table's page; if it is in use, the next free one. 0 means any."""
    local_open_browser: bool = _set_to(True, _answer)
    """Whether the local table opens its page in the browser."""
    local_seats: tuple[str, ...] = _set_to(("Ann", "Ben", "Cleo", "Dan"), _names)
    """The people at the local table, in order."""
    local_language: str = _set_to("en", _spoken)
    """The code of the language of everybody at the local table."""
    computer_steps: int = _set_to(STEPS, _whole(1, 100_000))
    """The most actions that a hard computer player can try for a decision."""
    limits: Limits = Limits()  # noqa: RUF009 - it is frozen
    """The limits for one person and one server, each a setting of its own (`LIMITS`)."""

    @property
    def shards(self) -> Shards:
        """The shards of this process."""
        return Shards(self.discord_shard_ids, self.discord_shards) if self.discord_shard_ids else ALL

    @property
    def host(self) -> Host:
        """Who runs the bot."""
        return Host(
            name=self.host_name, contact=self.host_contact, privacy=self.host_privacy, terms=self.host_terms
        )


LIMITS: Final[Mapping[str, str]] = {
    name if name == "rolls_kept_days" else f"limit_{name}": name for name in Limits.__struct_fields__
}
"""The names of the limits by those of their settings; each is a whole number."""
SETTINGS: Final[Mapping[str, Callable[[str], Any]]] = {
    **{each.name: each.metadata["read"] for each in fields(Settings) if "read" in each.metadata},
    **dict.fromkeys(LIMITS, _whole(0)),
}
"""What reads the text of each setting, by its name in lower case."""


def read_settings(**chosen: object) -> Settings:
    """Read the settings; `chosen` values of the command line override the environment and `.env`.

    An empty value is none. Raises `SettingsError` with one sentence for each invalid setting.
    """
    written = {name: str(value) for name, value in chosen.items() if value is not None}
    texts = _texts(_of_the_file().items()) | _texts(os.environ.items()) | written
    given: dict[str, Any] = {}
    faults: list[str] = []
    for name, read in SETTINGS.items():
        try:
            if name in texts:
                given[name] = read(texts[name])
            if name == "discord_shard_ids" and name in given and not faults:  # their number is no fault
                given[name] = _own_shards(given[name], given.get("discord_shards", Settings.discord_shards))
        except ValueError as fault:
            faults.append(f"{name.upper()} cannot be used: {fault}.")
    if faults:
        raise SettingsError(tuple(faults))
    limits = Limits(**{LIMITS[name]: given[name] for name in given if name in LIMITS})
    others = {name: value for name, value in given.items() if name not in LIMITS}
    return Settings(given=frozenset(given), limits=limits, **others)


def _texts(pairs: Iterable[tuple[str, str | None]]) -> dict[str, str]:
    return {name.lower(): text for name, text in pairs if text and name.lower() in SETTINGS}


def _of_the_file() -> Mapping[str, str | None]:
    try:
        return dotenv_values(ENV_FILE, encoding="utf-8-sig")
    except OSError as fault:
        raise SettingsError(
            (f"{ENV_FILE} cannot be read ({fault.strerror}): let the user who runs the bot read it.",)
        ) from None
    except UnicodeDecodeError:
        raise SettingsError((f"{ENV_FILE} cannot be read: save it as text in UTF-8.",)) from None


def _own_shards(ids: tuple[int, ...], count: int) -> tuple[int, ...]:
    """Return the shards of this process in order, if there are such among so many."""
    if not ids:
        return ids
    if count < 2:
        raise ValueError(
            "write in DISCORD_SHARDS how many shards all processes have together, 2 or more, the same"
            " number for each process"
        )
    wrong = [each for each in ids if each >= count]
    if wrong:
        raise ValueError(
            f"there is no shard {wrong[0]}: with DISCORD_SHARDS={count} they are 0 to {count - 1}"
        )
    if len(set(ids)) < len(ids):
        raise ValueError("name each shard once")
    return tuple(sorted(ids))


def ignored_settings(environment: Mapping[str, str] | None = None, file: Path = ENV_FILE) -> list[str]:
    """Return a sentence for each line of `.env` and each variable that is meant as a setting, but is none.

    In `.env` every unknown name is one; in the environment, which has others, only a misspelt name. No
    sentence repeats a value, which may be secret.
    """
    known = [name.upper() for name in SETTINGS]
    sentences = []
    try:
        with file.open(encoding="utf-8-sig") as lines:
            bindings = list(parse_stream(lines))
    except (OSError, UnicodeDecodeError):
        bindings = []  # there is none, or reading the settings has told
    for binding in bindings:
        where = f"Line {binding.original.line} of {file}"
        if binding.error:
            sentences.append(f"{where} cannot be read and is ignored. Write NAME=value.")
        elif binding.key is not None and binding.key.upper() not in known:
            sentences.append(
                f"{where}: there is no setting {binding.key}, so it is ignored.{_meant(binding.key, known)}"
            )
    around = os.environ if environment is None else environment
    odd = [name for name in sorted(around) if "_" in name]  # HOSTNAME is none of ours
    near = {name: get_close_matches(name.upper(), known, 1, MISSPELT) for name in odd}
    unknown = [name for name in odd if near[name] and name.upper() not in known]
    told = "There is no setting {}, so this variable is ignored.{}"
    return sentences + [told.format(name, _meant(name, known)) for name in unknown]


def _meant(name: str, known: Sequence[str]) -> str:
    near = nearest(name, known)
    return f" Did you mean {near}?" if near else ""
