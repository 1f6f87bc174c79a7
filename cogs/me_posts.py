"""What `/me` shows: the settings with the controls to change them, and the list of one's matches."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import discord
from discord import ui

from bot.people.hours import back, next_digest
from bot.people.preferences import Preferences
from bot.people.reading import COMMON_ZONES, in_words
from cogs.controls import Control, Press, button, select
from cogs.layout import OPTION_TEXT, OPTIONS, Sheet, fit, plain, rows, sheet, text
from cogs.posts import PRIMARY
from cogs.tables import Named, listed, stamp

MATCHES_A_PAGE = 10
REMINDERS = (6, 12, 24, 48, 72)
QUIET = ("21-7", "22-7", "22-8", "23-7", "23-9", "0-8")
DIGEST_HOURS = (7, 8, 12, 18, 20)
WEEK = "7 days"
_DIGESTS = {"also": "beside the single notices", "instead": "instead of single notices"}


def compose_settings(preferences: Preferences, now: datetime, note: str = "") -> Sheet:
    """Return a person's settings, for their eyes only, with the controls to change them."""
    return sheet(
        text("\n".join(part for part in ("### How I tell you of your matches", note) if part)),
        text("\n".join(settings_in_words(preferences, now))),
        *[_menu(prompt, field, options) for prompt, field, options in _menus(preferences)],
        *rows(_buttons(preferences, now)),
        text(
            "-# Other times and zones can be typed: `/me quiet`, `/me digest`, `/me away`, `/me reminders`."
        ),
    )


def settings_in_words(preferences: Preferences, now: datetime) -> list[str]:
    """Return one line for each setting."""
    called = "by DM" if preferences.where == "dm" else "by a mention in the match's channel"
    hours = _hours(preferences.reminder)
    quiet, returns = preferences.quiet, back(preferences, now)
    zone = now.astimezone(preferences.tzinfo)
    return [
        f"**Your turn** {called}",
        f"**Reminder** {f'after {hours}, if you are still awaited' if preferences.reminder else 'none'}",
        f"**Quiet hours** {f'{in_words(quiet.begin)} to {in_words(quiet.end)}' if quiet else 'none'}",
        f"**Digest** {_digest(preferences, now)}",
        f"**Away** {f'until {stamp(returns, chr(68))}' if returns else 'no'}",
        f"**Hand** by {preferences.hand}",
        f"**Time zone** {preferences.zone}, where it is {zone:%H:%M} now",
    ]


def compose_matches(named: Sequence[Named], page: int) -> Sheet:
    """Return one page of a person's matches, those that wait for them first."""
    last = max(0, (len(named) - 1) // MATCHES_A_PAGE)
    page = min(max(page, 0), last)
    shown = named[page * MATCHES_A_PAGE : (page + 1) * MATCHES_A_PAGE]
    waiting = sum(each.table.mine for each in named)
    head = f"### Your matches: {waiting} of {len(named)} wait for you" if named else "### Your matches"
    none = "You play in no match at present. `/match new` opens one."
    of = f"-# Page {page + 1} of {last + 1}" if last else ""
    return sheet(
        text(head),
        text(listed(shown) or none),
        text(of),
        *_openers([each for each in shown if each.table.mine]),
        *rows(_pager(page, last)),
    )


def _openers(waiting: Sequence[Named]) -> list[ui.ActionRow[Any]]:
    """Return a menu that opens the panel of a match that waits."""
    if not waiting:
        return []
    options = [
        discord.SelectOption(
            label=fit(each.title, OPTION_TEXT),
            value=each.table.info.id,
            description=fit(plain(f"with {', '.join(_others(each))}"), OPTION_TEXT) or None,
        )
        for each in waiting
    ]
    return [ui.ActionRow(select("Play in …", Press("openmatch"), options))]


def _others(named: Named) -> list[str]:
    return [name for seat, name in enumerate(named.table.info.names) if seat != named.table.seat]


def _pager(page: int, last: int) -> list[Control]:
    controls = []
    if page > 0:
        controls.append(button("Previous", Press("mymatches", path=(str(page - 1),), slot="p")))
    if page < last:
        controls.append(button("Next", Press("mymatches", path=(str(page + 1),), slot="n")))
    controls.append(button("Refresh", Press("mymatches", path=(str(page),), slot="r")))
    return controls


def _digest(preferences: Preferences, now: datetime) -> str:
    following = next_digest(preferences, now)
    if following is None:
        return "none"
    return (
        f"daily at {in_words(preferences.digest_at)}, {_DIGESTS[preferences.digest]},"
        f" next {stamp(following, 'R')} if a match waits for you"
    )


def _hours(hours: int) -> str:
    days, rest = divmod(hours, 24)
    if days and not rest:
        return "1 day" if days == 1 else f"{days} days"
    return "1 hour" if hours == 1 else f"{hours} hours"


def _menus(preferences: Preferences) -> list[tuple[str, str, list[tuple[str, str, bool]]]]:
    """Return the menus: what they ask, the setting, and for each value its words and whether it is set."""
    quiet = preferences.quiet
    set_quiet = f"{in_words(quiet.begin)}-{in_words(quiet.end)}".replace(":00", "") if quiet else "off"
    set_digest = f"{preferences.digest} {in_words(preferences.digest_at)}".replace(":00", "")
    digests = [
        (f"{how} {hour}", f"Digest at {hour}:00 {words}")
        for how, words in _DIGESTS.items()
        for hour in DIGEST_HOURS
    ]
    zones = dict.fromkeys([preferences.zone, *COMMON_ZONES])
    return [
        _marked(
            "Your turn",
            "where",
            preferences.where,
            [("dm", "Tell me by DM"), ("channel", "Call me in the channel")],
        ),
        _marked(
            "Reminder",
            "reminders",
            str(preferences.reminder),
            [("0", "No reminder"), *((str(each), f"Reminder after {_hours(each)}") for each in REMINDERS)],
        ),
        _marked(
            "Quiet hours",
            "quiet",
            set_quiet,
            [
                ("off", "No quiet hours"),
                *((each, f"Quiet from {each.replace('-', ' to ')}") for each in QUIET),
            ],
        ),
        _marked(
            "Digest",
            "digest",
            set_digest if preferences.digest != "none" else "off",
            [("off", "No digest"), *digests],
        ),
        _marked("Time zone", "zone", preferences.zone, [(zone, f"Time zone {zone}") for zone in zones]),
    ]


def _marked(
    prompt: str, field: str, now_set: str, values: Sequence[tuple[str, str]]
) -> tuple[str, str, list[tuple[str, str, bool]]]:
    return prompt, field, [(value, words, value == now_set) for value, words in values]


def _menu(prompt: str, field: str, values: Sequence[tuple[str, str, bool]]) -> ui.ActionRow[Any]:
    options = [
        discord.SelectOption(label=words, value=value, default=is_set)
        for value, words, is_set in values[:OPTIONS]
    ]
    return ui.ActionRow(select(prompt, Press("me", path=(field,)), options))


def _buttons(preferences: Preferences, now: datetime) -> list[Control]:
    other = "rank" if preferences.hand == "suit" else "suit"
    away = back(preferences, now)
    return [
        button(f"Hand by {other}", Press("me", path=("hand", other))),
        button("I am back", Press("me", path=("away", "off")))
        if away
        else button("Away for a week", Press("me", path=("away", WEEK))),
        button("My matches", Press("mymatches", path=("new",)), PRIMARY),
        button("Refresh", Press("me", path=("show",))),
    ]
