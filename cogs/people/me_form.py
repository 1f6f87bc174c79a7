"""The two forms of `/me`: notifications, and personal settings."""

from __future__ import annotations

from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from bot.base.language import N_, gettext, ngettext
from bot.people.preferences import Preferences
from bot.people.reading import in_words, read_quiet, read_time
from bot.people.zone_words import COMMON_ZONES, read_zone
from cogs.kit.controls import whole_number
from cogs.kit.form_fields import Choice, boxes, one_of, one_of_many, written
from cogs.kit.forms import Asked, Typed
from cogs.kit.languages import AS_DISCORD, code_of, language_choices

NOTICES, PERSON = "mynotices", "myself"
"""The verbs of the forms, and of the buttons that open them."""
REMINDERS: Final = (0, 6, 12, 24, 48, 72)
"""The suggested hours; `/me reminders` sets others."""
_CALLED: Final = {"dm": N_("By DM"), "channel": N_("By a mention in the match's channel")}
_DIGESTS: Final = {
    "none": N_("No digest"),
    "also": N_("In addition to single notices"),
    "instead": N_("Instead of single notices"),
}
_SORTED: Final = {"suit": N_("By suit"), "rank": N_("By rank")}
INVITATIONS, AUTO_LEAVE = "invitations", "auto-leave"
MOST_TYPED = 60


def asked_of_notices(preferences: Preferences, typed: Typed) -> Asked:
    """Return the form of notifications, with the present settings where nothing was typed yet."""
    if not typed.values:
        typed = typed._replace(values=_notices(preferences))
    hours = sorted({*REMINDERS, preferences.reminder})
    reminders = [Choice(str(each), _reminder(each)) for each in hours]
    fields = [
        one_of("where", gettext("Your turn"), _choices(_CALLED), typed.one("where")),
        one_of_many(
            "reminder",
            gettext("Reminder"),
            reminders,
            typed.one("reminder"),
            gettext("A reminder if a match still waits for you; other times with /me reminders"),
        ),
        written(
            "quiet",
            gettext("Quiet hours"),
            typed.one("quiet"),
            MOST_TYPED,
            example="22-7",
            about=gettext("The hours, such as 22-7 or 22:30-6:45; empty for none"),
        ),
        one_of(
            "digest", gettext("One message a day over all matches"), _choices(_DIGESTS), typed.one("digest")
        ),
        written(
            "at",
            gettext("Digest at"),
            typed.one("at"),
            MOST_TYPED,
            example="18:30",
            about=gettext("A time of day such as 8 or 18:30"),
        ),
    ]
    return Asked(gettext("Notices"), fields)


def notices_set(preferences: Preferences, typed: Typed) -> Preferences:
    """Return the settings changed by the form of notifications. Raises `Refusal`."""
    hours = [str(each) for each in {*REMINDERS, preferences.reminder}]
    quiet, at = typed.one("quiet").strip(), typed.one("at").strip()
    return replace(
        preferences,
        where=typed.one("where", _CALLED, preferences.where),
        reminder=whole_number(typed.one("reminder", hours, str(preferences.reminder))),
        quiet=read_quiet(quiet) if quiet else None,
        digest=typed.one("digest", _DIGESTS, preferences.digest),
        digest_at=read_time(at) if at else preferences.digest_at,
    )


def asked_of_person(preferences: Preferences, typed: Typed) -> Asked:
    """Return the form of personal settings, with the present ones where nothing was typed yet."""
    if not typed.values:
        typed = typed._replace(values=_person(preferences))
    zones = [Choice(zone, zone) for zone in dict.fromkeys([preferences.zone, *COMMON_ZONES])]
    fields = [
        one_of_many("zone", gettext("Time zone"), zones, typed.one("zone")),
        written(
            "another",
            gettext("Another time zone"),
            typed.one("another"),
            MOST_TYPED,
            example="Europe/Lisbon",
            about=gettext("A region and a city; empty for the one above"),
        ),
        one_of("language", gettext("Language"), language_choices(), typed.one("language")),
        one_of("hand", gettext("Your hand of cards"), _choices(_SORTED), typed.one("hand")),
        boxes(
            "with",
            gettext("With others"),
            [
                Choice(INVITATIONS, gettext("Others may invite me to their matches")),
                Choice(AUTO_LEAVE, gettext("My leave begins by itself shortly before I lose by time")),
            ],
            typed.values.get("with", ()),
        ),
    ]
    return Asked(gettext("Zone, language and more"), fields)


def person_set(preferences: Preferences, typed: Typed) -> Preferences:
    """Return the settings changed by the form of personal settings. Raises `Refusal`."""
    another = typed.one("another").strip()
    return replace(
        preferences,
        zone=read_zone(another) if another else typed.one("zone", COMMON_ZONES, preferences.zone),
        language=code_of(typed.one("language", otherwise=preferences.language or AS_DISCORD)),
        hand=typed.one("hand", _SORTED, preferences.hand),
        invitations=INVITATIONS in typed.values.get("with", ()),
        auto_leave=True if AUTO_LEAVE in typed.values.get("with", ()) else UNSET,
    )


def _notices(preferences: Preferences) -> dict[str, tuple[str, ...]]:
    quiet = preferences.quiet
    return {
        "where": (preferences.where,),
        "reminder": (str(preferences.reminder),),
        "quiet": (f"{in_words(quiet.begin)}-{in_words(quiet.end)}",) if quiet else (),
        "digest": (preferences.digest,),
        "at": (in_words(preferences.digest_at),),
    }


def _person(preferences: Preferences) -> dict[str, tuple[str, ...]]:
    return {
        "zone": (preferences.zone,),
        "language": (preferences.language or AS_DISCORD,),
        "hand": (preferences.hand,),
        "with": (
            *([INVITATIONS] if preferences.invitations else []),
            *([AUTO_LEAVE] if preferences.auto_leave else []),
        ),
    }


def _choices(words: dict[str, str]) -> list[Choice]:
    return [Choice(value, gettext(each)) for value, each in words.items()]


def _reminder(hours: int) -> str:
    if not hours:
        return gettext("No reminder")
    if hours % 24:
        return ngettext("Reminder after {number} hour", "Reminder after {number} hours", hours)
    return ngettext("Reminder after {number} day", "Reminder after {number} days", hours // 24)
