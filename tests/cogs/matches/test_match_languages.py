"""The posts and answers of matches in other languages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import partial
from types import SimpleNamespace
from typing import Any, Literal, TypeAlias, get_args

import pytest
from msgspec.structs import replace

from bot.base.language import speaking
from bot.base.languages.catalogues import language
from bot.engine.contract import Outcome
from bot.engine.fair import Stream
from bot.games.registry import GAMES
from bot.matches import notices
from bot.matches.clocks import AtZero, ClockState, ClockTerms, Why
from bot.matches.history import Page, PastAction
from bot.matches.model import FORMER, LogEntry, MatchInfo, MatchTerms, MatchView, Proposal, SeatHolder, Stage
from cogs.kit import sentences
from cogs.kit.layout import OutgoingMessage
from cogs.kit.sentences import describe_facts
from cogs.matches.history import (
    HistoryPosition,
    compose_history,
    compose_lately,
    compose_link,
    compose_replay,
)
from cogs.publishing.lobbies import _ended, _opened
from cogs.publishing.match_posts import banks_in_words, deadlines_in_words, terms_in_words
from cogs.publishing.proposals import compose_proposal
from renderers.contract import Picture
from tests.cogs.club import Club
from tests.cogs.composed import check_marked
from tests.cogs.players import click, labels_of, said, words_of
from tests.languages.marked import MARKED, unmarked

Result: TypeAlias = Literal["agreed", "refused", "withdrawn", "replaced", "lapsed"]

GERMAN = language("de")
GAME = GAMES["papyrus"]
NOW = datetime(2026, 5, 1, 18, 0, tzinfo=UTC)
PEOPLE = ("Ann", "Ben", "Cleo")
NAMES = (*PEOPLE, "Dan", "Eve", "Papyrus", "papyrus")
PICTURE = Picture(b"", "", 1, 1)
STEPS = (PastAction(1, 0, 1), PastAction(2, 0, 2), PastAction(2, 1, 3))
FACTS = (
    notices.TakenBack(0, False, 1, ()),
    notices.TakenBack(0, True, 3, ()),
    notices.Paused(0),
    notices.Resumed(1),
    notices.TimeGiven(0, 1, 2 * 86400),
    notices.TimeUp(1, "remind"),
    notices.TimeUp(1, "default"),
    notices.TimeUp(1, "resign"),
    notices.SeatTaken(1, FORMER, "Ben"),
    notices.Moved(0),
    notices.Moved(-1),
    notices.DrawAgreed(),
    notices.Left(2),
)
RESULTS: tuple[Result, ...] = ("agreed", "refused", "withdrawn", "replaced", "lapsed")
PROPOSALS = (
    Proposal("draw", 0, (1, 2), (1,), number=3),
    Proposal("pause", 0, (1, 2), number=3),
    Proposal("undo", 0, (1, 2), count=1, number=3),
    Proposal("undo", 0, (1, 2), count=4, number=3),
    Proposal("hints", 0, (1, 2), number=3),
    Proposal("end", 0, (1, 2), number=3),
    Proposal("seat", -1, (), seat=1, user=7, number=3),
    Proposal("seat", 0, (1,), seat=1, user=7, number=3),
    Proposal("seat", 0, (1,), seat=1, result="replaced"),
    *[Proposal("draw", 0, (1,), result=result, refused_by=1) for result in RESULTS],
    *[Proposal("seat", -1, (), seat=1, result=result) for result in RESULTS],
)


def match(**changes: Any) -> MatchInfo:
    """A match of Papyrus with three seats, two hours before the end of the first one's turn."""
    clocks = ClockState(left=(7200.0, 86400.0, 90000.0), since=NOW)
    info = MatchInfo(
        id="m" * 12,
        game="papyrus",
        rules="1",
        cards=None,
        guild=7,
        channel=5,
        host=1,
        stage=Stage.PLAYING,
        version=2,
        options=GAME.rules.normalize(GAME.rules.Options(), 3),
        wanted=3,
        seats=tuple([SeatHolder(user, name, dm_closed=True) for user, name in enumerate(PEOPLE, start=1)]),
        commitment="c" * 64,
        outcome=None,
        opened_at=NOW,
        ended_at=None,
        match_terms=MatchTerms(ClockTerms("bank", 86400, 3600, 3600), clocks),
    )
    return replace(info, **changes)


def look_at(info: MatchInfo, seat: int | None = 0, recent: tuple[Any, ...] = FACTS) -> MatchView:
    """Return the match view of that match for a seat."""
    state = GAME.rules.setup(info.options, 3, Stream("m" * 12, bytes(32), ["", "", ""]))
    return MatchView(info, seat, GAME.rules.view(state, seat), (), frozenset({0}), recent)


def pages() -> Iterator[Callable[[], OutgoingMessage]]:
    """Return for every page of proposals and of the history how to compose it."""
    for info in (match(), match(stage=Stage.FINISHED)):
        for proposal in PROPOSALS:
            for where in ("", "#table"):
                yield partial(compose_proposal, GAME, info, proposal, ["⟦it happened⟧"], where=where)
    match_view = look_at(match())
    lines = tuple([LogEntry(seq, fact, NOW) for seq, fact in enumerate(FACTS)])
    numbers = {step.seq: step for step in STEPS}
    yield partial(compose_history, GAME, match_view, Page(lines, 3, 30), numbers)
    yield partial(compose_history, GAME, match_view, Page((), 0, 0), {})
    for index in range(4):
        place = HistoryPosition(STEPS, index)
        yield partial(compose_replay, GAME, match_view, place, PICTURE)
        yield partial(compose_link, match_view, place.step)
    for seat in (0, None):
        yield partial(compose_lately, GAME, look_at(match(), seat), [], PICTURE)


def test_every_page_of_proposals_and_history_is_translated() -> None:
    for compose in pages():
        check_marked(compose, NAMES)


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_every_notice_is_translated(seat: int | None) -> None:
    match_view = replace(look_at(match()), seat=seat)
    with speaking(MARKED):
        told = describe_facts(GAME, FACTS, match_view)
    assert [unmarked(line, NAMES) for line in told] == [[]] * len(FACTS)
    assert all(line.startswith("⟦") for line in told)


def test_clocks_and_terms_are_shown_in_german() -> None:
    match_view = look_at(match())
    stamp = int(NOW.timestamp()) + 7200
    with speaking(GERMAN):
        assert terms_in_words(match()) == (
            "**Uhr** 1 Tag für die ganze Partie + 1 Stunde je Zug, 1 Stunde Nachfrist;"
            " danach: eine Erinnerung, sonst nichts · **Wertung** ja"
        )
        assert deadlines_in_words(match_view) == (
            f"⏳ Ann: bis <t:{stamp}:f> (<t:{stamp}:R>), mit Nachfrist bis <t:{stamp + 3600}:f>"
        )
        assert banks_in_words(match_view) == "Im Zeitvorrat: Ben 1 Tag, Cleo 1 Tag 1 Stunde"


def test_clocks_and_terms_are_in_the_catalogues() -> None:
    computer = replace(match(), seats=(*match().seats[:2], SeatHolder(0, "Random", computer="random")))
    unrated = match(match_terms=replace(match().match_terms, rated=False))
    paused = match(
        match_terms=replace(match().match_terms, clocks=replace(match().match_terms.clocks, paused=True))
    )
    no_grace = match(match_terms=replace(match().match_terms, clock_terms=ClockTerms("turn", 86400)))
    with speaking(MARKED):
        for info in (match(), computer, unrated, paused, no_grace):
            match_view = look_at(info)
            told = [terms_in_words(info), deadlines_in_words(match_view), banks_in_words(match_view)]
            assert unmarked("\n".join(told), NAMES) == []


def test_the_log_of_a_server_is_in_its_language() -> None:
    bot: Any = SimpleNamespace(title_of=lambda key: GAMES[key].title)
    won = match(stage=Stage.FINISHED, outcome=Outcome((1,), (0, 1, 0), "x"))
    drawn = match(stage=Stage.FINISHED, outcome=Outcome((), (0, 0, 0), "x"))
    with speaking(MARKED):
        for info in (match(), match(seats=(), host=9), match(host=9), won, drawn):
            assert unmarked(_opened(bot, info), NAMES) == []
            assert unmarked(_ended(bot, info), NAMES) == []
    with speaking(GERMAN):
        assert _opened(bot, match()) == "Papyrus in <#5> ist eröffnet. Gastgeber: Ann."
        assert _ended(bot, won) == "Papyrus in <#5> mit Ann und Ben und Cleo ist zu Ende: Sieg für Ben."
        assert _ended(bot, drawn).endswith("ist zu Ende: Unentschieden.")


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody uses the test language."""
    monkeypatch.setattr("cogs.kit.languages.language_for", lambda *_wishes: MARKED)


async def answers(club: Club, *commands: tuple[Any, str, dict[str, Any]]) -> list[str]:
    """Collect the answers to commands, in order."""
    return [said(await who.slash(club.channel, f"match {name}", **given)) for who, name, given in commands]


@pytest.mark.usefixtures("heard")
async def test_answers_of_lobby_commands_are_translated(club: Club) -> None:
    ann, ben = club.ann, club.ben
    found = await answers(
        club,
        (ann, "new", {"game": "papyrus", "options": "squad=3", "clock": "soon"}),
        (ann, "new", {"game": "papyrus", "options": "squad=2 width=8 height=6", "clock": "1d"}),
        (ben, "join", {"word": "pear"}),
        (ben, "leave", {}),
        (ben, "leave", {}),
        (ben, "join", {}),
        (ann, "past verify", {}),
        (club.cleo, "watch", {}),
        (club.cleo, "watch", {"on": False}),
        (club.cleo, "watch", {"on": False}),
        (ann, "watch", {"on": False}),
        (ann, "watch", {}),
        (ann, "watch", {}),
        (ann, "start", {}),
    )
    assert [unmarked(words, (*NAMES, "pear")) for words in found] == [[]] * len(found)


@pytest.mark.usefixtures("heard")
async def test_answers_of_match_commands_are_translated(club: Club) -> None:
    await club.started(club.ben, club.cleo)
    ann, ben, cleo = club.ann, club.ben, club.cleo
    found = await answers(
        club,
        (ann, "ask undo", {}),
        (ann, "ask draw", {}),
        (ann, "ask draw", {}),
        (ben, "answer", {"agree": True}),
        (cleo, "answer", {"agree": False}),
        (cleo, "answer", {"agree": False}),
        (ann, "ask pause", {}),
        (ann, "answer", {"agree": False}),
        (ann, "ask resume", {}),
        (ann, "ask time", {"player": "Ben", "time": "1 hour"}),
        (ann, "past history", {}),
        (ann, "past replay", {}),
        (ann, "past replay", {"mine": True}),
        (ann, "past replay", {"film": True}),
        (ann, "replace", {"seat": "2", "player": club.dan}),
        (ben, "end", {}),
        (ann, "end", {}),
    )
    assert [unmarked(words, NAMES) for words in found] == [[]] * len(found)
    asked = (await ann.slash(club.channel, "match resign")).response
    assert labels_of(asked) == ["⟦Yes, resign⟧", "⟦No⟧"]
    kept = await click(ann, asked, "⟦No⟧")
    assert "⟦Nothing was changed.⟧" in words_of(kept.response or asked)
    await ann.slash(club.channel, "match ask draw")
    post = next(each for each in reversed(club.channel.history()) if labels_of(each)[:1] == ["⟦Agree⟧"])
    assert unmarked(words_of(post), NAMES) == []
    told = said(await click(ben, post, "⟦Agree⟧"))
    assert unmarked(told, NAMES) == []


def test_each_notice_has_a_sentence_for_each_of_its_cases() -> None:
    plural = {"table-taken-back"}
    tags = {str(kind.__struct_config__.tag) for kind in get_args(notices.Notice)}
    assert set(sentences._NOTICES) == tags - plural
    assert set(sentences._NOTICES["table-time-up"]) == set(get_args(AtZero))
    assert set(sentences._NOTICES["table-rests"]) == set(get_args(Why))
    places = {"here", "away"}
    assert set(sentences._NOTICES["table-moved"]) == places | {f"{each}-by-moderator" for each in places}
    assert set(sentences._NOTICES["table-leave"]) == {"begun", "back"}
    with_cases = {"table-time-up", "table-rests", "table-moved", "table-leave"}
    assert all(set(cases) == {"usual"} for tag, cases in sentences._NOTICES.items() if tag not in with_cases)
