"""Faults planted in single cards: the lab names the card and its deck, not the deck that loses to it."""

from __future__ import annotations

from math import inf

import msgspec
import pytest

from bot.engine.cards.deckbuilding import Effect
from bot.games.computers import normal_player
from bot.games.registry import GAMES
from bot.matches.options import read_options
from bot.parts.workshop.lab.contests import Contest, PlayEffects
from bot.parts.workshop.lab.findings import KILLS, findings
from bot.parts.workshop.lab.plans import plan_for
from bot.parts.workshop.lab.processes import played
from bot.parts.workshop.lab.tallies import Count, Mean
from bot.parts.workshop.lab.worth import judging
from measures.soak.lab import Written, changed, given
from tests.parts.workshop.lab.test_lab import play
from tests.parts.workshop.sets.uploads import CLAWS

RIVALS = {"arclash": ("bow-and-throw", "three-cups"), "overcross": ("paper-court", "union-rules")}
"""The first deck has the planted card; with CST-58 both have it."""
SEEDS = {"arclash": "planted 6", "overcross": "planted"}
"""Few matches do not find every card: of six seeds four found Arclash's harm, two its strong Support."""
SETS = {"arclash": "ring", "overcross": "cornstalker"}


def doing(*effects: dict[str, object]) -> dict[str, object]:
    """Return the effects of a card that does this when it is played."""
    return {"abilities": [{"on": "played", "then": list(effects)}]}


def planted(game: str, number: str, fields: Written, games: int, entrants: tuple[str, ...] = ()) -> Contest:
    """Return matches of decks with another card of this number."""
    options: dict[str, object] = {"cards": changed(game, SETS[game], given(number, **fields))[0]}
    if game == "arclash":
        options["score"] = 5
    return Contest(
        game=game, player=normal_player(game).key, options=read_options(GAMES[game].rules, options, 2),
        seats=2, entrants=entrants or RIVALS[game], games=games, seed=SEEDS[game],
    )  # fmt: skip


ARCLASH_HARM = doing({"do": "draw", "count": 3, "whose": "opponents"})
ARCLASH_KILLER = doing(
    {"do": "debuff", "by": 300, "whose": "opponents"}, {"do": "level-down", "whose": "opponents"}
)
OVERCROSS_HARM = doing({"do": "discard", "whose": "you", "count": 2})
OVERCROSS_REFUSED = doing({"do": "draw"}, {"do": "damage", "to": {"pieces": "friend", "how": "all"}, "by": 6})
OVERCROSS_KILLER = doing({"do": "damage", "to": {"pieces": "enemy", "how": "all"}, "by": 6})


@pytest.mark.parametrize(
    ("game", "number", "fields", "games"),
    [("arclash", "RNG-12", ARCLASH_HARM, 30), ("overcross", "CST-58", OVERCROSS_HARM, 10)],
)
def test_a_card_that_harms_its_player_is_named_with_its_decks(
    game: str, number: str, fields: Written, games: int
) -> None:
    """The computer plays it; most plays cost its own side something and gain nothing."""
    contest = planted(game, number, fields, games)
    (card,) = findings(contest, played(play, contest), {})
    assert (card.kind, card.about) == ("card-harmful", number)
    assert card.figure > 0.75
    assert RIVALS[game][0] in card.decks


def test_a_card_that_the_computer_avoids_is_named_as_hardly_played() -> None:
    contest = planted("overcross", "CST-58", OVERCROSS_REFUSED, 20)
    (card,) = findings(contest, played(play, contest), {})
    assert (card.kind, card.about) == ("dead", "CST-58")
    assert card.figure >= card.beside > 0, "it could be played"


def test_a_too_strong_support_of_arclash_is_named_with_its_deck() -> None:
    contest = planted("arclash", "RNG-12", ARCLASH_KILLER, 20)
    trial = judging(contest, "RNG-12", 48, contest.games)
    assert trial is not None
    count, worth = played(play, contest), trial.measured(Count(), play)
    told = findings(contest, count, {"RNG-12": worth})
    assert {each.about for each in told} <= {"bow-and-throw", "RNG-12"}, "three-cups is the victim"
    (card,) = [each for each in told if each.about == "RNG-12"]
    assert (card.kind, card.decks) == ("card-strong", ("bow-and-throw",))


def test_a_too_strong_event_of_overcross_is_named_with_its_deck() -> None:
    contest = planted("overcross", "CST-61", OVERCROSS_KILLER, 6, ("moderation-queue", "paper-court"))
    told = findings(contest, played(play, contest), {})
    assert {each.about for each in told} <= {"moderation-queue", "CST-61"}, "paper-court is the victim"
    (card,) = [each for each in told if each.about == "CST-61"]
    assert (card.kind, card.decks, card.beside) == ("card-kills", ("moderation-queue",), 3)
    assert card.figure - card.error > KILLS * card.beside


@pytest.mark.parametrize(("damage", "kind"), [(4, None), (6, "card-hits")])
def test_a_shot_of_double_damage_is_found_and_others_are_not(damage: int, kind: str | None) -> None:
    """Both seats of Neo-Combat draw it, so no seat wins by it: the damage shows it."""
    cards = GAMES["neo-combat"].cards
    assert cards is not None
    text = CLAWS.decode().replace("by = 6", f"by = {damage}")
    claws = cards.library.add(cards.library.of([msgspec.toml.decode(text, type=cards.pool_type.set_type)]))
    contest = plan_for("neo-combat", claws.hash, ("CLW-01", "CLW-02"), 240).contest
    assert contest.games == 80
    found = findings(contest, played(play, contest), {})
    assert [(each.kind, each.about) for each in found] == ([(kind, "CLW-01")] if kind else [])


# The figures behind it


def test_a_play_counts_as_harm_if_it_costs_something_and_gains_nothing() -> None:
    assert deed(Effect(serves=-1)).harmful
    assert deed(Effect(cards=1), Effect(cards=-3)).harmful
    assert not deed(Effect(serves=-1), Effect(serves=1)).harmful, "a price that is paid"
    assert not deed(Effect(serves=-1), Effect(cards=1)).harmful, "a card is drawn for it"
    assert not deed().harmful, "nothing is told of it"


def deed(*effects: Effect) -> PlayEffects:
    found = PlayEffects()
    for effect in effects:
        found.add(effect)
    return found


def test_a_mean_has_the_margin_of_its_numbers() -> None:
    one, other = Mean(), Mean()
    for value in (1, 3, 1, 3):
        one.add(value)
        other.add(value)
    assert one.mean == 2
    assert one.margin() == pytest.approx(1.96 * (4 / 3 / 4) ** 0.5, rel=1e-4)
    one.join(other)
    assert (one.number, one.mean) == (8, 2)
    assert one.margin() < other.margin() < other.margin(20)
    assert Mean(1, 5, 25).margin() == inf
