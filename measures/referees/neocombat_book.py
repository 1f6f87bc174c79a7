"""What the referee of Neo-Combat takes from the rulings as numbers, and what it compares with the product."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from measures.referees import Facts

SET = Path(__file__).parents[2] / "data/neo-combat/sets/core.toml"
GONE, CENTRE, NEW, NONE = -1, 0, -1, -1
_WORDS = "fighter tough flamer accurate firepower sensors sniper berserk"
LETTERS = dict(zip("FTLAPSNB", _WORDS.split(" "), strict=True))
# NEO-02: speed, health, attributes of A1 to A9, B1 to B9, C1 to C6
_ROSTER = """
    2/6 FTL, 1/6 TAP, 3/5 FSN, 2/6 SAN, 3/5 FB, 2/5 SANL, 1/7 TBP, 2/7 TPL, 1/6 SAP,
    2/6 TSN, 2/6 SAN, 2/6 TFB, 1/7 APB, 2/5 TAPL, 2/5 SFB, 3/6 SPL, 2/6 TFP, 1/6 SAP,
    2/8 TP, 3/6 AN, 2/7 SA, 3/6 FL, 1/8 TPL, 3/5 SF
"""
ROSTER = [
    (int(numbers[0]), int(numbers[2]), {LETTERS[letter] for letter in letters})
    for numbers, letters in (each.split() for each in _ROSTER.split(","))
]
DETECT, SPOT, SPOT_OR_SNAPSHOT, BURST, AIMED, HEAVY, SNIPER_SHOT, FLAMER = range(8)
SLASH, COMBINATION, KILLING_BLOW, ARMOUR, DODGE, COVER, PARRY, JAMMER = range(8, 16)
STUN, DRESSING, RESUPPLY, EMERGENCY_CLOAK = range(16, 20)
SHOTS = {SPOT_OR_SNAPSHOT: 1, BURST: 2, AIMED: 2, HEAVY: 3, SNIPER_SHOT: 3, FLAMER: 3}
STRIKES = {SLASH: 3, COMBINATION: 2, KILLING_BLOW: 4}
EXTRA = {DETECT: "sensors", SPOT: "sensors", AIMED: "accurate", COMBINATION: "fighter", PARRY: "fighter"}
ANSWERS = {
    "shot": {ARMOUR, DODGE, COVER},
    "flame": {DODGE},
    "strike": {ARMOUR, DODGE, PARRY},
    "sensor": {JAMMER},
}
LEAVES = {ARMOUR, DODGE, COVER, JAMMER, EMERGENCY_CLOAK}  # NEO-13, NEO-17
HIDDEN = {"deck", "varans", "hands", "plans", "offers", "kept"}
"""The facts of which a viewer sees only a part (NEO-18)."""
AGAIN = {"shot": "firepower", "strike": "berserk"}  # NEO-07
TOKEN = ("sector", "revealed", "sideways", "moved", "spared")
FIGHT = ("seat", "card", "target", "kind", "by", "again")
MOST_DRAWN = 20
"""How many cards action cards may let a seat draw in a turn; in no ruling."""


def worth(varan: int) -> int:
    """Return what a varan counts for balanced teams (NEO-01a)."""
    speed, health, attributes = ROSTER[varan]
    good = {"fighter", "accurate", "sensors"}
    return speed + health + sum(2 if each in good else 1 for each in attributes)


def no_plan() -> dict[str, list[Any]]:
    return {"dress": [], "cloak": [], "shuffle": [], "discard": []}


def read(state: Any) -> Facts:
    """Return what the rulings speak of in a state of the product."""
    facts = common(state) | {"varans": list(state.varans), "deck": list(state.deck.order)}
    facts["knowledge"] = known(state)
    if state.phase == "over":
        return facts
    return facts | {
        "hands": [list(hand) for hand in state.hands],
        "discard": list(state.deck.discard),
        "plans": [plan_of(plan) for plan in state.plans],
        "offers": [list(offer) for offer in state.offers],
        "kept": [sorted(kept) for kept in state.kept],
    }


def seen(view: Any) -> Facts:
    """Return what the rulings speak of in a view of the product."""
    return common(view) | {
        "knowledge": known(view),
        "hands": list(view.hands),
        "deck": view.deck,
        "discard": list(view.discard),
        "hand": list(view.hand),
        "varans": list(view.varans),
        "offer": list(view.offer),
        "kept": sorted(view.kept),
        "plan": plan_of(view.plan),
    }


def _of(thing: Any, name: str) -> Any:
    """Return what the product has as a field and the referee in a dict."""
    return thing[name] if isinstance(thing, dict) else getattr(thing, name)


def plan_of(plan: Any) -> Facts:
    return {name: sorted(_of(plan, name)) for name in no_plan()}


def known(source: Any) -> list[list[tuple[Any, ...]]]:
    return [
        [(record.varan, record.claimed, record.speed) for record in known.possible(token)]
        for known in source.knowledge
        for token in range(len(known.tokens))
    ]


def common(source: Any) -> Facts:
    """Return what a state of the product, a view and the referee have by the same names."""
    facts = {name: _of(source, name) for name in ("phase", "turn", "first")}
    facts |= {name: list(_of(source, name)) for name in ("wounds", "kills", "dealt", "out")}
    facts["removed"] = sorted(source.removed)
    if source.phase == "over":
        return facts
    fight, second, tokens = source.fight, source.second, enumerate(source.tokens)
    facts |= {name: _of(source, name) for name in ("hurt", "quiet")}
    facts["ready"], facts["freed"] = list(source.ready), sorted(source.freed)
    facts["tokens"] = [
        (number, *(_of(token, name) for name in TOKEN), sorted(_of(token, "used")))
        if _of(token, "sector") != GONE
        else "gone"
        for number, token in tokens
    ]
    facts["fight"] = fight and tuple(_of(fight, name) for name in FIGHT)
    facts["second"] = second and (_of(second, "user"), _of(second, "kind"))
    if source.phase in ("specials", "movement", "combat"):
        facts["current"] = source.current
    if source.phase == "movement":
        facts |= {"step": (source.cloaked, source.step), "stopped": sorted(source.stopped)}
    if source.phase == "combat":
        facts["passed"] = sorted(source.passed)
    return facts


def variant(rng: random.Random, seats: int) -> dict[str, Any]:
    """Return random options."""
    team = rng.randint(1, min(5, len(ROSTER) // seats))
    deals = ["random", "draft"] if team < len(ROSTER) // seats else ["random"]
    if team in (3, 4) and seats < 5:
        deals.append("balanced")
    ends = ["score", "first", "last"] + (["second"] if seats > 3 else [])
    return {
        "team": team,
        "deal": rng.choice(deals),
        "wounds": rng.randint(0, 4),
        "draw": rng.choice(("alive", "even", "catch-up", "comeback")),
        "end": rng.choice(ends),
        "kills": rng.randint(1, 4),
        "turns": rng.choice((8, 20)),
    }


def refused(rng: random.Random, seats: int) -> dict[str, Any]:
    """Return options that no match has."""
    most = len(ROSTER) // seats
    faults: list[dict[str, Any]] = [
        {"wounds": 5},
        {"turns": 7},
        {"hours": 73},
        {"team": 9},
    ]  # NEO-04c, NEO-16a
    if most < 8:
        faults += [{"team": most + 1}, {"team": most, "deal": "draft"}]  # NEO-01, NEO-01a
    if seats < 4:
        faults.append({"end": "second"})  # NEO-16
    return rng.choice(faults)
