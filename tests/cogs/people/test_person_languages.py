"""Private pages and server settings in the reader's language."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial
from itertools import cycle, product

import pytest
from msgspec import convert
from msgspec.structs import replace

from bot.base.host import UNNAMED
from bot.base.language import ENGLISH, speaking
from bot.base.languages.catalogues import codes, language, native_name
from bot.matches.clocks import ClockState, ClockTerms
from bot.matches.model import MatchInfo, MatchTerms, PlayerMatch, Stage
from bot.people.preferences import PLAIN, Preferences, Quiet
from bot.people.zone_words import COMMON_ZONES
from bot.servers.settings import ServerClock, ServerSettings
from cogs.kit.controls import ComponentId
from cogs.kit.form_fields import Field
from cogs.kit.forms import Typed
from cogs.kit.layout import Attachment
from cogs.kit.sentences import Named, listed
from cogs.people.me_form import NOTICES, asked_of_notices, notices_set
from cogs.people.me_posts import compose_matches, compose_settings
from cogs.people.privacy import (
    KINDS,
    MOST_LISTED,
    compose_deleted,
    compose_file,
    compose_kept,
    compose_question,
)
from cogs.servers.table import compose_reset_question, compose_table
from tests.cogs.club import Club
from tests.cogs.composed import check_marked
from tests.languages.marked import MARKED, unmarked
from tests.people.test_language import a_match

GERMAN = language("de")
NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
WAYS = [
    convert({"where": where, "reminder": hours, "digest": digest, "hand": hand, **more}, Preferences)
    for (hours, digest), (where, hand, more) in zip(
        product((0, 1, 6, 24, 48), ("none", "also", "instead")),
        cycle(
            [
                ("dm", "suit", {}),
                ("channel", "rank", {"quiet": {"begin": 1320, "end": 420}}),
                ("dm", "rank", {"leaves": [{"begin": "2026-05-01", "end": "2026-05-20"}]}),
                ("channel", "suit", {}),
            ]
        ),
        strict=False,
    )
]


def own_names() -> tuple[str, ...]:
    """Names of zones and of languages are the same in every language."""
    return (*COMMON_ZONES, *[native_name(code) for code in codes()], "marked")


def test_every_setting_is_translated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.kit.languages.native_name", str)  # the test language has no name
    for preferences in WAYS:
        check_marked(partial(compose_settings, preferences, NOW, "reliable"), own_names())


def test_the_content_of_the_form_of_notices_is_read_back_in_every_language() -> None:
    life = Preferences("channel", 48, Quiet(1350, 420), digest="also", digest_at=1110)
    for spoken in (ENGLISH, GERMAN):
        with speaking(spoken):
            asked = asked_of_notices(life, Typed(ComponentId(NOTICES)))
            stands = {key: (str(word),) for key, word in _standing(asked.fields).items()}
            assert notices_set(PLAIN, Typed(ComponentId(NOTICES), stands)) == life


def _standing(fields: Sequence[Field]) -> dict[str, str]:
    """Return the content of the fields of a form."""
    parts = [field.component.to_component_dict() for field in fields]
    return {
        part["custom_id"]: part.get("value")
        or next(each["value"] for each in part["options"] if each.get("default"))
        for part in parts
    }


def a_table(info: MatchInfo, awaited: Sequence[int] = ()) -> Named:
    return Named(PlayerMatch(info, 0, frozenset(awaited)), "Papyrus", "<#2>")


def many_tables() -> list[Named]:
    """Return more matches than one page has, each with its own id."""

    def numbered(number: int, named: Named) -> Named:
        info = replace(named.table.info, id=f"m{number}")
        return replace(named, table=replace(named.table, info=info))

    return [numbered(number, each) for number, each in enumerate(tables() * 3)]


def tables() -> list[Named]:
    """Return matches of all kinds: a lobby, awaited and not, with a clock, paused, and an unplayable one."""
    playing = a_match(Stage.PLAYING)
    terms = ClockTerms("turn", 86400)
    timed = replace(playing, match_terms=MatchTerms(terms, ClockState((86400.0, 86400.0), NOW)))
    paused = replace(playing, match_terms=MatchTerms(terms, ClockState((86400.0, 86400.0), NOW, paused=True)))
    return [
        a_table(timed, [0]),
        a_table(playing, [0]),
        a_table(playing, [1]),
        a_table(paused, [0]),
        a_table(paused, [1]),
        a_table(playing),
        a_table(a_match(Stage.LOBBY)),
        a_table(replace(playing, seats=playing.seats[:1])),
    ]


def test_lists_of_matches_are_translated() -> None:
    for shown in ([], many_tables()[:3], many_tables()):
        for page in (0, 1, 9):
            check_marked(partial(compose_matches, shown, page))
    with speaking(MARKED):
        assert unmarked(listed(tables() * 9), ("Papyrus", "Ann", "Ben")) == []


async def test_the_page_of_stored_data_is_translated(club: Club) -> None:
    running = [a_match(Stage.PLAYING), a_match(Stage.LOBBY)]
    for number in (1, 2):
        kinds = (*KINDS, *club.bot.hooks.personal_words)
        check_marked(
            partial(compose_kept, dict.fromkeys(kinds, number), UNNAMED, club.bot.hooks.personal_words)
        )
    for matches in ([], running, running * MOST_LISTED):
        check_marked(partial(compose_question, matches, club.bot.title_of))
    check_marked(partial(compose_kept, {}))
    check_marked(compose_deleted)
    check_marked(partial(compose_file, Attachment("mine.json", b"{}")))


def test_a_servers_settings_are_translated() -> None:
    clock = ServerClock("3 days + 12 hours a turn", "1 hour", "resign")
    for settings in (ServerSettings(), ServerSettings((5, 6), clock, 7, "de")):
        check_marked(partial(compose_table, settings), own_names())
    check_marked(compose_reset_question)
