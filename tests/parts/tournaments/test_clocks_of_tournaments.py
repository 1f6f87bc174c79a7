"""The terms that a tournament demands of all its matches: weekends without time, and leave by itself."""

from __future__ import annotations

import msgspec
import pytest

from bot.engine.errors import Refusal
from bot.matches.clocks import ClockTerms
from bot.parts.tournaments.model import DAY, Plans
from cogs.tournaments.form import clock_of, path_of, plans_of


def form(**fields: str) -> Plans:
    path = path_of("papyrus", "league", 2, 0, role=None, winner=None, rated=True, auto_leave=True)
    return plans_of(path, fields, {})


def test_a_form_demands_weekends_without_time_and_leave_that_begins_by_itself() -> None:
    plans = form(clock="3 days + 12 hours a turn, without weekends in Europe/Berlin")
    bank = ClockTerms("bank", 3 * DAY, DAY // 2, at_zero="resign", cap=6 * DAY, weekends="Europe/Berlin")
    assert (plans.clock, plans.auto_leave) == (bank, True)
    assert msgspec.json.decode(msgspec.json.encode(plans), type=Plans) == plans


def test_what_is_not_demanded_is_not_stored() -> None:
    stored = msgspec.json.encode(Plans("papyrus"))
    assert b"auto_leave" not in stored
    assert b"weekends" not in stored


def test_a_zone_that_does_not_exist_is_refused_in_a_sentence() -> None:
    with pytest.raises(Refusal, match="names no time zone for the weekends"):
        clock_of("1 day a turn, without weekends in Atlantis")
