"""Matches of Arclash on Discord: tables with test cards, and players who choose from the offers."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from simcord import MemberActor

from bot.games.registry import GAMES
from bot.matches.model import Person
from cogs.kit.controls import ComponentId
from tests.cogs.club import Club
from tests.cogs.players import Offer, controls_of, moves_offered, panel_in_dm, press, words_of
from tests.cogs.quickly import open_quickly
from tests.games.arclash.cards_for_tests import POOL
from tests.games.arclash.table import Table

SHORT = "score=4 rounds=6"
"""Options of a match that ends soon."""
OWN_DECK = ", ".join(
    f"2 TST-{number:02}" for number in (5, 6, 10, 13, 14, 18, 31, 33, 35, 38, 43, 44, 45, 48, 49)
)
"""A legal deck of test cards, as it is typed."""
RELUCTANT = ("stand", "pass", "stay")
ASIDE = ("read", "withdraw")
"""Keys that lead to no action, or back."""


async def begun(club: Club, *others: MemberActor) -> None:
    """Let Ann and these others begin a match with the test cards.

    The library learns the cards as those of a loaded match: no server has added them.
    """
    GAMES["arclash"].rules.learn_cards(POOL.encoded)
    ann, cards = Person(club.ann.id, "Ann"), {"cards": POOL.hash}
    info = await open_quickly(club, ann, game="arclash", options=cards, seats=1 + len(others))
    await club.bot.publish_pending(info.id)
    for other in others:
        await other.slash(club.channel, "match join")
    await club.ann.slash(club.channel, "match start")


async def seated(club: Club, table: Table) -> None:
    """Seat Ann and as many others as the match has seats."""
    await begun(club, *(club.ben, club.cleo, club.dan, club.eve, club.fay)[: table.state.seats - 1])
    await club.set_up(table.state)


def key_of(offer: Offer) -> str:
    """Return the key of a choice in the game's menu."""
    custom_id, value = offer
    return value or ComponentId.decode(custom_id).path[-1]


def a_bold_offer(panel: Any, rng: random.Random) -> Offer:
    """Choose from a panel's offers, seldom to stand, pass or stay, and never to read.

    A panel that only offers to undo a choice is outdated; that press refreshes it.
    """
    offers = moves_offered(panel)
    assert offers, f"nothing is offered: {words_of(panel)}"
    forward = [offer for offer in offers if key_of(offer) not in ASIDE] or offers[:1]
    return rng.choices(forward, [1 if key_of(offer) in RELUCTANT else 3 for offer in forward])[0]


def a_bold_action(legal: Sequence[Any], rng: random.Random) -> Any:
    """Choose a legal action, seldom to stand, pass or stay, and never undo."""
    tags = [action.__struct_config__.tag for action in legal]
    forward = [action for action, tag in zip(legal, tags, strict=True) if tag not in ASIDE] or legal
    weights = [1 if action.__struct_config__.tag in RELUCTANT else 3 for action in forward]
    return rng.choices(forward, weights)[0]


async def choose(member: MemberActor, *words: str) -> None:
    """Let a player choose in their DM, one after another, the offers that begin with these words."""
    for word in words:
        panel = panel_in_dm(member.user)
        await press(member.user, panel, offer_called(panel, word))


def offer_called(panel: Any, word: str) -> Offer:
    """Return the one choice of a panel whose label begins with this word."""
    found = [offer for offer, label in labelled_offers(panel) if label.startswith(word)]
    assert len(found) == 1, f"{word!r} is not one of {[label for _, label in labelled_offers(panel)]}"
    return found[0]


def labelled_offers(panel: Any) -> list[tuple[Offer, str]]:
    """Return all offers of a panel with their visible labels."""
    found: list[tuple[Offer, str]] = []
    offers = set(moves_offered(panel))
    for part in controls_of(panel):
        options = part.get("options") or [{"value": None, "label": part.get("label") or ""}]
        found += [((part["custom_id"], one["value"]), one["label"]) for one in options]
    return [(offer, label) for offer, label in found if offer in offers]


def choices_in_dm(member: MemberActor) -> list[str]:
    """Return the labels of all offers in a player's DM."""
    return [label for _, label in labelled_offers(panel_in_dm(member.user))]


async def decided(club: Club, member: MemberActor, *words: str) -> None:
    """Let a player choose in their DM as soon as the match waits for them; others pass until then."""
    while member.id not in live_panels(club):
        match_view = await club.match_view(None)
        await choose(club.members(match_view.match)[next(iter(match_view.awaited))], "Pass")
    await choose(member, *words)


def live_panels(club: Club) -> dict[int, int]:
    """Return for each person the number of DMs with controls, if any."""
    people = (club.ann, club.ben, club.cleo, club.dan, club.eve, club.fay)
    found = {
        member.id: sum(bool(moves_offered(post)) for post in member.user.dm_channel.history())
        for member in people
    }
    return {person: count for person, count in found.items() if count}
