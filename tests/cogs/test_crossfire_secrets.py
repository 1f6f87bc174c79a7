"""No message to the channel in a match of Crossfire names a card of a hand before it is public (CRF-26)."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import msgspec
from simcord.components import walk_components

from bot.games.crossfire.rules import cards
from bot.games.crossfire.rules.view import CrossfireView
from bot.matches.model import MatchView
from cogs.kit.controls import ComponentId
from tests.cogs.club import NARROW, Club
from tests.cogs.nonces import live
from tests.cogs.players import (
    an_eventful_offer,
    check_result,
    play_by_dm,
    said,
)
from tests.games.crossfire.table import Table

RANKS = {"A": 1, "T": 10, "J": 11, "Q": 12, "K": 13, **{str(number): number for number in range(2, 11)}}
RANKS |= {name: rank for rank, name in enumerate(cards.RANKS, start=1)}
MARKED = re.compile(r"(10|[2-9AJQK])\s?([♣♦♥♠])")
TYPED = re.compile(r"(?<![\w-])(10|[2-9ATJQK])([cdhs])(?![a-z0-9])")
NAMED = re.compile(r"(Ace|10|[2-9]|Jack|Queen|King) of (clubs|diamonds|hearts|spades)")
JOKER = re.compile(r"\bJo(?:ker)?\b")
SUITS = {**{mark: n for n, mark in enumerate("♣♦♥♠")}, **{letter: n for n, letter in enumerate("cdhs")}}
SUITS |= {name: number for number, name in enumerate(cards.SUITS)}

Face = tuple[int, int | None]
"""Rank and suit of a card, of any pack."""


def named_in(words: str) -> set[Face]:
    """Return the cards named in words, in any notation of cards."""
    found = {
        (RANKS[rank], SUITS[suit])
        for pattern in (MARKED, TYPED, NAMED)
        for rank, suit in pattern.findall(words)
    }
    return found | ({(0, None)} if JOKER.search(words) else set())


def face(card: int) -> Face:
    return (cards.rank(card), cards.suit(card))


def lying_open(view: CrossfireView) -> set[Face]:
    """Return the cards that everybody can see."""
    piles = [card for pile in view.board if pile is not None for card in pile.all_cards]
    drawn = [card for draw in view.start for card in draw if card is not None]
    known = [card for row in (*view.discards, *view.shown) for card in row]
    return {face(card) for card in (*piles, *drawn, *known) if card >= 0}


class Bystander:
    """Reads all messages to the channel during a match, and stores the cards that have been public."""

    def __init__(self, club: Club) -> None:
        self.club = club
        self.read = len(club.env.http_requests)
        self.seen: set[Face] = set()
        self.told: set[Face] = set()
        """The cards that the channel has named."""

    def __call__(self, match_view: MatchView) -> bool:
        """Read the new messages in this position; never ask to stop."""
        self.seen |= lying_open(match_view.view)
        for body in self._new():
            words = "\n".join(written(body))
            assert named_in(words) <= self.seen, words
            self.told |= named_in(words)
            assert steps_of(body) <= {(), ("crossfire", "0"), ("post",)}  # rules, and the film of the result
            files = {file["filename"] for file in body.get("attachments", ())}
            assert files <= {"board.png", "story.png", f"tablepost-{match_view.match.id}.json"}
        return False

    def _new(self) -> Iterator[Any]:
        """Return the bodies of the posts and edits in the channel since the last call."""
        requests = self.club.env.http_requests[self.read :]
        self.read += len(requests)
        mine = f"/channels/{self.club.channel.id}/messages"
        return (each.json for each in requests if each.path.startswith(mine) and isinstance(each.json, dict))


def written(body: Any) -> Iterator[str]:
    """Return all texts of a message: content, labels, alt texts, custom_ids and file names."""
    yield body.get("content") or ""
    yield from (f"{file['filename']} {file.get('description') or ''}" for file in body.get("attachments", ()))
    for part in walk_components(body.get("components") or []):
        yield msgspec.json.encode(part).decode()


def steps_of(body: Any) -> set[tuple[str, ...]]:
    """Return the menu paths in the controls of a message."""
    parts = walk_components(body.get("components") or [])
    return {ComponentId.decode(str(part["custom_id"])).path for part in parts if part.get("custom_id")}


def test_cards_are_found_in_every_notation() -> None:
    assert named_in("Ann lays 7♥ on c3 and holds 10 of spades") == {(7, 2), (10, 3)}
    assert named_in("tp:pick:abc:7:6h-2.l12 and Kd of seat 2, Tc") == {(6, 2), (13, 1), (10, 0)}
    assert named_in('{"custom_id":"tp:pick:abc:7:Jo"}') == {(0, None)}
    assert named_in("c3, d4: nothing; a 7 or higher; match 4c7h2; jokers: 2") == set()


async def test_a_match_by_dm_names_no_card_in_the_channel_before_it_is_public_crf_26(club: Club) -> None:
    """Also after restarts; only awaited players have controls."""
    await club.started(club.ben, game="crossfire", options=NARROW)
    bystander = Bystander(club)

    def looked_at(match_view: MatchView) -> bool:
        for seat, member in enumerate((club.ann, club.ben)):
            playable = live(member.user.dm_channel.history(), "pick")
            assert len(playable) == (seat in match_view.awaited)
        return bystander(match_view)

    rng = random.Random(7)
    assert await play_by_dm(club, rng, restart_every=9, choose=an_eventful_offer, until=looked_at) > 10
    looked_at(await club.match_view(None))
    assert len(bystander.told) > 5
    await check_result(club)


async def test_the_use_of_a_hand_reveals_nothing_to_others_crf_26(club: Club) -> None:
    await club.started(club.ben, game="crossfire", options="")
    await club.set_up(Table("c2:10", "c8:10", hand="Kc 2c 7h 3s", hands={2: "9d Qs 4h"}).state)
    bystander = Bystander(club)
    private = len(club.env.http_requests)
    found = await club.ann.autocomplete(club.channel, "crossfire discard", "card", "")
    assert {offer["value"] for offer in found} == {"Kc", "2c", "7h", "3s"}
    for member in (club.ben, club.eve):
        for typed in ("", "K", "9d"):
            assert await club.ann.autocomplete(club.other, "crossfire discard", "card", typed) == []
            assert await member.autocomplete(club.channel, "crossfire discard", "card", typed) == []
    held = said(await club.ann.slash(club.channel, "crossfire discard", card="9d of seat 2"))
    free = said(await club.ann.slash(club.channel, "crossfire discard", card="8d of seat 2"))
    assert held.replace("9", "8") == free, "a refusal tells no card of another"
    for command in ("hand", "match board", "match status", "match past history"):
        await club.ann.slash(club.channel, command)
    await club.ann.slash(club.channel, "match board", text=True)
    await club.ann.slash(club.channel, "crossfire discard", card="7h")
    bystander(await club.match_view(None))
    assert bystander.told == {(7, 2)}
    for request in club.env.http_requests[private:]:
        if request.path.endswith("/callback") and request.json["type"] in (4, 5):
            assert request.json["data"]["flags"] & 64
    to_ben = words_to(club, club.ben.user.dm_channel.id, private)
    assert named_in(to_ben) & {(13, 0), (2, 0), (3, 3)} == set()
    assert {(9, 1), (12, 3), (4, 2)} <= named_in(to_ben)


def words_to(club: Club, channel: int, since: int) -> str:
    """Return all texts sent to a channel or DM since then."""
    requests = club.env.http_requests[since:]
    bodies = [each.json for each in requests if each.path.startswith(f"/channels/{channel}/messages")]
    return "\n".join(words for body in bodies if isinstance(body, dict) for words in written(body))
