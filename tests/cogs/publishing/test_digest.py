"""One message a day for all matches: when it is sent, what it contains, and what others can observe."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from bot.database.migrate import migrate
from bot.games.papyrus.rules.facts import Deployed, SquadsRevealed
from bot.games.registry import GAMES
from bot.matches.model import PlayerMatch
from cogs.kit.sentences import Line, Named, in_short
from cogs.publishing.turns import compose_call, compose_digest, compose_watched
from tests.cogs.calls import calls, dms, end_turn, pass_by, pings, set_clock, wait_until
from tests.cogs.club import Club
from tests.cogs.players import controls_of, pictures_of, said, words_of
from tests.cogs.skirmish import in_play, picked_and_placed
from tests.cogs.test_two_worlds_of_payloads import sent, view_for
from tests.games.papyrus.chance import secret_positions
from tests.two_worlds import TwoWorlds

BERLIN = "Europe/Berlin"
INSTEAD = "instead of single notices"
WAITS = "for you"


async def test_a_digest_instead_of_notices_is_sent_once_a_day_while_a_match_waits(club: Club) -> None:
    await set_clock(club, BERLIN, "2026-10-23 12:00")
    member, other = await in_play(club)
    told = said(await other.slash(club.channel, "me digest", mode=INSTEAD, at="8", zone=BERLIN))
    assert "daily at 8:00, instead of single notices" in told
    single = len(dms(other))
    await end_turn(club)
    for number, day in enumerate((24, 25)):  # the clock is put back in the second night
        await club.restart()
        await wait_until(club, BERLIN, f"2026-10-{day} 07:59")
        assert len(dms(other, WAITS)) == number
        await pass_by(club, minutes=1)
        await club.restart()
        await pass_by(club, minutes=20)
        assert len(dms(other, WAITS)) == number + 1
    digest = dms(other, WAITS)[-1]
    assert "1 match waits for you" in words_of(digest)
    assert f"https://discord.com/channels/{club.guild.id}/{club.channel.id}/" in words_of(digest)
    assert f"Papyrus with {member.name}: **your turn**" in words_of(digest)
    assert (pictures_of(digest), controls_of(digest)) == ([], [])
    assert len(dms(other)) == single
    await end_turn(club)
    await wait_until(club, BERLIN, "2026-10-26 12:00")
    assert len(dms(other, WAITS)) == 2  # nothing waits, so nothing is sent


async def test_a_digest_turned_off_or_beside_notices_removes_none_of_them(club: Club) -> None:
    """The notices kept for it are sent at once; beside notices it is sent too, without muted matches."""
    await set_clock(club, BERLIN, "2026-05-01 12:00")
    _, other = await in_play(club)
    await other.slash(club.channel, "me digest", mode=INSTEAD, at="18", zone=BERLIN)
    count = len(dms(other))
    await end_turn(club)
    await pass_by(club, minutes=1)
    assert len(dms(other)) == count
    await other.slash(club.channel, "me digest", mode="none")
    await pass_by(club, minutes=1)
    assert len(dms(other)) == count + 1
    await wait_until(club, BERLIN, "2026-05-01 19:00")
    assert (len(dms(other)), dms(other, WAITS)) == (count + 1, [])

    await end_turn(club)
    await other.slash(club.channel, "me digest", mode="in addition to single notices", at="18", zone=BERLIN)
    await end_turn(club)
    assert len(dms(other)) == count + 2
    await wait_until(club, BERLIN, "2026-05-02 18:00")
    assert (len(dms(other)), len(dms(other, WAITS))) == (count + 2, 1)
    await other.slash(club.channel, "match watch", on=False)
    await pass_by(club, days=2)
    assert len(dms(other, WAITS)) == 1


async def test_a_digest_missed_while_the_bot_was_down_is_sent_later_but_not_at_night(
    club: Club,
) -> None:
    await set_clock(club, BERLIN, "2026-05-01 12:00")
    _, other = await in_play(club)
    await other.slash(club.channel, "me digest", mode=INSTEAD, at="18", zone=BERLIN)
    await other.slash(club.channel, "me quiet", hours="22-7")
    await end_turn(club)
    await pass_by(club, minutes=1)
    club.env.backend.advance_clock(11 * 3600)  # no check of due work until 23:00
    await club.restart()
    await pass_by(club, minutes=1)
    assert dms(other, WAITS) == []
    await wait_until(club, BERLIN, "2026-05-02 07:00")
    assert len(dms(other, WAITS)) == 1
    await wait_until(club, BERLIN, "2026-05-02 18:00")
    assert len(dms(other, WAITS)) == 2


async def test_a_digest_that_cannot_be_sent_becomes_calls_in_the_channels(club: Club) -> None:
    await set_clock(club, BERLIN, "2026-05-01 12:00")
    _, other = await in_play(club)
    await other.slash(club.channel, "me digest", mode=INSTEAD, at="18", zone=BERLIN)
    await end_turn(club)
    club.close_dms(other)
    before = len(club.env.http_requests)
    await wait_until(club, BERLIN, "2026-05-01 18:00")
    await wait_until(club, BERLIN, "2026-05-03 19:00")
    assert pings(club, before) == [[other.id]]
    assert len(calls(club, other)) == 1


async def story(url: str, *wishes: tuple[str, dict[str, str]]) -> list[Any]:
    """Play some turns with these settings of Ann; return all messages to the channel and to Ben."""
    await migrate(url)
    club = Club(url)
    await club.open()
    try:
        await club.started(club.ben)
        for command, words in wishes:
            await club.ann.slash(club.channel, f"me {command}", **words)
        await picked_and_placed(club)
        for _ in range(3):
            await end_turn(club)
        seen = [words_of(post) for post in club.channel.history()]
        status = said(await club.ben.slash(club.channel, "match status"))
        return [seen, status, [words_of(post) for post in club.ben.user.dm_channel.history()]]
    finally:
        await club.close()


QUIET_ALL_DAY = [
    ("quiet", {"hours": "0-23:59", "zone": "Asia/Kolkata"}),
    ("reminders", {"after": "3h"}),
    ("digest", {"mode": INSTEAD, "at": "23:59"}),
    ("hand", {"order": "rank"}),
]


async def test_notice_settings_are_hidden_from_others(tmp_path: Path) -> None:
    plain = await story(f"sqlite+aiosqlite:///{tmp_path}/plain.db")
    wished = await story(f"sqlite+aiosqlite:///{tmp_path}/wished.db", *QUIET_ALL_DAY)
    assert wished == plain


def notice(view: Any, legal: Sequence[Any]) -> bytes:
    """Return the lines that a notice selects from all sentences of this view."""
    game = GAMES["papyrus"]
    names = view_for(game, view, legal).match.names
    lines = [*game.wording.board_text(view, names).splitlines(), game.wording.status(view, names)]
    return in_short([Line(words) for words in lines], "Ann").encode()


NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)


def public_words(view: Any, legal: Sequence[Any]) -> bytes:
    """Return the call, the digest and the notice to a watcher of a match in this position."""
    game = GAMES["papyrus"]
    match_view = view_for(game, view, legal)
    named = Named(PlayerMatch(match_view.match, 0, frozenset({0})), game.title, "<#2>")
    called = compose_call(game, match_view, match_view.match.seats[0].user, "turn", NOW)
    pages = [called, compose_digest([named])]
    pages.append(compose_watched(game, match_view.match, "<#2>", match_view.match.names[:1]))
    return b"".join(sent(page) for page in pages)


@pytest.mark.parametrize("number", range(3))
def test_notices_calls_and_digests_reveal_no_secret_pap_02_pap_03(number: int) -> None:
    watched = {"the notice": notice, "the call and the digest": public_words}
    rules = GAMES["papyrus"].rules
    worlds = TwoWorlds(rules, lambda _view: (), (SquadsRevealed, Deployed), watched, steps=1)
    for turn, state in enumerate(secret_positions(range(950 + number, 951 + number), kept=0.05)):
        for viewer in (None, *range(state.seats)):
            worlds.check(state, viewer, seed=turn)
