"""What a player of Arclash who tries the impossible is told: its reason. Nothing changes."""

from __future__ import annotations

import pytest
from simcord import MemberActor

from tests.cogs.arclash_table import begun, choose, offer_called, seated
from tests.cogs.club import Club
from tests.cogs.players import panel_under_board, press, said, words_of
from tests.games.arclash.table import Table


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
    assert "An error occurred" not in sentence
    assert sentence.endswith((".", "?"))
    return sentence


ANN = "Drop; hand Stream Flame Turncoat Push Blank"
BEN = "Spark; hand Snuffer Ward"
OPENING = [
    ("bring cards:2 TST-01, 2 TST-02", "exactly 30 cards, and this one has 4: 26 too few"),
    ("bring cards:2 XYZ-99, 2 TST-02", "XYZ-99"),
    ("bring cards:Sprak x2", "Spark"),
    ("bring cards:**@everyone** [link](http://example.org)", "no card"),
    ("bring cards:2 TST-02\u202e\u0000", ""),
    ("deck deck:nonesuch", "is not a ready deck"),
    ("open card:Spark", "You choose the Character you begin with in the opening"),
    ("stand", "now all choose their decks"),
]
ADVANCE = [
    ("advance card:TST-02x", "is not a card"),
    ("advance card:banana", '"banana" is not a card: in your hand you have'),
    ("advance card:**@everyone**", "is not a card"),
    (
        "advance card:Flame",
        "advances from an [Ember] Character of Level 1, and your current Character is Drop",
    ),
    ("advance card:Push", "Push is a Support: it is played in the battle"),
    ("advance card:Steram", "did you mean Stream?"),
    ("pay card:Blank", "There is nothing to pay for: first put a Character face down."),
    ("withdraw", "There is nothing to take back"),
    ("pass", "You pass in the Support stage: now is the Advance phase."),
    ("choose answer:yes", "No card asks you anything now."),
    ("deck deck:The Tides", "Decks are chosen before the match begins: now is the Advance phase."),
    ("bring cards:2 TST-01", "Decks are chosen before the match begins: now is the Advance phase."),
]
SUPPORT = [
    ("play card:Stream", "Stream is a Character: only Supports are played"),
    ("advance card:Stream", "now is the Support stage"),
]
RENEW = [("renew card:Stream", "Stream is a Level 2 Character: a stack begins with a Level 1 Character.")]


async def test_what_cannot_be_done_is_refused_with_its_reason_in_each_phase(
    club: Club, subtests: pytest.Subtests
) -> None:
    """ARC-01, ARC-05, ARC-07, ARC-10, ARC-13: and Ann's own choice is taken as soon as it is possible."""
    await begun(club, club.ben)
    support = Table.in_support("Drop; hand Stream Push", "Spark Flame; hand Ward")
    phases = [
        (None, OPENING),
        (Table(ANN, BEN), ADVANCE),
        (support, SUPPORT),
        (Table.after_battle("Drop Stream; hand Stream Drop", "Spark"), RENEW),
    ]
    for table, lines in phases:
        if table is not None:
            await club.set_up(table.state)
        for line, sentence in lines:
            with subtests.test(line):
                told = await refused(club, club.ann, line)
                assert sentence.replace('"', "") in told.replace('"', "")
                assert "@everyone" not in told
    await club.set_up(support.state)
    assert "It is not your turn" in await refused(club, club.ben, "play card:Ward")


async def test_after_the_reveal_a_choice_can_be_neither_changed_nor_taken_back_arc_07(club: Club) -> None:
    await seated(club, Table(ANN, BEN))
    panel = await panel_under_board(club, club.ann)
    other = offer_called(panel, "Turncoat")
    await choose(club.ann, "Stand")
    for line in ("advance card:Turncoat", "stand"):
        assert "You have chosen already: withdraw your choice" in await refused(club, club.ann, line)
    await choose(club.ben, "Snuffer")
    for line in ("withdraw", "advance card:Stream", "stand"):
        assert await refused(club, club.ann, line) == "It is not your turn. The match waits for Ben."
    before = await club.match_view(club.ann)
    await press(club.ann, panel, other)
    assert "That turn is over" in words_of(panel)
    assert (await club.match_view(club.ann)).view == before.view


async def test_a_refusal_tells_nothing_of_the_hands_of_others_arc_15(club: Club) -> None:
    """A card is refused in the same words, whether another holds it, has it in a deck, or nobody has."""
    await begun(club, club.ben)
    told = set()
    for held, deck in (("Flame", "Blank"), ("Blank", "Flame"), ("Blank", "Blank")):
        await club.set_up(Table("Drop; hand Push", f"Spark; hand {held}; deck {deck}").state)
        told.add(await refused(club, club.ann, "advance card:Flame"))
    assert len(told) == 1


async def test_seats_and_options_that_cannot_be_open_no_lobby_arc_04(club: Club) -> None:
    for seats, options, sentence in (
        (7, "", "A match of Arclash has 2, 3, 4, 5 or 6 seats, not 7."),
        (2, "score=201", "score"),
        (2, "cards=nonesuch", "nonesuch"),
    ):
        words = {"options": options} if options else {}
        told = said(await club.ann.slash(club.channel, "match new", game="arclash", seats=seats, **words))
        assert sentence in told
        assert "An error occurred" not in told
    assert club.channel.history() == []
