"""Posts, panels, help and turn notices in the reader's language."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from msgspec.structs import replace

from bot.base.host import UNNAMED
from bot.base.language import ENGLISH, current, speaking
from bot.base.languages.catalogues import language
from bot.engine.audit import Audit
from bot.engine.contract import Outcome
from bot.engine.wording import Choice
from bot.games.computers import COMPUTERS
from bot.games.game import Game
from bot.games.registry import GAMES
from bot.matches.computers import Computers
from bot.matches.model import MatchInfo, MatchTerms, MatchView, PlayerMatch, SeatHolder, Stage, Waiting
from bot.matches.notices import AGREED
from bot.matches.options import offered_options
from bot.matches.outbox import Undeliverable
from cogs.help.help import Help, compose_beginning, compose_rules
from cogs.help.topics import BEGINNINGS, TOPICS
from cogs.kit.hooks import NO_HOOKS
from cogs.kit.layout import Attachment
from cogs.kit.mailbox import _SAYS, UNKNOWN_CHANNEL, _unposted
from cogs.kit.refusals import MEANINGS, Does, failed
from cogs.kit.sentences import Line, Named, in_short, outcome_in_words
from cogs.play.hand_and_zoom import SORTS, compose_hand, compose_part
from cogs.play.screens import compose_confirmation, compose_panel, compose_position, menu_of
from cogs.publishing.audit_files import audit_file
from cogs.publishing.endings import compose_ending, compose_out_of_time
from cogs.publishing.match_posts import (
    compose_begun,
    compose_board,
    compose_lobby,
    compose_result,
    compose_status,
    compose_unplayed,
)
from cogs.publishing.turns import Why, compose_call, compose_digest, compose_watched
from renderers.contract import Picture
from tests.cogs.club import Club
from tests.cogs.composed import PROPER, check_marked, words
from tests.cogs.players import labels_of, words_of
from tests.cogs.test_two_worlds_of_payloads import view_for
from tests.games.random_play import fresh_randomness
from tests.languages.marked import MARKED, unmarked

GERMAN = language("de")
NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
PICTURE = Picture(b"png", "", 1, 1)
KEYS = ("standard", "open", "two", "four", "SMG", "RPG", "Shotgun", "Sniper", "Medic")
"""Text that is the same in every language: keys of maps, names of units."""


def match_views(key: str, seats: int = 2, actions: int = 40) -> Iterator[MatchView]:
    """Yield the match views of all seats of a random match, from its beginning on."""
    rules = GAMES[key].rules
    rng = fresh_randomness(1)
    state = rules.setup(offered_options(rules, {}, seats), seats, rng)
    for number in range(actions):
        seat = min(rules.to_act(state), default=None)
        if seat is None:
            return
        legal = rules.legal(state, seat)
        if number % 8 == 0:
            yield view_for(GAMES[key], rules.view(state, seat), legal)
        rules.apply(state, seat, legal[number % len(legal)], rng)


def begun(key: str = "papyrus", seats: int = 2) -> MatchView:
    """Return the match view of the first awaited player in a new match."""
    return next(match_views(key, seats))


def a_lobby(key: str = "papyrus", **changes: Any) -> MatchInfo:
    """Return a lobby of Ann and a computer, for three, to which Cleo is invited."""
    seats = (SeatHolder(11, "Ann", word="tea"), SeatHolder(0, "Ben", computer="easy"))
    found = replace(begun(key).match, stage=Stage.LOBBY, seats=seats, wanted=4)
    waiting = Waiting(NOW, ready=(11,), reminded=NOW, kept_until=NOW)
    return replace(found, match_terms=MatchTerms(after="former", invited=(13,), waiting=waiting), **changes)


def ended(key: str = "papyrus", winners: tuple[int, ...] = (0,), why: str = AGREED) -> MatchInfo:
    outcome = Outcome(winners=winners, scores=(3, 1), why=why)
    return replace(begun(key).match, stage=Stage.FINISHED, outcome=outcome, ended_at=NOW)


@pytest.mark.parametrize("key", GAMES)
def test_lobbies_are_translated(key: str) -> None:
    game, info = GAMES[key], a_lobby(key)
    left = replace(info, seats=(SeatHolder(11, "Ann", left=True), SeatHolder(13, "Cleo")))
    invites = replace(info, match_terms=replace(info.match_terms, after=""))
    for each in (info, left, invites, replace(info, host=99), replace(info, stage=Stage.ABANDONED)):
        for computers in ((), Computers(COMPUTERS).of(key)):
            told = partial(compose_lobby, game, each, computers=computers, private=True)
            check_marked(told, ("tea", *KEYS, *[player.title for player in COMPUTERS.values()]))
        check_marked(partial(compose_begun, game, each), ("tea", *KEYS))
        check_marked(partial(compose_status, game, each, None), KEYS)


def pages(game: Game, match_view: MatchView) -> Iterator[Any]:
    """Yield the functions that compose each page of a position."""
    hand = PICTURE if game.renderer.has_hands else None
    holders = tuple([replace(holder, dm_closed=True) for holder in match_view.match.seats])
    closed = replace(match_view, match=replace(match_view.match, seats=holders))
    yield lambda: compose_board(game, closed, [Line("Ann")] * 30, PICTURE, (), {0: NOW, 1: NOW})
    yield lambda: compose_status(game, match_view.match, match_view)
    yield lambda: compose_position(game, match_view)
    yield lambda: compose_panel(
        game,
        match_view,
        menu=menu_of(game, match_view, ()),
        told=[Line("Ann")],
        picture=PICTURE,
        hand=hand,
        undo="several",
    )
    whys: tuple[Why, ...] = ("turn", "reminder", "clock")
    for why in whys:
        yield partial(compose_call, game, match_view, 11, why, NOW)
    yield lambda: compose_out_of_time(game, "#there")
    yield lambda: compose_ending(game, match_view.match, 0, "#there", rated="", late=True)
    for sort in SORTS if hand else ():
        yield lambda sort=sort: compose_hand(game, match_view, sort, PICTURE)
    for part in game.renderer.parts(match_view.view):
        yield lambda part=part: compose_part(game, match_view, part, PICTURE)


@pytest.mark.parametrize(
    ("key", "seats"), [("papyrus", 2), ("crossfire", 2), ("crossfire", 4), ("arclash", 3)]
)
def test_posts_and_panels_are_translated(key: str, seats: int) -> None:
    game = GAMES[key]
    for match_view in match_views(key, seats):
        for compose in pages(game, match_view):
            check_marked(compose, KEYS)


def test_the_confirmation_of_a_final_choice_is_translated() -> None:
    choice = Choice("k", "Ann", "Ben", style="grave")
    check_marked(partial(compose_confirmation, GAMES["papyrus"], begun(), ("k",), choice))
    with speaking(GERMAN):
        page = compose_confirmation(GAMES["papyrus"], begun(), ("k",), choice)
    assert words(page) == [
        "### Papyrus\nDas lässt sich nicht zurücknehmen: **Ann**\nBen",
        "Ja: Ann",
        "Nein, zurück",
    ]


def an_audit(info: MatchInfo) -> Audit:
    """Return an audit file of a match without actions."""
    return Audit(
        format="tablepost-audit/1",
        match=info.id,
        game=info.game,
        rules="1",
        cards=None,
        options={},
        seats=2,
        commitment="c" * 64,
        seed="d" * 64,
        words=("", ""),
        draws=(),
        actions=(),
        outcome=None,
    )


@pytest.mark.parametrize("key", GAMES)
def test_results_are_translated(key: str) -> None:
    game, match_view = GAMES[key], begun(key)
    for info in (
        ended(key),
        ended(key, (0, 1)),
        ended(key, ()),
        replace(match_view.match, stage=Stage.ABANDONED),
    ):
        shown = replace(match_view, match=info, legal=(), awaited=frozenset())
        audit = audit_file(an_audit(info))
        packed = replace(audit, attachment=Attachment(f"{audit.name}.gz", b"packed"))
        unposted = replace(audit, attachment=None)
        for file in (audit, packed, unposted, replace(unposted, sha256="")):
            proper = (audit.name, f"{audit.name}.gz", *KEYS)
            check_marked(partial(compose_result, game, shown, [Line("Ann")], PICTURE, file), proper)
            check_marked(partial(compose_unplayed, game, info, file), proper)
        check_marked(partial(compose_watched, game, info, "<#2>", ()))
        with speaking(MARKED):
            assert unmarked(outcome_in_words(game, info), PROPER) == []


def named(key: str, *awaited: int) -> Named:
    info = replace(begun().match, id=key)
    return Named(PlayerMatch(info, 0, frozenset(awaited)), "Papyrus", "<#2>")


def test_digests_and_notices_to_watchers_are_translated() -> None:
    game, info = GAMES["papyrus"], begun().match
    for shown in ([named("a", 0)], [named("a", 0), named("b", 1)], [named("a", 0), named("b", 1)] * 2):
        check_marked(partial(compose_digest, shown))
    many = [named(f"room-{number}", 0) for number in range(20)]
    assert "20 matches wait for you" in words(compose_digest(many))[0]
    assert "… and 5 more" in "\n".join(words(compose_digest(many)))
    for waits_for in ((), ("Ann",), ("Ann", "Ben", "Cleo")):
        check_marked(partial(compose_watched, game, info, "<#2>", waits_for))
    with speaking(MARKED):
        assert unmarked(in_short([Line("Ann")] * 9, "Ann"), ["Ann"]) == []


async def test_help_is_translated(club: Club) -> None:
    pages = club.bot.cog(Help)
    for topic in (*TOPICS, *club.bot.hooks.topics, *GAMES):
        check_marked(partial(pages.help_page, topic))
    for beginning in (*BEGINNINGS, *club.bot.hooks.beginnings):
        check_marked(partial(compose_beginning, club.bot, beginning))


@pytest.mark.parametrize("key", GAMES)
def test_rules_are_translated(key: str) -> None:
    for number in range(len(GAMES[key].rulebook)):
        check_marked(partial(compose_rules, GAMES[key], number, PICTURE))


async def test_the_pictures_of_the_rules_and_their_tiles_are_drawn_once_in_each_language() -> None:
    drawn: list[str] = []

    async def draw_view(*_view: Any, **_shown: Any) -> Picture:
        drawn.append(current().code)
        return PICTURE

    async def run_here(_tile: Any) -> Picture:
        tiles.append(current().code)
        return PICTURE

    tiles: list[str] = []
    bot: Any = SimpleNamespace(
        games={"papyrus": GAMES["papyrus"]},
        host=UNNAMED,
        hooks=NO_HOOKS,
        draw_view=draw_view,
        workers=SimpleNamespace(run_here=run_here),
        handle=lambda *_verb: None,
        handle_presses=lambda _cog: None,
    )
    pages_of_help: Any = Help(bot)
    for spoken in (GERMAN, ENGLISH, GERMAN, ENGLISH):
        with speaking(spoken):
            await pages_of_help._rules_page("papyrus", 0)
            await pages_of_help.front_page()
    assert drawn == tiles == ["de", "en"]


def why_not(code: int, info: MatchInfo | None) -> Undeliverable:
    """Return the result of a post, or without a match a DM, that Discord refuses with a code."""
    answer: Any = SimpleNamespace(status=403, reason="Forbidden")
    refused = discord.HTTPException(answer, {"code": code, "message": "no"})
    found = failed(refused, info.channel if info else None, says=_SAYS)
    assert isinstance(found, Undeliverable)
    return found


@pytest.mark.parametrize("code", [code for code, each in MEANINGS.items() if each.told])
def test_the_reason_of_a_failed_post_is_stored_in_english_and_shown_in_the_host_s_language(code: int) -> None:
    info = begun().match
    game, english = GAMES["papyrus"], why_not(code, info)
    with speaking(GERMAN):
        kept = why_not(code, info)
        told = words(_unposted(game, info, kept))
    assert str(kept) == str(english)
    assert str(kept) in words(_unposted(game, info, kept))[0]
    assert str(kept) not in told[0]
    assert told[0].startswith("### Papyrus in <#2>\n")
    assert told[-1] == "Partie beenden"
    check_marked(partial(_unposted, game, info, kept))
    check_marked(partial(_unposted, game, info, why_not(code, None)))


def test_every_code_that_waits_for_a_person_has_a_sentence_for_one() -> None:
    waiting = {code for code, each in MEANINGS.items() if each.does in (Does.PARK, Does.REOPEN)}
    assert waiting == {code for code, each in MEANINGS.items() if each.told}


async def test_the_host_is_told_the_reason_of_failed_posts_once_in_their_language(club: Club) -> None:
    club.speaks(club.ann, "de")
    info = await club.lobby(seats=2)
    publisher: Any = club.bot.get_cog("Publisher")
    for spoken in (GERMAN, ENGLISH):  # of the channel; the host's own language is another one
        with speaking(spoken):
            await publisher.mailbox.tell_host(info, why_not(UNKNOWN_CHANNEL, info))
    (told,) = club.ann.user.dm_channel.history()
    assert "Der Kanal dieser Partie wurde gelöscht" in words_of(told)
    assert labels_of(told) == ["Partie beenden"]
