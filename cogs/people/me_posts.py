"""The pages of `/me`: the settings with their controls, and the list of the asker's matches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from bot.base.language import N_, gettext, messages, ngettext, pgettext
from bot.people import leave
from bot.people.notices import back, next_digest, next_leave, span, today
from bot.people.preferences import Preferences, Quiet
from bot.people.reading import in_words
from bot.people.seating_policy import COUNTED, WORDS, Standing
from cogs.kit.clock_words import stamp
from cogs.kit.controls import PRIMARY, ComponentId, Control, button, select
from cogs.kit.languages import language_in_words
from cogs.kit.layout import OutgoingMessage, message_of, option, page_of, rows, text
from cogs.kit.sentences import Named, listed
from cogs.people.me_form import NOTICES, PERSON

MATCHES_A_PAGE = 10
WEEK = "7 days"
_DAILY = messages("people", "digests", dict[str, str])
_CALLED = {
    "dm": N_("**Your turn** by DM"),
    "channel": N_("**Your turn** by a mention in the match's channel"),
}
_SORTED = {"suit": N_("**Hand** by suit"), "rank": N_("**Hand** by rank")}


def compose_settings(preferences: Preferences, now: datetime, standing: Standing) -> OutgoingMessage:
    """Return a user's settings with the controls to change them, for that user only."""
    return message_of(
        text(gettext("### How I tell you of your matches")),
        text("\n".join([*settings_in_words(preferences, now), _reliability(standing)])),
        *rows(_buttons(preferences, now)),
        text(
            gettext(
                "-# Other days of a leave: `/me away`. With whom you play: `/me block`.\n-# A leave "
                "stops your clocks too, at most 14 days in one match, unless its host has turned "
                "that off."
            )
        ),
    )


def _reliability(standing: Standing) -> str:
    """Return a user's reliability, how it is judged, and until when matches count."""
    return gettext(
        "**Reliability** {standing}: whether your last {number} ended matches with others were played to the"
        " end, without your clock running out or your seat given away. Each counts until {number} newer ones"
        " have ended. Hosts may ask for reliable or new players.",
        standing=pgettext("reliability", WORDS[standing]),
        number=COUNTED,
    )


def settings_in_words(preferences: Preferences, now: datetime) -> list[str]:
    """Return one line for each setting."""
    there = f"{now.astimezone(preferences.tzinfo):%H:%M}"
    return [
        gettext(_CALLED[preferences.where]),
        _reminder(preferences.reminder),
        _quiet(preferences.quiet),
        _digest(preferences, now),
        " · ".join(_leave(preferences, now)),
        gettext(_SORTED[preferences.hand]),
        gettext("**Time zone** {zone}, where it is {time} now", zone=preferences.zone, time=there),
        gettext("**Language** {language}", language=language_in_words(preferences.language)),
        gettext("**Invitations** yes") if preferences.invitations else gettext("**Invitations** none"),
    ]


def _leave(preferences: Preferences, now: datetime) -> Iterator[str]:
    """Yield the present leave, the planned one, and the number of days left."""
    returns, day = back(preferences, now), today(preferences, now)
    yield gettext("**Away** until {day}", day=stamp(returns, "D")) if returns else gettext("**Away** no")
    for planned in leave.planned(preferences, day):
        begin, end = span(planned, preferences.tzinfo)
        yield gettext("from {day} until {end}", day=stamp(begin, "D"), end=stamp(end, "D"))
    left = leave.days_left(preferences, day.year)
    yield ngettext("{number} day of leave left this year", "{number} days of leave left this year", left)
    if preferences.auto_leave:
        yield gettext("begins by itself before a loss by time")


def compose_matches(named: Sequence[Named], page: int) -> OutgoingMessage:
    """Return one page of a user's matches, those that await them first."""
    shown, page, pages = page_of(named, page, MATCHES_A_PAGE)
    waiting = sum(each.table.mine for each in named)
    head = ngettext(
        "### Your matches: {number} of {matches} wait for you",
        "### Your matches: {number} of {matches} wait for you",
        waiting,
        matches=len(named),
    )
    none = gettext("You play in no match at present. `/match new` opens one.")
    of = gettext("-# Page {page} of {pages}", page=page + 1, pages=pages) if pages > 1 else ""
    return message_of(
        text(head if named else f"### {gettext('Your matches')}"),
        text(listed(shown) or none),
        text(of),
        *_openers([each for each in shown if each.table.mine]),
        *rows(_pager(page, pages)),
    )


def _openers(waiting: Sequence[Named]) -> list[Control]:
    """Return a menu that opens the panel of a match that awaits the user."""
    if not waiting:
        return []
    options = []
    for named in waiting:
        table = named.table
        others = [name for seat, name in enumerate(table.info.names) if seat != table.seat]
        with_others = gettext("with {players}", players=", ".join(others))
        options.append(option(named.title, table.info.id, with_others))
    return [select(gettext("Play in …"), ComponentId("openmatch"), options)]


def _pager(page: int, pages: int) -> list[Control]:
    def turn(label: str, to: int, slot: str) -> Control:
        return button(label, ComponentId("mymatches", path=(str(to),), slot=slot))

    return [
        *([turn(gettext("Previous"), page - 1, "p")] if page > 0 else []),
        *([turn(gettext("Next"), page + 1, "n")] if page < pages - 1 else []),
        turn(gettext("Refresh"), page, "r"),
    ]


def _reminder(hours: int) -> str:
    if not hours:
        return gettext("**Reminder** none")
    if hours % 24:
        return ngettext(
            "**Reminder** after {number} hour, if you are still awaited",
            "**Reminder** after {number} hours, if you are still awaited",
            hours,
        )
    return ngettext(
        "**Reminder** after {number} day, if you are still awaited",
        "**Reminder** after {number} days, if you are still awaited",
        hours // 24,
    )


def _quiet(quiet: Quiet | None) -> str:
    if quiet is None:
        return gettext("**Quiet hours** none")
    return gettext("**Quiet hours** {begin} to {end}", begin=in_words(quiet.begin), end=in_words(quiet.end))


def _digest(preferences: Preferences, now: datetime) -> str:
    following = next_digest(preferences, now)
    if following is None:
        return gettext("**Digest** none")
    return gettext(
        _DAILY[preferences.digest], time=in_words(preferences.digest_at), when=stamp(following, "R")
    )


def _buttons(preferences: Preferences, now: datetime) -> list[Control]:
    away = back(preferences, now) or next_leave(preferences, now)
    return [
        button(gettext("Notices"), ComponentId(NOTICES)),
        button(gettext("Zone, language and more"), ComponentId(PERSON)),
        button(gettext("I am back"), ComponentId("me", path=("away", "off")))
        if away
        else button(gettext("Away for a week"), ComponentId("me", path=("away", WEEK))),
        button(gettext("My matches"), ComponentId("mymatches", path=("new",)), PRIMARY),
        button(gettext("Refresh"), ComponentId("me", path=("show",))),
    ]
