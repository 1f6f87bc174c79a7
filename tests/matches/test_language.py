"""Matches in other languages: clocks are read and shown, refusals are translated, stored data is the same."""

from __future__ import annotations

import ast
import random
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bot.base.language import ENGLISH, Language, speaking
from bot.base.languages.catalogues import language
from bot.base.languages.sources import HOUSE
from bot.engine.errors import Refusal
from bot.matches.clocks import ClockTerms
from bot.matches.model import FORMER, MatchTerms
from bot.matches.terms import (
    AT_ZERO,
    USUAL,
    USUAL_GRACE,
    clock_in_words,
    duration,
    in_figures,
    offered,
    offered_grace,
    read_clock,
    read_grace,
    read_span,
    span_in_figures,
)
from bot.servers.settings import ServerClock
from tests.languages.marked import MARKED, unmarked
from tests.matches.table import ANN, BEN, CLEO, Table, TestClock, database_like

HOUR, DAY = 3600, 24 * 3600
GERMAN = language("de")


@pytest.mark.parametrize(
    ("words", "terms"),
    [
        ("ohne", ClockTerms()),
        ("Keine Uhr", ClockTerms()),
        ("none", ClockTerms()),
        ("1 Tag je Zug", ClockTerms("turn", DAY)),
        ("1 day a turn", ClockTerms("turn", DAY)),
        ("ein Tag pro Zug", ClockTerms("turn", DAY)),
        ("12h/Zug", ClockTerms("turn", 12 * HOUR)),
        ("2 Tage und 3 Stunden je Zug", ClockTerms("turn", 51 * HOUR)),
        ("3 Tage + 12 Stunden je Zug", ClockTerms("bank", 3 * DAY, 12 * HOUR)),
        ("2 Wochen insgesamt", ClockTerms("bank", 14 * DAY)),
        ("10 Tage für die ganze Partie + 1 Std. je Zug", ClockTerms("bank", 10 * DAY, HOUR)),
    ],
)
def test_a_clock_is_written_in_german_or_in_english(words: str, terms: ClockTerms) -> None:
    with speaking(GERMAN):
        assert read_clock(words) == terms


def test_german_words_are_refused_in_english() -> None:
    with pytest.raises(Refusal, match='"1 Tag je Zug" is not a clock'):
        read_clock("1 Tag je Zug")


@pytest.mark.parametrize("spoken", [ENGLISH, GERMAN], ids=["english", "german"])
def test_every_offered_clock_can_be_read_from_its_label_and_its_value(spoken: Language) -> None:
    for words in USUAL:
        sent = read_clock(words)
        with speaking(spoken):
            assert read_clock(offered(sent)) == read_clock(words) == sent
            told = clock_in_words(sent).partition(";")[0]
            assert read_clock(told) == sent
    for words in USUAL_GRACE:
        with speaking(spoken):
            assert read_grace(offered_grace(read_grace(words))) == read_grace(words)


def test_english_labels_of_clocks_are_equal_to_their_values() -> None:
    assert [offered(read_clock(words)) for words in USUAL] == list(USUAL)
    assert [offered_grace(read_grace(words)) for words in USUAL_GRACE] == list(USUAL_GRACE)


def test_a_stored_clock_is_read_the_same_in_every_language() -> None:
    rng = random.Random("clocks")
    for _ in range(20):
        kind: Any = rng.choice(["none", "turn", "bank"])
        seconds, increment = rng.randrange(60, 60 * DAY), rng.choice([0, rng.randrange(1, 60 * DAY)])
        terms = (
            ClockTerms(kind, seconds, increment if kind == "bank" else 0) if kind != "none" else ClockTerms()
        )
        for spoken in (ENGLISH, GERMAN, MARKED):
            with speaking(spoken):
                assert read_clock(in_figures(terms)) == terms
                assert read_span(span_in_figures(seconds)) == seconds


def test_a_servers_clock_is_stored_the_same_in_every_language() -> None:
    with speaking(GERMAN):
        theirs = ServerClock("3 Tage + 12 Stunden je Zug", "6 Stunden", "resign").kept()
        assert theirs.words == (
            "3 Tage für die ganze Partie + 12 Stunden je Zug, 6 Stunden Nachfrist;"
            " danach: der Spieler gibt auf"
        )
    assert theirs == ServerClock("3 days + 12 hours a turn", "6h", "resign").kept()
    assert theirs.words == (
        "3 days for the whole match + 12 hours a turn, 6 hours of grace; then the player resigns"
    )
    assert ServerClock().kept() == ServerClock("none")


def test_every_word_for_time_is_in_the_catalogues() -> None:
    kinds = [ClockTerms(), ClockTerms("turn", DAY), ClockTerms("bank", DAY), ClockTerms("bank", DAY, HOUR)]
    with speaking(MARKED):
        for terms in kinds:
            for at_zero in AT_ZERO:
                for grace in (0, HOUR):
                    told = clock_in_words(msgspec.structs.replace(terms, grace=grace, at_zero=at_zero))
                    assert unmarked(told) == []
            assert unmarked(offered(terms)) == []
        assert unmarked(duration(90061)) == unmarked(duration(61)) == unmarked(duration(0)) == []
    with speaking(GERMAN):
        assert duration(3 * DAY + HOUR) == "3 Tage 1 Stunde"


SAYS = {"gettext", "ngettext", "pgettext", "npgettext", "translated"}
"""The functions that look up a message in the catalogues; tests/languages checks that all are complete."""
NEVER_SHOWN = {"What does least does not bring the turn to its end."}


def kinds_of_refusal(sources: list[str]) -> set[str]:
    """Return the names of all subclasses of `Refusal`."""
    classes = [
        found for source in sources for found in re.findall(r"^class (\w+)\(([\w., ]+)\):", source, re.M)
    ]
    kinds, before = {"Refusal"}, set[str]()
    while kinds != before:
        before = set(kinds)
        kinds |= {name for name, bases in classes if before & set(bases.split(", "))}
    return kinds


def bare_words(node: ast.AST) -> list[str]:
    """Return the string literals of an expression that are not in a message."""
    if isinstance(node, ast.Call) and called(node) in SAYS:
        return []
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value] if any(map(str.isalpha, node.value)) else []
    return [words for child in ast.iter_child_nodes(node) for words in bare_words(child)]


def called(node: ast.Call) -> str:
    """Return the name of the function or class that is called; for a method, the method's name."""
    return str(getattr(node.func, "attr", None) or getattr(node.func, "id", ""))


def test_every_refusal_is_a_message() -> None:
    """The sentence of every refusal is looked up in the catalogue of the user's language."""
    files = [path for part in ("bot", "cogs") for path in (HOUSE / part).rglob("*.py")]
    sources = [path.read_text(encoding="utf-8") for path in files if "cli" not in path.parts]
    kinds = kinds_of_refusal(sources)
    made = re.compile(rf"\b({'|'.join(kinds)})\((?!\))")
    trees = [ast.parse(source) for source in sources if made.search(source)]
    calls = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call) and node.args]
    found = [call for call in calls if called(call) in kinds]
    assert len(found) > 50
    assert {words for call in found for words in bare_words(call.args[0])} == NEVER_SHOWN


def test_an_untranslated_sentence_is_found() -> None:
    told = "f'{gettext(why)}: {names[0]}.'", "f'{gettext(why)} at once'", "'No.'", "why or 'No.'"
    assert [bare_words(ast.parse(each)) for each in told] == [[], [" at once"], ["No."], ["No."]]


async def test_a_deleted_person_has_a_name_in_the_reader_s_language(table: Table) -> None:
    info = await table.started(BEN, CLEO)
    await table.service.departures.forget(info.id, BEN.user)
    with speaking(GERMAN):
        found = await table.info(info.id)
        assert found.names == ("Ann", "ein früherer Spieler", "Cleo")
        assert found.seats[1].name == FORMER
    assert (await table.info(info.id)).names[1] == FORMER


async def _kept(url: str, spoken: Language) -> tuple[Any, ...]:
    """Return all stored data of a match with a pause, a timeout, and a draw at its end."""
    table, rng = Table(url, TestClock()), random.Random("the same")
    people = (ANN, BEN, CLEO)
    with speaking(spoken):
        terms = MatchTerms(clock_terms=ClockTerms("turn", DAY, at_zero="default"))
        match = (await table.started(BEN, CLEO, match_terms=terms)).id
        for number in range(12):
            for seat in sorted(await table.awaited(match)):
                own = await table.view(match, people[seat])
                if own.legal and not own.match.stage.ended:
                    await table.act(match, people[seat], rng.choice(list(own.legal)))
            if number == 4:
                await table.agreed(match, "pause", ANN, BEN, CLEO)
                await table.resume(match, CLEO)
            if number == 6:
                table.clock.pass_by(days=2)
                while await table.expire(match):
                    pass
        if not (await table.info(match)).stage.ended:
            await table.agreed(match, "draw", ANN, BEN, CLEO)
        record = await table.record(match)
        events = await table.store.events(match, after=-1, before=None, limit=1000)
        actions, audit = await table.store.actions(match), await table.audit(match)
    await table.close()
    return record.state, record.info, [row.event for row in events], [row.action for row in actions], audit


async def test_stored_data_of_a_match_does_not_depend_on_the_language(
    url: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    empty = Path(url.removeprefix("sqlite+aiosqlite:///"))
    marked = await _kept(database_like(empty, tmp_path_factory.mktemp("marked")), MARKED)
    english = await _kept(url, ENGLISH)
    assert english == marked
    assert len(english[2]) > 10
    assert english[1].outcome is not None
