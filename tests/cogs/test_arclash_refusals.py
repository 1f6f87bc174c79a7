"""What a player of Arclash who tries the impossible is told: its reason. Nothing changes."""

from __future__ import annotations

from typing import Any

import pytest
from simcord import MemberActor

from tests.cogs.arclash_table import begun, choose, offer_called, seated
from tests.cogs.club import Club
from tests.cogs.players import panel_under_board, press, said, words_of
from tests.games.arclash.table import Table

ANN = "Drop; hand Stream River Flame Turncoat Push Blank; deck Blaze Scout"
BEN = "Spark; hand Snuffer Ward"
FULL = [f"2 TST-{number:02}" for number in (5, 6, 10, 13, 14, 18, 31, 33, 35, 38, 43, 44, 45, 48, 49)]
"""A legal deck."""


async def refused(club: Club, member: MemberActor, line: str) -> str:
    """Let a player type a line such as "advance card:Stream"; return the sentence that refuses it.

    Nothing may have changed, nothing may have been posted, and the fault may not be ours.
    """
    command, _, rest = line.partition(" ")
    typed = dict([rest.split(":", 1)]) if rest else {}
    everybody = (None, club.ann, club.ben)
    before = [await club.match_view(each) for each in everybody]
    sent = len(club.channel.history())
    sentence = said(await member.slash(club.channel, f"arclash {command}", **typed))
    after = [await club.match_view(each) for each in everybody]
    for one, other in zip(before, after, strict=True):
        assert (one.view, one.match.version, one.awaited) == (other.view, other.match.version, other.awaited)
        assert list(one.legal) == list(other.legal)
    assert len(club.channel.history()) == sent
    assert "went wrong" not in sentence
    assert sentence.endswith((".", "?"))
    return sentence


IN_THE_ADVANCE_PHASE = [
    ("advance card:Blaze", '"Blaze" is not in your hand: there you have'),
    ("advance card:TST-02x", "is not a card"),
    ("advance card:banana", '"banana" is not a card: in your hand you have'),
    ("advance card:**@everyone**", "is not a card"),
    (
        "advance card:Flame",
        "Flame advances from an [Ember] Character of Level 1, and your current Character is Drop",
    ),
    ("advance card:River", "River advances from a [Tide] Character of Level 2"),
    ("advance card:Push", "Push is a Support: it is played in the battle"),
    ("pay card:Blank", "There is nothing to pay for: first put a Character face down."),
    ("withdraw", "There is nothing to take back"),
    ("play card:Push", "Supports are played in the Support stage: now is the Advance phase."),
    ("pass", "You pass in the Support stage: now is the Advance phase."),
    ("stay", "now is the Advance phase."),
    ("choose answer:yes", "No card asks you anything now."),
    ("deck deck:The Tides", "Decks are chosen before the match begins: now is the Advance phase."),
    ("bring cards:2 TST-01", "Decks are chosen before the match begins: now is the Advance phase."),
    ("open card:Drop", "You choose whom you begin with in the opening"),
    ("advance card:Steram", "did you mean Stream?"),
]


async def test_what_cannot_be_done_in_the_advance_phase_is_told_with_its_reason_arc_07(club: Club) -> None:
    await seated(club, Table(ANN, BEN))
    for line, sentence in IN_THE_ADVANCE_PHASE:
        told = await refused(club, club.ann, line)
        assert sentence.replace('"', "") in told.replace('"', "")
        assert "@everyone" not in told


async def test_a_cost_that_cannot_be_paid_says_what_it_is_and_what_there_is_arc_07(club: Club) -> None:
    await seated(club, Table("Drop Stream; hand River Push", "Spark Flame; hand Blaze"))
    told = await refused(club, club.ann, "advance card:River")
    assert "River asks you to discard a [Tide] card" in told
    assert told.endswith("and besides it you have no such card.")
    told = await refused(club, club.ben, "advance card:Blaze")
    assert "Blaze asks you to discard" in told


async def test_a_card_that_does_not_count_for_the_cost_is_refused_arc_07(club: Club) -> None:
    await seated(club, Table("Drop Stream; hand River Push Drop", "Spark"))
    await choose(club.ann, "River")
    told = await refused(club, club.ann, "pay card:Push")
    assert told.startswith("Push does not count for River")
    for line in ("stand", "advance card:Drop"):
        assert "lies face down already" in await refused(club, club.ann, line)
    assert "is not in your hand" in await refused(club, club.ann, "pay card:River")


async def test_a_second_choice_is_refused_until_the_first_is_withdrawn_arc_15(club: Club) -> None:
    await seated(club, Table(ANN, BEN))
    await choose(club.ann, "Stream")
    for line in ("advance card:Turncoat", "stand"):
        assert "You have chosen already: withdraw your choice" in await refused(club, club.ann, line)
    assert "There is nothing to take back" in await refused(club, club.ben, "withdraw")


async def test_after_the_reveal_a_choice_can_be_neither_changed_nor_taken_back_arc_07(club: Club) -> None:
    await seated(club, Table(ANN, BEN))
    panel = await panel_under_board(club, club.ann)
    other = offer_called(panel, "Turncoat")
    await choose(club.ann, "Stand")
    await choose(club.ben, "Snuffer")
    for line in ("withdraw", "advance card:Stream", "stand"):
        assert await refused(club, club.ann, line) == "It is not your turn. The match waits for Ben."
    before = await club.match_view(club.ann)
    await press(club.ann, panel, other)
    assert "That turn has passed" in words_of(panel)
    assert (await club.match_view(club.ann)).view == before.view


async def test_supports_are_played_in_turn_and_only_supports_arc_10(club: Club) -> None:
    await seated(club, Table.in_support("Drop; hand Stream Push", "Spark Flame; hand Ward Snuffer"))
    assert (await club.match_view(None)).awaited == {0}
    assert "It is not your turn" in await refused(club, club.ben, "play card:Ward")
    assert "It is not your turn" in await refused(club, club.ben, "pass")
    assert "Stream is a Character: only Supports are played" in await refused(
        club, club.ann, "play card:Stream"
    )
    assert "now is the Support stage" in await refused(club, club.ann, "advance card:Stream")


async def test_a_stack_is_renewed_with_a_level_1_of_the_hand_arc_13(club: Club) -> None:
    await seated(club, Table.after_battle("Drop Stream; hand Stream Drop Push", "Spark"))
    for card, what in (("Stream", "a Level 2 Character"), ("Push", "a Support")):
        told = await refused(club, club.ann, f"renew card:{card}")
        assert told == f"{card} is {what}: a stack begins with a Level 1 Character."


async def test_while_a_card_asks_nothing_else_is_done_and_nobody_else_answers_arc_06(club: Club) -> None:
    await seated(club, Table.in_support("Drop; hand Bargain Push Blank", "Spark Flame; hand Ward"))
    await club.ann.slash(club.channel, "arclash play", card="Bargain")
    assert "Bargain asks you something" in await refused(club, club.ann, "play card:Push")
    told = await refused(club, club.ann, "choose answer:perhaps")
    assert told == '"perhaps" is not an answer: you can say "yes" and "no".' or "is not an answer" in told
    assert "No card asks you anything now." in await refused(club, club.ben, "choose answer:yes")
    assert "It is not your turn" in await refused(club, club.ben, "play card:Ward")


ILLEGAL: list[tuple[str, list[str]]] = [
    ("2 TST-01, 2 TST-02", ["exactly 30 cards, and this one has 4: 26 too few"]),
    (", ".join([*FULL, "1 TST-01"]), ["exactly 30 cards, and this one has 31: 1 too many"]),
    (", ".join(["3 TST-05", *FULL[1:]]).replace("TST-49", "TST-48"), ["TST-05", "at most 2", "TST-48"]),
    (", ".join(["1 TST-04, 1 TST-08", *FULL[1:]]), ["Level 4"]),
    (", ".join(["2 TST-02", "2 TST-03", "2 TST-06", *FULL[2:4], *FULL[5:], "2 TST-32"]), ["Level 1"]),
    ("2 XYZ-99, 2 TST-02", ["XYZ-99"]),
    ("99 TST-01", ["99", "TST-01"]),
    ("Sprak x2", ["Spark"]),
    ("**@everyone** [link](http://example.org)", ["no card"]),
    (", ".join(FULL) + "\u202e\u0000", [""]),
]


async def test_an_illegal_deck_is_refused_with_every_fault_arc_01(club: Club) -> None:
    await begun(club, club.ben)
    for cards, faults in ILLEGAL:
        told = await refused(club, club.ann, f"bring cards:{cards}")
        for fault in faults:
            assert fault in told
        assert "@everyone" not in told
    assert (await club.match_view(None)).awaited == {0, 1}


BEFORE_THE_DECKS = [
    ("deck deck:nonesuch", "is not a ready deck"),
    ("open card:Spark", "You choose whom you begin with in the opening"),
    ("advance card:Spark", "You have no hand before the first turn."),
    ("stand", "now all choose their decks"),
]


async def test_in_the_opening_decks_come_first_arc_05(club: Club, subtests: pytest.Subtests) -> None:
    await begun(club, club.ben)
    assert "The Embers" in said(await club.ann.slash(club.channel, "arclash deck", deck="The Ember"))
    for line, sentence in BEFORE_THE_DECKS:
        with subtests.test(line):
            assert sentence in await refused(club, club.ann, line)


async def test_one_begins_with_a_level_1_of_the_own_deck_arc_05(club: Club) -> None:
    await begun(club, club.ben)
    await choose(club.ann, "The Embers")
    await choose(club.ben, "The Tides")
    told = await refused(club, club.ann, "open card:Drop")
    assert "is not a Level 1 Character of your deck" in told
    told = await refused(club, club.ann, "open card:Flame")
    assert "is not a Level 1 Character of your deck" in told
    assert "Tide" not in told


async def test_a_refusal_tells_nothing_of_the_hands_of_others_arc_15(club: Club) -> None:
    """A card is refused in the same words, whether another holds it, has it in a deck, or nobody has."""
    told: list[Any] = []
    for table in (
        Table("Drop; hand Push", "Spark; hand Flame; deck Blank"),
        Table("Drop; hand Push", "Spark; hand Blank; deck Flame"),
    ):
        if not told:
            await seated(club, table)
        await club.set_up(table.state)
        told.append(await refused(club, club.ann, "advance card:Flame"))
    assert told[0] == told[1]


async def test_a_match_has_two_to_six_seats_arc_04(club: Club) -> None:
    told = said(await club.ann.slash(club.channel, "match new", game="arclash", seats=7))
    assert told == "A match of Arclash has 2, 3, 4, 5 or 6 seats, not 7."
    assert club.channel.history() == []


BAD_OPTIONS = [
    ("score=-1", "score"),
    ("score=201", "score"),
    ("rounds=201", "rounds"),
    ("cards=nonesuch", "nonesuch"),
    ("scoer=5", "score"),
    ("score=many", "score"),
]


async def test_bad_options_are_refused_before_a_lobby_is_opened_arc_04(club: Club) -> None:
    for options, sentence in BAD_OPTIONS:
        told = said(await club.ann.slash(club.channel, "match new", game="arclash", seats=2, options=options))
        assert sentence in told
        assert "went wrong" not in told
    assert club.channel.history() == []
