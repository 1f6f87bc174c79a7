"""The settings: read once by the command line, from the environment and the file `.env`."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

from dotenv.parser import parse_stream
from pydantic import Field, SecretStr, ValidationError, ValidationInfo, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict
from rapidfuzz import fuzz, process

from bot.base.host import Host
from bot.base.languages.catalogues import codes
from bot.base.limits import Limits
from bot.database.coordination import ALL, Shards
from bot.engine.players.searcher import STEPS
from bot.engine.spelling import nearest

LogLevel = Literal["DEBUG", "INFO", "WARNING", "ERROR"]

ENV_FILE = Path(".env")
MISSPELT = 85
"""How similar (of 100) a variable of the environment must be to a setting to be taken for one."""
SEATS_AT_MOST = 8
"""The most people at the local table."""
_USUAL = Limits()


class SettingsError(Exception):
    """A setting is invalid; the sentences name each such setting and its allowed values."""

    def __init__(self, sentences: tuple[str, ...]) -> None:
        super().__init__("\n".join(sentences))
        self.sentences = sentences


class Settings(BaseSettings):
    """All settings of the operator. `.env.example` explains each in a line."""

    model_config = SettingsConfigDict(
        env_file=ENV_FILE, env_file_encoding="utf-8", env_ignore_empty=True, extra="ignore"
    )

    discord_token: SecretStr | None = Field(default=None)
    """The bot's token. With it the bot runs on Discord, without it at the local table."""
    discord_shards: int = Field(default=1, ge=0, le=1024)
    """The number of gateway connections; 0 lets Discord decide, needed for 2,500 or more servers."""
    discord_shard_ids: Annotated[tuple[int, ...], NoDecode] = Field(default=())
    """The shards of this process, if several processes share them; empty for all."""
    database_url: str = Field(default="sqlite+aiosqlite:///tablepost.sqlite3")
    """The URL of the database in SQLAlchemy's format; `bot.database` validates it."""
    database_timeout: float = Field(default=5.0, ge=1, le=60)
    """The time limit in seconds for connecting to PostgreSQL and for a statement; migrations have none."""
    picture_cache: int = Field(default=24, ge=0)
    """The megabytes of drawn pieces of pictures that a process keeps."""
    deletions_file: str = Field(default="")
    """The list of people who have deleted their data, outside of what is backed up; "" for a file beside an
    SQLite database, or `tablepost.deletions` in the present folder.
    """
    worker_memory: int = Field(default=400, ge=0)
    """The megabytes of memory at which a worker process is replaced; 0 for no limit."""
    metrics_port: int = Field(default=0, ge=0, le=65535)
    """The port for Prometheus metrics and `/healthz`; 0 turns both off."""
    metrics_host: str = Field(default="127.0.0.1")
    """The address they are served on; 0.0.0.0 in a container."""
    log_level: LogLevel = Field(default="INFO")
    """The lowest level that is logged."""
    log_format: Literal["text", "json"] = Field(default="text")
    """Text lines for people, or one JSON object per line for programs."""
    host_name: str = Field(default="", max_length=80)
    """Who runs the bot, shown in `/privacy show` and `/help`."""
    host_contact: str = Field(default="", max_length=200)
    """The contact of the host: a mail address, or the address of a page."""
    host_privacy: str = Field(default="", max_length=200)
    """The address of their privacy policy, such as a copy of docs/PRIVACY.md."""
    host_terms: str = Field(default="", max_length=200)
    """The address of their terms, such as a copy of docs/TERMS.md."""
    operator_server: int = Field(default=0, ge=0)
    """The id of the server in which the bot's owner or team can use `/operator`; 0 for none."""
    local_port: int = Field(default=8330, ge=0, le=65535)
    """The port of the local table's page; if it is in use, the next free one. 0 means any."""
    local_open_browser: bool = Field(default=True)
    """Whether the local table opens its page in the browser."""
    local_seats: Annotated[tuple[str, ...], NoDecode] = Field(default=("Ann", "Ben", "Cleo", "Dan"))
    """The people at the local table, in order."""

    local_language: str = Field(default="en")
    """The code of the language of everybody at the local table."""

    limit_dice_an_hour: int = Field(default=_USUAL.dice_an_hour, ge=0)
    """Dice that one person can roll in an hour."""
    limit_openings_an_hour: int = Field(default=_USUAL.openings_an_hour, ge=0)
    """Matches that one person can open in an hour."""
    limit_matches_a_person: int = Field(default=_USUAL.matches_a_person, ge=0)
    """Matches that one person hosts and that have not ended."""
    limit_matches_a_server: int = Field(default=_USUAL.matches_a_server, ge=0)
    """Matches of one server that have not ended."""
    limit_films_an_hour: int = Field(default=_USUAL.films_an_hour, ge=0)
    """Films that one person can request in an hour."""
    limit_uploads_an_hour: int = Field(default=_USUAL.uploads_an_hour, ge=0)
    """Files that one person can upload in an hour."""
    limit_uploads_a_day: int = Field(default=_USUAL.uploads_a_day, ge=0)
    """Files that one person can upload in a day."""
    limit_tournaments_a_person: int = Field(default=_USUAL.tournaments_a_person, ge=0)
    """Tournaments of one server that one person directs and that are not over."""
    limit_tournaments_a_day: int = Field(default=_USUAL.tournaments_a_day, ge=0)
    """Tournaments that one person can open in a day."""
    limit_tournament_acts_a_day: int = Field(default=_USUAL.tournament_acts_a_day, ge=0)
    """Entries, leaves and acts of office of one person in tournaments in a day."""
    limit_lab_matches: int = Field(default=_USUAL.lab_matches, ge=0)
    """The number of matches played for a report of the lab; 0 turns reports off."""
    limit_lab_an_hour: int = Field(default=_USUAL.lab_an_hour, ge=0)
    """Reports of the lab that one person can request in an hour."""
    limit_review_steps: int = Field(default=_USUAL.review_steps, ge=0)
    """The number of actions tried for the review of a match; 0 turns reviews off."""
    limit_reviews_an_hour: int = Field(default=_USUAL.reviews_an_hour, ge=0)
    """Reviews of matches that one person can request in an hour."""
    computer_steps: int = Field(default=STEPS, ge=1, le=100_000)
    """The most actions that a hard computer player can try for a decision."""
    rolls_kept_days: int = Field(default=_USUAL.rolls_kept_days, ge=0)
    """Days for which rolls are stored and can be verified."""

    @property
    def shards(self) -> Shards:
        """The shards of this process."""
        return Shards(self.discord_shard_ids, self.discord_shards) if self.discord_shard_ids else ALL

    @property
    def limits(self) -> Limits:
        """The limits for one person and one server."""
        set_here = {name.removeprefix("limit_"): value for name, value in self if name.startswith("limit_")}
        return Limits(**set_here, rolls_kept_days=self.rolls_kept_days)

    @property
    def host(self) -> Host:
        """Who runs the bot."""
        return Host(
            name=self.host_name, contact=self.host_contact, privacy=self.host_privacy, terms=self.host_terms
        )

    @field_validator("host_privacy", "host_terms")
    @classmethod
    def _check_address(cls, address: str) -> str:
        if address and not address.startswith("https://"):
            raise ValueError("write the address of a page that begins with https://")
        return address

    @field_validator("discord_shard_ids", mode="before")
    @classmethod
    def _split_numbers(cls, value: object) -> object:
        if not isinstance(value, str):
            return value
        words = [word.strip() for word in value.split(",") if word.strip()]
        if not all(word.isdecimal() for word in words):
            raise ValueError("write numbers separated by commas, such as 0,1")
        return tuple(int(word) for word in words)

    @field_validator("discord_shard_ids")
    @classmethod
    def _check_shard_ids(cls, ids: tuple[int, ...], known: ValidationInfo) -> tuple[int, ...]:
        count = known.data.get("discord_shards")
        if not ids or count is None:  # errors in the number are reported for it
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

    @field_validator("local_language")
    @classmethod
    def _check_language(cls, code: str) -> str:
        if code not in codes():
            raise ValueError(f"the bot speaks {', '.join(codes())}")
        return code

    @field_validator("local_seats", mode="before")
    @classmethod
    def _split_names(cls, value: object) -> object:
        if isinstance(value, str):
            return tuple(name.strip() for name in value.split(",") if name.strip())
        return value

    @field_validator("local_seats")
    @classmethod
    def _check_names(cls, names: tuple[str, ...]) -> tuple[str, ...]:
        if not 2 <= len(names) <= SEATS_AT_MOST:
            raise ValueError(f"give 2 to {SEATS_AT_MOST} names, separated by commas")
        if len({name.casefold() for name in names}) < len(names):
            raise ValueError("give each person a name of their own")
        if any(len(name) > 32 for name in names):
            raise ValueError("give names of at most 32 characters")
        return names

    @field_validator("log_level", mode="before")
    @classmethod
    def _upper(cls, value: object) -> object:
        return value.upper() if isinstance(value, str) else value


def read_settings(**chosen: Any) -> Settings:
    """Read the settings; `chosen` values of the command line override the environment and `.env`.

    Raises `SettingsError` with one sentence for each invalid setting.
    """
    try:
        return Settings(**{name: value for name, value in chosen.items() if value is not None})
    except ValidationError as fault:
        raise SettingsError(tuple(_sentence(error) for error in fault.errors())) from None
    except OSError as fault:
        raise SettingsError(
            (f"{ENV_FILE} cannot be read ({fault.strerror}): let the user who runs the bot read it.",)
        ) from None
    except UnicodeDecodeError:
        raise SettingsError((f"{ENV_FILE} cannot be read: save it as text in UTF-8.",)) from None


def ignored_settings(environment: Mapping[str, str] | None = None, file: Path = ENV_FILE) -> list[str]:
    """Return a sentence for each line of `.env` and each variable that is meant as a setting, but is none.

    In `.env` every unknown name is one; in the environment, which has others, only a misspelt name. No
    sentence repeats a value, which may be secret.
    """
    known = [name.upper() for name in Settings.model_fields]
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
    for name in sorted([each for each in around if "_" in each]):  # HOSTNAME is none of ours
        near = process.extractOne(name.upper(), known, scorer=fuzz.ratio, score_cutoff=MISSPELT)
        if near and name.upper() not in known:
            sentences.append(f"There is no setting {name}, so this variable is ignored.{_meant(name, known)}")
    return sentences


def _meant(name: str, known: Sequence[str]) -> str:
    near = nearest(name, known)
    return f" Did you mean {near}?" if near else ""


def _sentence(error: Mapping[str, Any]) -> str:
    """Return a sentence on an invalid setting, without its value, which may be secret."""
    name = str(error["loc"][0]).upper() if error["loc"] else "A setting"
    reason = str(error["msg"]).removeprefix("Value error, ")
    return f"{name} cannot be used: {reason[:1].lower()}{reason[1:]}."
