"""The findings of the lab in sentences, in the language that is spoken."""

from __future__ import annotations

from bot.engine.language import N_, gettext, ngettext, pgettext
from bot.games.papyrus.rules.rules import PapyrusRules
from bot.lab.findings import Finding
from bot.registry import GAMES

NOTHING = N_("Nothing is surely out of balance at this margin.")
"""What is said where there is no finding."""


def sentence(finding: Finding, game: str, pool: str | None) -> str:
    """Return what was found as a sentence. Names of cards and decks are not escaped."""
    percent, margin = f"{finding.figure:.0%}", f"{finding.error:.0%}"
    match finding.kind:
        case "too-strong" | "too-weak":
            name = called(finding.about, game, pool)
            if finding.kind == "too-strong":
                return gettext(
                    "{name} wins too much: {percent} (± {margin}).", name=name, percent=percent, margin=margin
                )
            return gettext(
                "{name} wins too little: {percent} (± {margin}).", name=name, percent=percent, margin=margin
            )
        case "dominates":
            return gettext(
                "{name} is the best choice against whatever comes.", name=called(finding.about, game, pool)
            )
        case "dominated":
            return gettext("{name} is never the better choice.", name=called(finding.about, game, pool))
        case "seat":
            return gettext(
                "Seat {seat} wins {percent} (± {margin}): more than its share.",
                seat=finding.about, percent=percent, margin=margin,
            )  # fmt: skip
        case "card-strong" | "card-weak":
            name, points = _card(finding.about, game, pool), f"{abs(finding.figure):.0%}"
            if finding.kind == "card-strong":
                return gettext(
                    "{card} is too strong: {percent} more wins than with others of its kind (± {margin}).",
                    card=name, percent=points, margin=margin,
                )  # fmt: skip
            return gettext(
                "{card} is too weak: {percent} fewer wins than with others of its kind (± {margin}).",
                card=name, percent=points, margin=margin,
            )  # fmt: skip
    return _of_what_is_not_played(finding, game, pool)


def _of_what_is_not_played(finding: Finding, game: str, pool: str | None) -> str:
    matches = int(finding.figure)
    match finding.kind:
        case "rank":
            letters, _, rank = finding.about.partition(" ")
            return ngettext(
                "{rank} of {letters}: no card of it is ever played; one was in hand in {number} match.",
                "{rank} of {letters}: no card of it is ever played; one was in hand in {number} matches.",
                matches, rank=gettext(rank), letters=letters,
            )  # fmt: skip
        case "unpayable":
            return ngettext(
                "{card} could never be played: it was in hand in {number} match.",
                "{card} could never be played: it was in hand in {number} matches.",
                matches, card=_card(finding.about, game, pool),
            )  # fmt: skip
        case "dead":
            return ngettext(
                "{card} is hardly ever played: it was in hand in {number} match.",
                "{card} is hardly ever played: it was in hand in {number} matches.",
                matches, card=_card(finding.about, game, pool),
            )  # fmt: skip
    return ngettext("{number} match did not end.", "{number} matches did not end.", matches)


def called(entrant: str, game: str, pool: str | None) -> str:
    """Return the name of a deck or a squad; a deck made for the lab has its key alone."""
    rules, building = GAMES[game].rules, GAMES[game].decks
    if isinstance(rules, PapyrusRules) and entrant in rules.squads:
        return gettext(rules.squads[entrant].title)
    ready = building.ready(pool).get(entrant) if building is not None else None
    return pgettext("card", ready.title) if ready is not None else entrant


def _card(number: str, game: str, pool: str | None) -> str:
    building = GAMES[game].decks
    assert building is not None, "only games with decks have cards that are found wanting"
    return f"{pgettext('card', building.cards(pool)[number].name)} ({number})"
