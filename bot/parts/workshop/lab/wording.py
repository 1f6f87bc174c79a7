"""The findings of the lab as sentences in the current language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import hypot
from typing import Any, Final

from bot.base.language import N_, decimal, gettext, grouped, messages, ngettext, numbered, pgettext
from bot.engine.sentences import cut, listed
from bot.games.registry import GAMES
from bot.parts.workshop.lab.entrants import traced_cards
from bot.parts.workshop.lab.findings import Kind, LabFinding
from bot.parts.workshop.lab.own_cards import why_left_out
from bot.parts.workshop.lab.report import CardLine, CardValue, LabReport
from bot.parts.workshop.lab.tallies import Difference, Tally

MOST_LEFT_OUT: Final = 4
"""The most decks and cards named that were not played."""
MOST_DECKS: Final = 4
"""The most decks named that hold a card."""
MOST_FINDINGS: Final = 5
"""The most findings told; the file has all."""

NOTHING = N_("Nothing is surely out of balance at this margin.")
"""The sentence if there is no finding."""


def setting_lines(
    game: str, pool: str | None, options: Mapping[str, Any], given: Sequence[str], left_out: Sequence[str]
) -> list[str]:
    """Return the options that were chosen for the cards, and which of these are not played and why."""
    told = []
    if given:
        chosen = listed([f"{name}={options[name]}" for name in given])
        told.append(gettext("Played with {options}, for which these cards are made.", options=chosen))
    if not left_out:
        return told
    with_options = GAMES[game].rules.Options(**{**options, "cards": pool})
    reasons = [
        reason for key in left_out[:MOST_LEFT_OUT] for reason in why_left_out(game, pool, with_options, key)
    ]
    more = len(left_out) - MOST_LEFT_OUT
    if more > 0:
        reasons.append(
            ngettext("And {number} more is not played.", "And {number} more are not played.", more)
        )
    return [*told, gettext("Not played: {reasons}", reasons=" ".join(reasons))]


def untested_line(number: str, game: str, pool: str | None) -> str:
    """Return that a named card was not compared with others."""
    return gettext(
        "{card} was not tested: no deck that plays holds it, or none is legal without it.",
        card=card_called(number, game, pool),
    )


def wrong_lines(findings: Sequence[LabFinding], game: str, pool: str | None) -> list[str]:
    """Return the first findings as sentences, or that there is none. Names are not escaped."""
    if not findings:
        return [gettext(NOTHING)]
    shown, more = cut(findings, MOST_FINDINGS)
    told = [sentence(finding, game, pool) for finding in shown]
    if more:
        told.append(ngettext("And {number} finding more.", "And {number} findings more.", more))
    return told


def sentence(finding: LabFinding, game: str, pool: str | None) -> str:
    """Return a finding as a sentence, with the decks that hold the card. Names are not escaped."""
    return " ".join([_told(finding, game, pool), *_holders(finding, game, pool)])


_SENTENCES = messages("lab", "findings", dict[Kind, str])
_OF_SEATS = messages("lab", "of-seats", dict[Kind, dict[str, str]])
"""What is said of one seat, and of a team."""
_COUNTED = messages("lab", "counted", dict[Kind, tuple[str, str]])
"""What is said with the number of matches or plays."""


def _told(finding: LabFinding, game: str, pool: str | None) -> str:
    kind, about, figure, beside = finding.kind, finding.about, finding.figure, finding.beside
    values: dict[str, object] = {"percent": f"{abs(figure):.0%}", "margin": f"{finding.error:.0%}"}
    if kind in _OF_SEATS:
        seats = about.split()
        return gettext(
            _OF_SEATS[kind]["several" if len(seats) > 1 else "one"],
            seat=seats[0],
            seats=listed(seats),
            **values,
        )
    if kind == "rank":
        values["letters"], _, rank = about.partition(" ")
        values["rank"] = gettext(rank)
    elif kind.startswith("card-") or kind in ("unpayable", "dead"):
        values["card"] = card_called(about, game, pool)
    elif about:
        values["name"] = called(about, game, pool)
    if kind in ("card-hits", "card-kills"):
        amount, values["margin"] = decimal(figure, 1), decimal(finding.error, 1)
        values |= {"damage": amount, "other": decimal(beside, 1), "points": amount, "cost": int(beside)}
    if kind in _SENTENCES:
        return gettext(_SENTENCES[kind], **values)
    number = int(beside if kind == "card-harmful" else figure)
    return numbered(_COUNTED[kind], number, payable=int(beside), **values)


def course(lead_changes: float, comebacks: float) -> str:
    """Return sentences on the course of matches: the mean number of lead changes, the share of comebacks."""
    return gettext(
        "The lead changes {times} times a match; in {percent} the winner was behind at half time.",
        times=decimal(lead_changes, 1),
        percent=f"{comebacks:.0%}",
    )


def _holders(finding: LabFinding, game: str, pool: str | None) -> list[str]:
    if not finding.decks:
        return []
    decks, more = cut([called(key, game, pool) for key in finding.decks], MOST_DECKS)
    if more:
        return [
            ngettext(
                "It is in {decks} and {number} more.", "It is in {decks} and {number} more.", more,
                decks=", ".join(decks),
            )
        ]  # fmt: skip
    return [gettext("It is in {decks}.", decks=listed(decks))]


def difference(worth: CardValue | Difference) -> str:
    """Return a sentence on the difference of two variants, and whether it is significant."""
    points, error, pairs = f"{abs(worth.mean):.0%}", f"{worth.error:.0%}", worth.pairs
    if abs(worth.mean) <= worth.error:
        return ngettext(
            "no significant difference in {number} pair of matches (± {error})",
            "no significant difference in {number} pairs of matches (± {error})",
            pairs, error=error,
        )  # fmt: skip
    if worth.mean > 0:
        return gettext("{points} more wins (± {error}); that is more than chance", points=points, error=error)
    return gettext("{points} fewer wins (± {error}); that is more than chance", points=points, error=error)


def of_times(now: Tally, before: Tally) -> str:
    """Return a sentence on whether a card was played in a larger or smaller share of matches than before."""
    more, error = now.rate - before.rate, hypot(now.error, before.error)
    points, margin = f"{abs(more):.0%}", f"{error:.0%}"
    if abs(more) <= error:
        return ngettext(
            "played as often as before, as far as {number} match can tell (± {error})",
            "played as often as before, as far as {number} matches can tell (± {error})",
            now.matches, error=margin,
        )  # fmt: skip
    if more > 0:
        return gettext(
            "played {points} more often (± {error}); that is more than chance", points=points, error=margin
        )
    return gettext(
        "played {points} less often (± {error}); that is more than chance", points=points, error=margin
    )


def card_line(number: str, line: CardLine, game: str, pool: str | None) -> str:
    """Return a line on a card: how often it was drawn, playable and played, and the win rates."""
    card = card_called(number, game, pool)
    if not line.drawn and not line.played:
        return gettext("{card}: never drawn", card=card)
    shares = {
        "drawn": f"{line.drawn / max(1, line.held):.0%}",
        "payable": f"{line.playable / max(1, line.held):.0%}",
        "played": f"{line.played / max(1, line.held):.0%}",
    }
    if not line.played and not line.playable:
        return gettext(
            "{card}: drawn in {drawn} of matches, could never be played", card=card, drawn=shares["drawn"]
        )
    if not line.played:
        return gettext("{card}: drawn {drawn}, payable {payable}, never played", card=card, **shares)
    return gettext(
        "{card}: drawn {drawn}, payable {payable}, played {played}; won then {won} of {number}",
        card=card, won=f"{line.rate:.0%}", number=grouped(line.played), **shares,
    )  # fmt: skip


def squad_line(key: str, report: LabReport) -> str:
    """Return a line on a squad: its win rate, and its best and worst opponents."""
    rate, against = report.decks[key], report.against[key]
    best, worst = [pick(against, key=lambda other: against[other].rate) for pick in (max, min)]
    return gettext(
        "{name} wins {percent} (± {margin}); most against {best} ({most}), least against {worst} ({least}).",
        name=called(key, report.game, None), percent=f"{rate.rate:.0%}", margin=f"{rate.error:.0%}",
        best=called(best, report.game, None), most=f"{against[best].rate:.0%}",
        worst=called(worst, report.game, None), least=f"{against[worst].rate:.0%}",
    )  # fmt: skip


def called(entrant: str, game: str, pool: str | None) -> str:
    """Return the name of a deck or a squad; for a deck made by the lab, its key."""
    building, loadouts = GAMES[game].decks, GAMES[game].lab.loadouts
    if loadouts is not None:
        return loadouts.called(entrant)
    deck = building.ready(pool).get(entrant) if building is not None else None
    return pgettext("card", deck.title) if deck is not None else entrant


def card_called(number: str, game: str, pool: str | None) -> str:
    """Return the name of a card with its set number; not escaped."""
    traced = traced_cards(GAMES[game])
    assert traced is not None, "only games with cards have any that are found wanting"
    return f"{pgettext('card', traced.cards(pool)[number].name)} ({number})"
