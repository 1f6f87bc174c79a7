"""Matches in other languages: clocks are read and told, refusals are said, what is kept stays as it is."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bot.engine.contract import Resign
from bot.engine.errors import Refusal
from bot.engine.language import ENGLISH, Language, speaking
from bot.languages.catalogues import language
from bot.matches.clocks import ClockTerms
from bot.matches.lobby_rules import check_terms
from bot.matches.model import FORMER, MatchInfo, MatchTerms
from bot.matches.options import read_options
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
from tests.matches.dicey import Choose, DiceyRules, Ready, Roll
from tests.matches.table import ANN, BEN, CLEO, DAN, STRANGER, Table, TestClock, database_like

HOUR, DAY = 3600, 24 * 3600
GERMAN = language("de")
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Dicey", "Papyrus", "skirmisher", "random", "chess", "papyrus")
TIMED = MatchTerms(clock_terms=ClockTerms("turn", DAY, at_zero="resign"))


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


def test_german_words_mean_nothing_where_english_is_spoken() -> None:
    with pytest.raises(Refusal, match='"1 Tag je Zug" is not a clock'):
        read_clock("1 Tag je Zug")


@pytest.mark.parametrize("spoken", [ENGLISH, GERMAN], ids=["english", "german"])
def test_every_clock_that_is_offered_is_read_as_it_is_shown_and_as_it_is_sent(spoken: Language) -> None:
    for words in USUAL:
        sent = read_clock(words)
        with speaking(spoken):
            assert read_clock(offered(sent)) == read_clock(words) == sent
            told = clock_in_words(sent).partition(";")[0]
            assert read_clock(told) == sent
    for words in USUAL_GRACE:
        with speaking(spoken):
            assert read_grace(offered_grace(read_grace(words))) == read_grace(words)


def test_clocks_in_english_are_offered_in_the_words_that_are_sent() -> None:
    assert [offered(read_clock(words)) for words in USUAL] == list(USUAL)
    assert [offered_grace(read_grace(words)) for words in USUAL_GRACE] == list(USUAL_GRACE)


def test_a_clock_is_kept_so_that_it_is_read_the_same_in_every_language() -> None:
    rng = random.Random("clocks")
    for _ in range(50):
        kind: Any = rng.choice(["none", "turn", "bank"])
        seconds, increment = rng.randrange(60, 60 * DAY), rng.choice([0, rng.randrange(1, 60 * DAY)])
        terms = (
            ClockTerms(kind, seconds, increment if kind == "bank" else 0) if kind != "none" else ClockTerms()
        )
        for spoken in (ENGLISH, GERMAN, MARKED):
            with speaking(spoken):
                assert read_clock(in_figures(terms)) == terms
                assert read_span(span_in_figures(seconds)) == seconds


def test_a_servers_clock_is_kept_the_same_whoever_sets_it() -> None:
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


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "keine Zeit"),
        (1, "1 Sekunde"),
        (61, "1 Minute 1 Sekunde"),
        (DAY + HOUR, "1 Tag 1 Stunde"),
        (3 * DAY + 12 * HOUR, "3 Tage 12 Stunden"),
        (150, "2 Minuten 30 Sekunden"),
    ],
)
def test_spans_are_told_in_german(seconds: int, words: str) -> None:
    with speaking(GERMAN):
        assert duration(seconds) == words


def test_every_word_on_time_is_in_the_catalogues() -> None:
    kinds = [ClockTerms(), ClockTerms("turn", DAY), ClockTerms("bank", DAY), ClockTerms("bank", DAY, HOUR)]
    with speaking(MARKED):
        for terms in kinds:
            for at_zero in AT_ZERO:
                for grace in (0, HOUR):
                    told = clock_in_words(msgspec.structs.replace(terms, grace=grace, at_zero=at_zero))
                    assert unmarked(told) == []
            assert unmarked(offered(terms)) == []
        assert unmarked(duration(90061)) == unmarked(duration(61)) == unmarked(duration(0)) == []


BAD_OPTIONS: tuple[dict[str, Any], ...] = (
    {"motto2": "x"},
    {"rounds": "many"},
    {"rounds": "0"},
    {"whispers": "perhaps"},
    {"pace": "brisq"},
    {"motto": "a motto that is much too long"},
)
BAD_CLOCKS: tuple[dict[str, Any], ...] = (
    {"words": "soon"},
    {"words": "99 weeks"},
    {"words": "1d", "grace": "soon"},
    {"words": "1d", "grace": "99 weeks"},
    {"words": "none", "grace": "1h"},
)


@pytest.mark.parametrize("given", BAD_OPTIONS, ids=[next(iter(each)) for each in BAD_OPTIONS])
def test_every_fault_of_options_is_said_in_the_language(given: dict[str, Any]) -> None:
    with speaking(MARKED), pytest.raises(Refusal) as refused:
        read_options(DiceyRules(), given, 2)
    assert unmarked(refused.value.sentence) == []


@pytest.mark.parametrize("given", BAD_CLOCKS, ids=str)
def test_every_fault_of_clocks_is_said_in_the_language(given: dict[str, Any]) -> None:
    with speaking(MARKED), pytest.raises(Refusal) as refused:
        read_clock(**given)
    assert unmarked(refused.value.sentence) == []


Wish = Callable[[Table, MatchInfo, MatchInfo], Awaitable[Any]]
"""Something that cannot be had: of a lobby of Ann's with a free seat, and her match with Ben and Cleo."""


async def _agreed(table: Table, match: str, user: int) -> Any:
    return await table.service.agreements.answer(match, user, agree=True, request=table.request())


REFUSED: dict[str, Wish] = {
    "no such match": lambda table, lobby, match: table.service.info("nothing"),
    "no match here": lambda table, lobby, match: table.service.in_channel(9),
    "no such game": lambda table, lobby, match: table.service.lobby.open(
        "chess", {}, seats=2, host=ANN, guild=7, channel=9, request="a"
    ),
    "seats": lambda table, lobby, match: table.open(channel=9, seats=40),
    "channel taken": lambda table, lobby, match: table.open(),
    "minute": lambda table, lobby, match: table.open(
        channel=9, match_terms=MatchTerms(ClockTerms("turn", 5))
    ),
    "word": lambda table, lobby, match: table.service.lobby.join(lobby.id, BEN, word="x" * 90, request="a"),
    "not full": lambda table, lobby, match: table.service.lobby.start(lobby.id, ANN.user, request="a"),
    "not the host": lambda table, lobby, match: table.service.lobby.start(lobby.id, BEN.user, request="a"),
    "computer": lambda table, lobby, match: table.service.lobby.add_computer(
        lobby.id, ANN.user, "", request="a"
    ),
    "none to leave": lambda table, lobby, match: table.service.lobby.leave(lobby.id, BEN.user, request="a"),
    "begun": lambda table, lobby, match: table.service.lobby.join(match.id, DAN, request="a"),
    "not begun": lambda table, lobby, match: table.act(lobby.id, ANN, Ready()),
    "no board yet": lambda table, lobby, match: table.service.match_view(lobby.id, ANN.user),
    "no past yet": lambda table, lobby, match: table.service.history.steps(lobby.id, ANN.user),
    "not ended": lambda table, lobby, match: table.service.history.audit(match.id),
    "no rematch": lambda table, lobby, match: table.service.lobby.rematch(
        match.id, ANN.user, channel=9, request="a"
    ),
    "no seat": lambda table, lobby, match: table.service.play.resign(match.id, STRANGER, request="a"),
    "too many": lambda table, lobby, match: table.act(match.id, ANN, *[Ready()] * 200),
    "old button": lambda table, lobby, match: table.act(match.id, ANN, Ready(), version=1),
    "not on turn": lambda table, lobby, match: table.act(match.id, ANN, Choose(1), Ready(), Roll()),
    "no end": lambda table, lobby, match: table.service.play.end(
        match.id, BEN.user, moderator=False, request="a"
    ),
    "nothing done": lambda table, lobby, match: table.service.agreements.undo(
        match.id, ANN.user, request="a"
    ),
    "nothing proposed": lambda table, lobby, match: _agreed(table, match.id, BEN.user),
    "not paused": lambda table, lobby, match: table.service.agreements.resume(
        match.id, ANN.user, request="a"
    ),
    "no clock": lambda table, lobby, match: table.service.agreements.give_time(
        match.id, ANN.user, 1, 3600, request="a"
    ),
    "no such seat": lambda table, lobby, match: table.service.seats.offer(
        match.id, ANN.user, 9, DAN, moderator=True, request="a"
    ),
    "seated": lambda table, lobby, match: table.service.seats.offer(
        match.id, ANN.user, 1, CLEO, moderator=True, request="a"
    ),
    "not to give": lambda table, lobby, match: table.service.seats.offer(
        match.id, STRANGER, 1, DAN, moderator=False, request="a"
    ),
    "no offer": lambda table, lobby, match: table.service.seats.take(match.id, DAN, request="a"),
    "nothing to decline": lambda table, lobby, match: table.service.seats.decline(
        match.id, DAN.user, request="a"
    ),
    "here already": lambda table, lobby, match: table.service.agreements.move(
        match.id, ANN.user, match.channel, moderator=False, request="a"
    ),
    "not to move": lambda table, lobby, match: table.service.agreements.move(
        match.id, STRANGER, 9, moderator=False, request="a"
    ),
    "no such action": lambda table, lobby, match: table.service.history.match_view(match.id, ANN.user, 99),
}


@pytest.mark.parametrize("wish", REFUSED.values(), ids=REFUSED)
async def test_every_refusal_is_said_in_the_language(table: Table, wish: Wish) -> None:
    lobby = await table.open()
    match = await table.started(BEN, CLEO, channel=6)
    with speaking(MARKED), pytest.raises(Refusal) as refused:
        await wish(table, lobby, match)
    assert unmarked(refused.value.sentence, NAMES) == []
    assert refused.value.sentence.startswith("⟦")


async def test_refusals_of_what_was_agreed_are_said_in_the_language(table: Table) -> None:
    match, said = await table.started(BEN, CLEO, match_terms=TIMED), list[str]()

    async def refused(wish: Awaitable[Any]) -> None:
        with pytest.raises(Refusal) as found:
            await wish
        said.append(found.value.sentence)

    service = table.service
    with speaking(MARKED):
        for to, seconds in ((0, 60), (1, 5), (9, 60)):
            await refused(
                service.agreements.give_time(match.id, ANN.user, to, seconds, request=table.request())
            )
        await table.act(match.id, BEN, Choose(1), Ready())
        await refused(service.agreements.give_time(match.id, ANN.user, 1, 60, request=table.request()))
        await service.agreements.propose(match.id, ANN.user, "draw", request=table.request())
        await refused(service.agreements.propose(match.id, ANN.user, "draw", request=table.request()))
        await refused(service.agreements.propose(match.id, BEN.user, "pause", request=table.request()))
        await refused(_agreed(table, match.id, ANN.user))
        await refused(
            service.agreements.answer(match.id, BEN.user, agree=True, number=1, request=table.request())
        )
        await service.agreements.answer(match.id, ANN.user, agree=False, request=table.request())
        await service.agreements.propose(match.id, ANN.user, "pause", request=table.request())
        for person in (BEN, CLEO):
            await _agreed(table, match.id, person.user)
        await refused(table.act(match.id, ANN, Ready()))
        await refused(service.agreements.propose(match.id, ANN.user, "pause", request=table.request()))
        await service.agreements.resume(match.id, BEN.user, request=table.request())
        await service.play.resign(match.id, CLEO.user, request=table.request())
        await refused(_agreed(table, match.id, CLEO.user))
        await refused(
            service.seats.offer(match.id, ANN.user, 2, DAN, moderator=True, request=table.request())
        )
    assert len(said) == 12
    assert [unmarked(sentence, NAMES) for sentence in said] == [[]] * 12


async def test_who_is_forgotten_is_kept_in_english_and_read_in_the_language(table: Table) -> None:
    info = await table.started(BEN, CLEO)
    await table.service.departures.forget(info.id, BEN.user)
    with speaking(GERMAN):
        found = await table.service.info(info.id)
        assert found.names == ("Ann", "ein früherer Spieler", "Cleo")
        assert found.seats[1].name == FORMER
    assert (await table.service.info(info.id)).names[1] == FORMER


def _fresh(template: Path, folder: Path) -> str:
    folder.mkdir()
    return database_like(template, folder)


async def _kept(template: Path, folder: Path, spoken: Language) -> tuple[Any, ...]:
    """Everything that is kept of a match with a pause, a player out of time, and a draw at its end."""
    clock = TestClock()
    table = Table(_fresh(template, folder), clock)
    with speaking(spoken):
        info = await table.started(
            BEN, CLEO, match_terms=MatchTerms(clock_terms=ClockTerms("turn", DAY, at_zero="default"))
        )
        rng = random.Random("the same")
        service, rules = table.service, DiceyRules()
        for number in range(12):
            match_view = await service.match_view(info.id, None)
            for seat in sorted(match_view.awaited):
                own = await service.match_view(info.id, (ANN, BEN, CLEO)[seat].user)
                if own.legal and not match_view.match.stage.ended:
                    await table.act(info.id, (ANN, BEN, CLEO)[seat], rng.choice(list(own.legal)))
            if number == 4:
                await service.agreements.propose(info.id, ANN.user, "pause", request=table.request())
                for person in (BEN, CLEO):
                    await _agreed(table, info.id, person.user)
                await service.agreements.resume(info.id, CLEO.user, request=table.request())
            if number == 6:
                clock.pass_by(days=2)
                while await service.timekeeper.expire(info.id):
                    pass
        if not (await service.info(info.id)).stage.ended:
            await service.agreements.propose(info.id, ANN.user, "draw", request=table.request())
            for person in (BEN, CLEO):
                await _agreed(table, info.id, person.user)
        record = await service._repository.record(info.id)
        events = await table.store.events(info.id, after=-1, before=None, limit=1000)
        actions, audit = await table.store.actions(info.id), await table.audit(info.id)
    await table.close()
    assert rules.key == info.game
    return record.state, record.info, [row.event for row in events], [row.action for row in actions], audit


async def test_what_is_kept_of_a_match_does_not_depend_on_the_language(url: str, tmp_path: Path) -> None:
    template = Path(url.removeprefix("sqlite+aiosqlite:///"))
    english = await _kept(template, tmp_path / "english", ENGLISH)
    marked = await _kept(template, tmp_path / "marked", MARKED)
    assert english == marked
    assert len(english[2]) > 10
    assert english[1].outcome is not None


async def test_resigning_ends_a_match_the_same_in_every_language(table: Table) -> None:
    ends = []
    for channel, spoken in ((6, ENGLISH), (7, MARKED)):
        match = await table.started(BEN, channel=channel)
        with speaking(spoken):
            played = await table.act(match.id, BEN, Resign())
        ends.append(played.match_view.match.outcome)
    assert ends[0] == ends[1]
    assert ends[0] is not None


def test_what_makes_no_sense_as_a_clock_is_said_in_the_language() -> None:
    for terms in (ClockTerms("turn", 5), ClockTerms("turn", DAY, HOUR)):
        with speaking(MARKED), pytest.raises(Refusal) as refused:
            check_terms(terms)
        assert unmarked(str(refused.value)) == []
