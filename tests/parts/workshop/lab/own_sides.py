"""Small sets of Overcross with a side, points and objectives of their own, made for tests of the lab."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.engine.cards.files.spreadsheet import to_toml

Card = Mapping[str, Any]
SWEEP: Card = {
    "number": "TEA-40",
    "name": "Spilled Kettle",
    "genre": "Modern",
    "deck": 3,
    "play": 3,
    "abilities": [
        {
            "on": "played",
            "then": [{"do": "damage", "to": {"pieces": "enemy", "how": "all"}, "by": 6}],
        }
    ],
}
"""A planted card: it kills nearly everything."""
HARM: Card = {**SWEEP, "name": "Broken Cup", "abilities": [
    {"on": "played", "then": [{"do": "discard", "whose": "you", "count": 2}]}
]}  # fmt: skip


def own_side(
    points: int = 60,
    *,
    objectives: tuple[str, ...] = (),
    leader: bool = False,
    deck: bool = True,
    planted: Card | None = SWEEP,
    side: str = "Tea House",
) -> bytes:
    """Return a card file of twelve plain Characters, perhaps a Leader, and a planted Event."""
    cards = [
        {
            "number": f"TEA-{number:02}",
            "name": f"Guest {number}",
            "genre": "Modern",
            "side": side,
            "deck": 3 + number % 3,
            "play": 1 + number % 3,
            "speed": 3,
            "defense": 3 + number % 2,
            "attacks": [{"reach": "fist", "acc": 4, "dmg": 2 + number % 2}],
        }
        for number in range(1, 13)
    ]
    copies: dict[str, int] = {}
    left = points - (3 * planted["deck"] if planted else 0)
    for card in cards * 3:
        if card["deck"] <= left and copies.get(card["number"], 0) < 3:
            copies[card["number"]] = copies.get(card["number"], 0) + 1
            left -= card["deck"]
    document: dict[str, Any] = {"key": "tea", "title": "The Tea House", "characters": cards}
    if leader:
        boss = {
            **cards[0],
            "number": "TEA-30",
            "name": "Hostess",
            "mark": "leader",
            "deck": 0,
            "play": 0,
            "defense": 6,
        }
        document["characters"] = [*cards, boss]
    if planted:
        document["events"] = [{**planted, "side": side}]
        copies[planted["number"]] = 3
    if deck:
        ready: dict[str, Any] = {"title": "House Blend", "points": points, "cards": copies}
        if objectives:
            ready["objectives"] = list(objectives)
        document["decks"] = {"house-blend": ready}
    return to_toml(document).encode()
