"""The findings of the lab in sentences, in the language that is spoken."""

from __future__ import annotations

from bot.engine.language import gettext, ngettext, pgettext
from bot.lab.contests import Contest
from bot.lab.entrants import Deck
from bot.lab.findings import Finding
from bot.registry import GAMES


def sentence(finding: Finding, contest: Contest) -> str:
    """Return what was found as a sentence. Names of cards and decks are not escaped."""
    percent, margin = f"{finding.figure:.0%}", f"{finding.error:.0%}"
    match finding.kind:
        case "too-strong" | "too-weak":
            name = called(finding.about, contest)
            if finding.kind == "too-strong":
                return gettext(
                    "{name} wins too much: {percent} (± {margin}).", name=name, percent=percent, margin=margin
                )
            return gettext(
                "{name} wins too little: {percent} (± {margin}).", name=name, percent=percent, margin=margin
            )
        case "dominates":
            return gettext(
                "{name} is the best choice against whatever comes.", name=called(finding.about, contest)
            )
        case "dominated":
            return gettext("{name} is never the better choice.", name=called(finding.about, contest))
        case "seat":
            return gettext(
                "Seat {seat} wins {percent} (± {margin}): more than its share.",
                seat=finding.about, percent=percent, margin=margin,
            )  # fmt: skip
        case "card-strong" | "card-weak":
            name, points = _card(finding.about, contest), f"{abs(finding.figure):.0%}"
            if finding.kind == "card-strong":
                return gettext(
                    "{card} is too strong: decks win {percent} more with it (± {margin}).",
                    card=name, percent=points, margin=margin,
                )  # fmt: skip
            return gettext(
                "{card} is too weak: decks win {percent} less with it (± {margin}).",
                card=name, percent=points, margin=margin,
            )  # fmt: skip
    return _of_what_is_not_played(finding, contest)


def _of_what_is_not_played(finding: Finding, contest: Contest) -> str:
    matches = int(finding.figure)
    match finding.kind:
        case "rank":
            return ngettext(
                "{rank}: no card of it is ever played, and some was in hand in {number} match.",
                "{rank}: no card of it is ever played, and some was in hand in {number} matches.",
                matches, rank=gettext(finding.about),
            )  # fmt: skip
        case "unpayable":
            return ngettext(
                "{card} could never be played: it was in hand in {number} match.",
                "{card} could never be played: it was in hand in {number} matches.",
                matches, card=_card(finding.about, contest),
            )  # fmt: skip
        case "dead":
            return ngettext(
                "{card} is never played: it was in hand in {number} match.",
                "{card} is never played: it was in hand in {number} matches.",
                matches, card=_card(finding.about, contest),
            )  # fmt: skip
    return ngettext("{number} match did not end.", "{number} matches did not end.", matches)


def called(entrant: str, contest: Contest) -> str:
    """Return the name of a deck or squad."""
    building = GAMES[contest.game].decks
    if building is not None and isinstance(contest.brought().get(entrant), Deck):
        ready = building.ready(contest.pool).get(entrant)
        return pgettext("card", ready.title) if ready is not None else entrant
    return entrant


def _card(number: str, contest: Contest) -> str:
    building = GAMES[contest.game].decks
    assert building is not None, "only games with decks have cards that are found wanting"
    return f"{pgettext('card', building.cards(contest.pool)[number].name)} ({number})"
