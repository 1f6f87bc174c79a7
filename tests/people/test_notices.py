"""When a notice is sent: now, after the quiet hours, in the digest, or not at all."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from bot.people.notices import NEVER, NOW, Timing, reminder_due, tell_turn, tell_watcher
from bot.people.preferences import PLAIN, Leave, Preferences, Quiet

AWAY = Leave(date(2026, 5, 1), date(2026, 5, 8))
NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
EVENING = NOON.replace(hour=23)
SEVEN = datetime(2026, 5, 2, 7, tzinfo=UTC)
QUIET = Preferences(quiet=Quiet(22 * 60, 7 * 60))


def test_a_turn_is_announced_at_once_or_after_the_quiet_hours() -> None:
    for preferences, moment in ((PLAIN, NOON), (PLAIN, EVENING), (QUIET, NOON)):
        assert tell_turn(preferences, moment) == NOW
    assert tell_turn(QUIET, EVENING) == Timing("later", SEVEN)
    assert tell_turn(QUIET, SEVEN) == NOW


def test_the_digest_replaces_notices_or_is_sent_beside_them() -> None:
    beside = Preferences(digest="also", digest_at=8 * 60)
    instead = Preferences(digest="instead", digest_at=8 * 60)
    assert tell_turn(beside, NOON) == NOW
    assert tell_turn(instead, NOON) == Timing("digest", datetime(2026, 5, 2, 8, tzinfo=UTC))


def test_a_muted_match_is_never_announced() -> None:
    for preferences in (PLAIN, QUIET, Preferences(digest="instead"), Preferences(leaves=(AWAY,))):
        assert tell_turn(preferences, NOON, muted=True) == NEVER
    assert reminder_due(Preferences(reminder=3), NOON, muted=True) is None


def test_an_absent_user_is_told_on_return_after_the_quiet_hours() -> None:
    away = Preferences(leaves=(AWAY,))
    assert tell_turn(away, NOON) == Timing("later", datetime(2026, 5, 8, tzinfo=UTC))
    quiet = Preferences(leaves=(AWAY,), quiet=Quiet(22 * 60, 7 * 60))
    assert tell_turn(quiet, NOON) == Timing("later", datetime(2026, 5, 8, 7, tzinfo=UTC))
    instead = Preferences(leaves=(AWAY,), digest="instead", digest_at=8 * 60)
    assert tell_turn(instead, NOON).at == datetime(2026, 5, 8, 8, tzinfo=UTC)


def test_a_reminder_is_sent_hours_after_the_notice_and_not_beside_digests() -> None:
    assert reminder_due(PLAIN, NOON) is None
    assert reminder_due(Preferences(reminder=12), NOON) == NOON + timedelta(hours=12)
    assert reminder_due(Preferences(reminder=12, digest="instead"), NOON) is None
    assert reminder_due(Preferences(reminder=12, digest="also"), NOON) == NOON + timedelta(hours=12)


def test_a_watcher_is_told_at_most_once_an_hour_and_not_in_quiet_hours() -> None:
    assert tell_watcher(PLAIN, NOON, None) == NOW
    assert tell_watcher(PLAIN, NOON, NOON - timedelta(minutes=61)) == NOW
    assert tell_watcher(PLAIN, NOON, NOON - timedelta(minutes=20)) == Timing(
        "later", NOON + timedelta(minutes=40)
    )
    assert tell_watcher(QUIET, EVENING, None) == Timing("later", SEVEN)
    late = EVENING.replace(hour=21, minute=30)
    assert tell_watcher(QUIET, late, late) == Timing("later", SEVEN)
