"""Pages and a CSV with the results of the cards of a server's set in its matches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.base.csv_files import csv_file, not_a_formula
from bot.base.language import gettext, ngettext, pgettext
from bot.engine.cards.game import AnyCardGame
from bot.engine.sentences import listed
from bot.parts.workshop.lab.tallies import Tally
from bot.parts.workshop.sets.played import MOST_MATCHES, CardFigures, SetFigures, VersionFigures
from bot.parts.workshop.sets.ports import ServerSet
from cogs.kit.clock_words import stamp
from cogs.kit.controls import ComponentId, Control, page_buttons, select
from cogs.kit.layout import (
    OPTIONS,
    Attachment,
    OutgoingMessage,
    fit,
    message_of,
    option,
    page_of,
    rows,
    safe,
    text,
)
from cogs.workshop.server_sets import back_to_set

PLAYED = "setplays"
"""The verb of the controls; their path names the set, then the place of a version, then a page."""
CARDS = 10
"""The most cards on a page."""
_CARD_TEXT = 300
_NEXT_TO_NOTHING, _HINT = 0.2, 0.1
"""Margins of error from which a share means almost nothing, or is only a hint."""

Numbers = Mapping[str, Sequence[int]]
"""The version numbers with the same content, by its fingerprint."""


def compose_played(
    game: AnyCardGame, kept: ServerSet, figures: SetFigures, numbers: Numbers, place: int = 0, page: int = 0
) -> OutgoingMessage:
    """Return the results of the cards of one version, with all versions as a CSV."""
    word = game.word_for(kept.key)
    head = gettext("### Matches of this server with {title}", title=safe(pgettext("card", kept.title)))
    if not figures.versions:
        none = gettext("No match with this set has come to its end on this server yet.")
        return message_of(text(f"{head}\n{none}"), back_to_set(word))
    place = min(place, len(figures.versions) - 1)
    version = figures.versions[place]
    cards, page, pages = page_of(version.cards, page, CARDS)
    lines = [head, f"**{_called(version, numbers)}** · {_matches(version)}", _trust(version)]
    lines += [fit(f"- {_card(card)}", _CARD_TEXT) for card in cards]
    lines.append(f"-# {_what_counts(figures)}")
    return message_of(
        text("\n".join(lines)),
        Attachment(f"{kept.key}-matches.csv", as_csv(figures, numbers)),
        _versions_menu(figures, numbers, word, place),
        *rows(page_buttons(lambda to: ComponentId(PLAYED, path=(word, str(place), str(to))), page, pages)),
        back_to_set(word),
    )


def _versions_menu(figures: SetFigures, numbers: Numbers, word: str, place: int) -> Control | None:
    if len(figures.versions) < 2:
        return None
    options = [
        option(_called(version, numbers), str(at), _matches(version, days=False), default=at == place)
        for at, version in enumerate(figures.versions[:OPTIONS])
    ]
    return select(gettext("Matches with"), ComponentId(PLAYED, path=(word,), slot="v"), options)


def _called(version: VersionFigures, numbers: Numbers) -> str:
    found = numbers.get(version.content, ())
    if not found:
        return gettext("A version that is no longer kept")
    if len(found) == 1:
        return gettext("Version {number}", number=found[0])
    return gettext("Versions {numbers}", numbers=listed([str(each) for each in found]))


def _matches(version: VersionFigures, *, days: bool = True) -> str:
    told = ngettext("{number} match", "{number} matches", version.matches)
    if not days:
        return told
    first, last = [stamp(each, "d") for each in (version.first, version.last)]
    return gettext("{matches}, {first} to {last}", matches=told, first=first, last=last)


def _trust(version: VersionFigures) -> str:
    """Return how reliable the shares are, by the card that was held most."""
    error = min([card.held.error for card in version.cards], default=1.0)
    points = f"{error:.0%}"
    if error >= _NEXT_TO_NOTHING:
        return gettext(
            "So few matches tell next to nothing: even of the card held most the true share may be {error}"
            " higher or lower.",
            error=points,
        )
    if error >= _HINT:
        return gettext(
            "This is a hint, no more: of the card held most the true share may be {error} higher or lower.",
            error=points,
        )
    return gettext("Of the card held most the true share is within {error} in 95 of 100 cases.", error=points)


def _card(card: CardFigures) -> str:
    name = gettext("**{name}** ({number})", name=safe(pgettext("card", card.name)), number=card.number)
    if not card.held.matches:
        return gettext("{card}: never in hand", card=name)
    held = gettext("in hand {times}, won {share}", times=_times(card.held.matches), share=_share(card.held))
    if not card.played.matches:
        return gettext("{card}: {held}; never played", card=name, held=held)
    played = gettext(
        "played {times}, won {share}", times=_times(card.played.matches), share=_share(card.played)
    )
    return gettext("{card}: {held}; {played}", card=name, held=held, played=played)


def _times(number: int) -> str:
    return ngettext("{number} time", "{number} times", number)


def _share(tally: Tally) -> str:
    """Return the share won with its margin: "57 % (± 25 %)"."""
    return gettext("{share} (± {error})", share=f"{tally.rate:.0%}", error=f"{tally.error:.0%}")


def _what_counts(figures: SetFigures) -> str:
    counts = gettext(
        "Of matches that came to their end, rated or not; each player of a match counts once for a card, and"
        " computers count as well. Several winners share a match."
    )
    if not figures.left_out:
        return counts
    last = gettext("Only the last {number} matches are counted.", number=MOST_MATCHES)
    return f"{counts} {last}"


COLUMNS = (
    "versions", "matches", "first", "last", "card", "name", "held", "held_won", "held_margin",
    "played", "played_won", "played_margin", "times_played",
)  # fmt: skip


def as_csv(figures: SetFigures, numbers: Numbers) -> bytes:
    """Return all figures for a spreadsheet in the current language; shares are 0 to 1, empty without data."""
    rows: list[Sequence[object]] = [COLUMNS]
    for version in figures.versions:
        versions = " ".join([str(each) for each in numbers.get(version.content, ())]) or "-"
        first, last = version.first.date().isoformat(), version.last.date().isoformat()
        for card in version.cards:
            name = not_a_formula(card.name)
            of_card = (card.number, name, *_tally(card.held), *_tally(card.played), card.times)
            rows.append([versions, version.matches, first, last, *of_card])
    return csv_file(rows)


def _tally(tally: Tally) -> tuple[int, float | str, float | str]:
    if not tally.matches:
        return 0, "", ""
    return tally.matches, round(tally.rate, 3), round(tally.error, 3)
