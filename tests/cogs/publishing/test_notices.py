"""One notice for each turn, by each player's settings of place and time, over days and restarts."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest
from msgspec.structs import replace
from simcord import MemberActor

from bot.people.store import SqlPeopleStore
from tests.cogs.calls import (
    calls,
    dms,
    end_turn,
    look_at_what_is_due,
    on_turn,
    pass_by,
    pings,
    set_clock,
    wait_until,
)
from tests.cogs.club import Club
from tests.cogs.players import (
    board_post,
    click,
    control,
    controls_of,
    labels_of,
    pictures_of,
    press_end_turn,
    said,
    words_of,
)
from tests.cogs.skirmish import begun, in_play

BERLIN, NEW_YORK = "Europe/Berlin", "America/New_York"


async def test_a_turn_sends_one_dm_not_one_for_every_action(club: Club) -> None:
    await club.started(club.ben)
    for _ in range(2):
        await club.ann.slash(club.channel, "papyrus preset", squad="balanced")
        await pass_by(club, hours=1)
    await club.ann.slash(club.channel, "papyrus ready")
    assert len(dms(club.ben)) == 1  # both pick at the same time: Ben was called once, whatever Ann did
    await club.ben.slash(club.channel, "papyrus preset", squad="balanced")
    await club.ben.slash(club.channel, "papyrus ready")
    await pass_by(club, days=1)
    assert (len(dms(club.ann)), len(dms(club.ben))) == (2, 1)
    assert pings(club) == []


async def in_quiet_hours(club: Club) -> MemberActor:
    """Begin a match at 23:00; return the player who is not on turn, and gets no notice before 7:00."""
    await set_clock(club, BERLIN, "2026-05-01 23:00")
    _, other = await in_play(club)
    await other.slash(club.channel, "me quiet", hours="22-7", zone=BERLIN)
    return other


async def test_the_dm_is_updated_for_its_player_and_shows_events_to_the_next_one(club: Club) -> None:
    """An action by command updates the player's DM; the other's DM marks the events since their last turn."""
    await begun(club)
    await end_turn(club)
    actor, waiting = await on_turn(club)
    (dm,) = [post for post in dms(actor) if "Refresh" in labels_of(post)]
    for _ in range(4):
        match_view = await club.match_view(actor)
        moves = [action for action in match_view.legal if action.__struct_config__.tag == "move"]
        if not moves or match_view.seat not in match_view.awaited:
            break
        words = club.bot.games["papyrus"].wording.format(match_view.view, moves[-1])
        await actor.slash(club.channel, "papyrus move", **words)
        (now,) = [post for post in dms(actor) if "Refresh" in labels_of(post)]
        version = (await club.match_view(actor)).match.version
        assert (now.id, version > match_view.match.version) == (dm.id, True)
        assert f":{version}" in control(now, "Refresh")
    if (await on_turn(club))[0] is actor:
        await end_turn(club)
    dm = dms(waiting)[-1]
    told = words_of(dm).split("Since your last turn")[1]
    assert "moves from" in told
    match_view = await club.match_view(waiting)
    lines = await club.service.history.since_last_action(match_view.match.id, waiting.id)
    board = partial(club.bot.games["papyrus"].renderer.board, match_view.view, names=match_view.match.names)
    drawn, plain = board(recent=[line.fact for line in lines]), board(recent=())
    assert await dm.attachments[0].read() == drawn.png != plain.png


async def test_a_turn_in_quiet_hours_is_announced_once_at_their_end(club: Club) -> None:
    """In a night with a clock change; tests/people/test_hours.py has other nights."""
    await set_clock(club, NEW_YORK, "2027-03-13 12:00")
    member, other = await in_play(club)
    assert "22:00 to 7:00" in said(await other.slash(club.channel, "me quiet", hours="22-7", zone=NEW_YORK))
    await wait_until(club, NEW_YORK, "2027-03-13 22:30")
    count = len(dms(other))
    await end_turn(club)
    await club.restart()
    assert (await on_turn(club))[0] is other
    await wait_until(club, NEW_YORK, "2027-03-14 06:59")
    assert len(dms(other)) == count
    await club.restart()
    await wait_until(club, NEW_YORK, "2027-03-14 07:00")
    assert len(dms(other)) == count + 1
    await club.restart()
    await pass_by(club, hours=1)
    assert len(dms(other)) == count + 1
    dm = dms(other)[-1]
    assert "End turn" in labels_of(dm)
    await press_end_turn(other.user, dm)
    assert (await on_turn(club))[0] is member


async def test_after_an_action_in_quiet_hours_no_notice_is_sent_at_their_end(club: Club) -> None:
    """Without quiet hours the kept notice is sent at once."""
    other = await in_quiet_hours(club)
    count = len(dms(other))
    await end_turn(club)
    await end_turn(club)
    await wait_until(club, BERLIN, "2026-05-02 09:00")
    assert len(dms(other)) == count
    await wait_until(club, BERLIN, "2026-05-02 23:00")
    await end_turn(club)
    await pass_by(club, minutes=5)
    assert len(dms(other)) == count
    await other.slash(club.channel, "me quiet", hours="off")
    await look_at_what_is_due(club)
    assert len(dms(other)) == count + 1


async def test_a_notice_not_stored_before_a_crash_is_sent_once_with_its_reminder(
    club: Club,
) -> None:
    other = await in_quiet_hours(club)
    await other.slash(club.channel, "me reminders", after="3h")
    count = len(dms(other))
    await end_turn(club)
    store = SqlPeopleStore(club.stores[-1].database)
    (kept,) = await store.held(other.id)
    assert kept.matter == "turn"
    await wait_until(club, BERLIN, "2026-05-02 07:00")
    await store.hold(replace(kept, due=club.env.now()), instead_of=("reminder",))  # as if it were still there
    await club.restart()
    await pass_by(club, minutes=1)
    assert len(dms(other)) == count + 1
    await pass_by(club, hours=3)
    assert len(dms(other, "still your turn")) == 1


async def test_a_notice_sent_but_not_stored_is_found_after_the_start(
    club: Club, faults_expected: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    faults_expected.append("ZeroDivisionError")
    await set_clock(club, BERLIN, "2026-05-01 06:30")
    _, other = await in_play(club)
    await other.slash(club.channel, "me quiet", hours="22-7", zone=BERLIN)
    count = len(dms(other))
    await end_turn(club)
    store = SqlPeopleStore(club.stores[-1].database)
    (kept,) = await store.held(other.id)

    async def killed(*_post: object, **_rest: object) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as ending:
        ending.setattr("bot.matches.store.SqlMatchStore.note_post", killed)
        await wait_until(club, BERLIN, "2026-05-01 07:00")
    assert len(dms(other)) == count + 1
    await store.hold(replace(kept, due=club.env.now()))  # as it was when the bot was killed
    await club.restart()
    await pass_by(club, minutes=1)
    assert len(dms(other)) == count + 1
    assert await store.held(other.id) == []


async def test_due_notices_are_sent_by_the_periodic_task(club: Club) -> None:
    _, other = await in_play(club)
    now = club.env.now()
    hours = f"{now:%H:%M}-{now + timedelta(minutes=2):%H:%M}"
    await other.slash(club.channel, "me quiet", hours=hours, zone="UTC")
    count = len(dms(other))
    await end_turn(club)
    assert len(dms(other)) == count
    await club.env.advance_time(200)
    assert len(dms(other)) == count + 1


async def test_a_call_in_the_channel_mentions_only_its_player_and_once(club: Club) -> None:
    """Over restarts; a reminder replaces the first call, and all calls are deleted with the turn."""
    member, other = await in_play(club)
    await other.slash(club.channel, "me notices", where="channel")
    await other.slash(club.channel, "me reminders", after="1 day")
    before, count = len(club.env.http_requests), len(dms(other))
    await end_turn(club)
    for _ in range(2):
        await club.restart()
        await pass_by(club, hours=2)
    assert pings(club, before) == [[other.id]]
    assert len(dms(other)) == count
    (call,) = calls(club, other)
    assert words_of(call) == f"<@{other.id}>: it is your turn in Papyrus, {other.name}."
    assert pictures_of(call) == []
    await pass_by(club, hours=25)
    await pass_by(club, hours=25)
    assert pings(club, before) == [[other.id], [other.id]]
    (call,) = calls(club, other)
    assert "the match still waits for you in Papyrus" in words_of(call)
    pressed = await click(other, call, "Play")
    assert pressed.response.ephemeral
    await end_turn(club)
    assert calls(club, other) == []  # deleted with the turn
    assert (await on_turn(club))[0] is member


@pytest.mark.parametrize("closed", [True, False], ids=["DMs are closed", "called in the channel"])
async def test_calls_in_the_channel_respect_quiet_hours_too(club: Club, closed: bool) -> None:
    other = await in_quiet_hours(club)
    if closed:
        club.close_dms(other)
    else:
        await other.slash(club.channel, "me notices", where="channel")
    before = len(club.env.http_requests)
    await end_turn(club)
    await club.restart()
    await wait_until(club, BERLIN, "2026-05-02 06:59")
    assert pings(club, before) == []
    await wait_until(club, BERLIN, "2026-05-02 07:00")
    await pass_by(club, hours=1)
    assert pings(club, before) == [[other.id]]
    assert len(calls(club, other)) == 1


async def test_a_reminder_is_sent_once_with_the_controls(club: Club) -> None:
    """Over restarts; not for a player who has acted, and restarted each turn."""
    _, other = await in_play(club)
    assert "after 12 hours" in said(await other.slash(club.channel, "me reminders", after="12h"))
    await end_turn(club)
    first = dms(other)[-1]
    await pass_by(club, hours=11, minutes=59)
    assert dms(other, "still your turn") == []
    await club.restart()
    await pass_by(club, minutes=2)
    (reminder,) = dms(other, "still your turn")
    assert "the match has waited since <t:" in words_of(reminder)
    assert "End turn" in labels_of(reminder)
    assert controls_of(next(post for post in other.user.dm_channel.history() if post.id == first.id)) == []
    await club.restart()
    for _ in range(3):
        await pass_by(club, days=1)
    assert len(dms(other, "still your turn")) == 1
    await press_end_turn(other.user, reminder)
    assert dms(other, "still your turn") == []

    await end_turn(club)
    await pass_by(club, hours=6)
    await end_turn(club)
    await pass_by(club, hours=10)
    await end_turn(club)
    await pass_by(club, hours=11)
    assert dms(other, "still your turn") == []
    await pass_by(club, hours=1)
    assert len(dms(other, "still your turn")) == 1


async def test_a_reminder_waits_for_the_end_of_the_quiet_hours_and_of_a_pause(club: Club) -> None:
    await set_clock(club, BERLIN, "2026-05-01 12:00")
    member, other = await in_play(club)
    await other.slash(club.channel, "me quiet", hours="22-7", zone=BERLIN)
    await other.slash(club.channel, "me reminders", after="12h")
    await end_turn(club)
    await wait_until(club, BERLIN, "2026-05-02 06:59")
    assert dms(other, "still your turn") == []
    await member.slash(club.channel, "match ask pause")
    await other.slash(club.channel, "match ask pause")
    await wait_until(club, BERLIN, "2026-05-02 12:00")
    assert dms(other, "still your turn") == []
    await member.slash(club.channel, "match ask resume")
    await wait_until(club, BERLIN, "2026-05-03 06:59")  # the twelve hours restart after the pause
    assert dms(other, "still your turn") == []
    await wait_until(club, BERLIN, "2026-05-03 07:00")
    assert len(dms(other, "still your turn")) == 1


async def test_a_notice_that_cannot_be_sent_is_sent_later_and_once(club: Club) -> None:
    other = await in_quiet_hours(club)
    count = len(dms(other))
    await end_turn(club)
    path = f"/channels/{other.user.dm_channel.id}/messages"
    club.env.inject_error("POST", path, status=503, times=None)
    await wait_until(club, BERLIN, "2026-05-02 07:00")
    await pass_by(club, seconds=20)
    assert len(dms(other)) == count
    club.allow_again()
    for _ in range(4):
        await pass_by(club, minutes=5)
    assert len(dms(other)) == count + 1


async def test_an_absence_is_shown_on_the_board_and_nothing_is_sent(club: Club) -> None:
    await set_clock(club, BERLIN, "2026-05-01 12:00")
    member, other = await in_play(club)
    board = board_post(club)
    await member.slash(club.channel, "me away", until="5 days")
    assert f"{member.name} is away until <t:" in words_of(board_post(club))
    await member.slash(club.channel, "me away", until="off")
    assert "is away" not in words_of(board_post(club))
    await other.slash(club.channel, "me quiet", hours="22-7", zone=BERLIN)
    await other.slash(club.channel, "me reminders", after="12h")
    assert "**Away** until <t:" in said(await other.slash(club.channel, "me away", until="2026-05-03"))
    assert "is away" not in words_of(board_post(club))  # nobody waits for this player yet
    assert (board_post(club).id, pings(club)) == (board.id, [])
    count = len(dms(other))
    await end_turn(club)
    assert f"{other.name} is away until <t:1777759200:D>." in words_of(board_post(club))
    await club.restart()
    await wait_until(club, BERLIN, "2026-05-03 06:59")
    assert len(dms(other)) == count
    await wait_until(club, BERLIN, "2026-05-03 07:00")
    assert len(dms(other)) == count + 1
    assert dms(other, "still your turn") == [], "nobody is reminded while away"


async def test_a_muted_match_sends_nothing_and_is_played_under_its_board(club: Club) -> None:
    _, other = await in_play(club)
    told = said(await other.slash(club.channel, "match watch", on=False))
    assert "Use the Play button under its board" in told
    await other.slash(club.channel, "me reminders", after="1h")
    before, count = len(club.env.http_requests), len(other.user.dm_channel.history())
    await end_turn(club)
    await club.restart()
    await pass_by(club, days=2)
    assert len(other.user.dm_channel.history()) == count
    assert pings(club, before) == []
    opened = await click(other, board_post(club), "Play")
    await press_end_turn(other, opened.response)
    assert "I tell you again" in said(await other.slash(club.channel, "match watch", on=True))
    await end_turn(club)
    assert len(other.user.dm_channel.history()) == count + 1


async def test_a_watcher_is_told_of_turns_at_most_once_an_hour_and_of_the_end(club: Club) -> None:
    await begun(club)
    assert "You play in this match" in said(await club.ann.slash(club.channel, "match watch"))
    assert "You did not watch it" in said(await club.cleo.slash(club.channel, "match watch", on=False))
    assert "at most once an hour" in said(await club.cleo.slash(club.channel, "match watch"))
    await end_turn(club)
    await look_at_what_is_due(club)
    (first,) = dms(club.cleo, "The match waits for")
    waiting, _ = await on_turn(club)
    assert f"The match waits for {waiting.name} now" in words_of(first)
    assert (
        f"https://discord.com/channels/{club.guild.id}/{club.channel.id}/{board_post(club).id}"
        in words_of(first)
    )
    assert pictures_of(first) == []
    await pass_by(club, minutes=10)
    for _ in range(3):
        await end_turn(club)
        await pass_by(club, minutes=10)
    await club.restart()
    assert len(dms(club.cleo, "The match waits for")) == 1
    await pass_by(club, minutes=20)
    assert len(dms(club.cleo, "The match waits for")) == 2
    await pass_by(club, hours=5)
    assert len(dms(club.cleo, "The match waits for")) == 2
    question = await club.ben.slash(club.channel, "match resign")
    await click(club.ben, question.response, "Yes, resign")
    await look_at_what_is_due(club)
    (end,) = dms(club.cleo, "You watched it in")
    assert "Ann wins" in words_of(end)
    await pass_by(club, days=1)
    assert len(club.cleo.user.dm_channel.history()) == 3
