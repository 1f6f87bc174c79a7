"""The list of golden playthroughs: which game, which options, who plays, and what has to happen in each."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import msgspec

from bot.engine.cardgames import PoolLibrary
from bot.games.arclash.cards.cards import Pool
from bot.games.arclash.rules.rules import ArclashRules
from bot.games.arclash.wording.wording import ArclashWording
from bot.games.neocombat.cards.cards import Pool as NeoPool
from bot.games.neocombat.rules.rules import NeoCombatRules
from bot.games.neocombat.wording.wording import NeoCombatWording
from bot.games.overcross.cards.cards import Pool as OvercrossPool
from bot.games.overcross.rules.rules import OvercrossRules
from bot.games.overcross.wording.wording import OvercrossWording
from bot.players import COMPUTERS
from bot.players.opponent import Opponent
from bot.registry import GAMES
from tests.games.overcross.eager import Raider
from tests.golden.lively import Lively
from tests.golden.recording import Spoken

FILES: Final = Path(__file__).parent / "files"
"""Where the playthroughs are kept, one file each."""


def _kept_cards(folder: str, pool: Any) -> PoolLibrary[Any]:
    files = sorted((Path(__file__).parent / "cards" / folder).glob("*.toml"))
    return PoolLibrary(
        pool([msgspec.convert(tomllib.loads(file.read_text("utf-8")), pool.set_type) for file in files])
    )


CARDS: Final = _kept_cards("", Pool)
"""Sets of Arclash as they were when its matches were written down: a change to those that ship, made for the
sake of balance, changes nothing here."""
NEO_CARDS: Final = _kept_cards("neo-combat", NeoPool)
"""Those of Neo-Combat."""
OVERCROSS_CARDS: Final = _kept_cards("overcross", OvercrossPool)
"""Those of Overcross."""

GAMES_BY_KEY: Final[Mapping[str, Spoken]] = MappingProxyType(
    {key: Spoken(game.rules, game.wording) for key, game in GAMES.items()}
    | {"arclash": Spoken(ArclashRules(CARDS), ArclashWording(CARDS))}
    | {"neo-combat": Spoken(NeoCombatRules(NEO_CARDS), NeoCombatWording(NEO_CARDS))}
    | {"overcross": Spoken(OvercrossRules(OVERCROSS_CARDS), OvercrossWording(OVERCROSS_CARDS))}
)
"""Every game that can be played through."""

PLAYERS: Final[Mapping[str, Opponent]] = MappingProxyType(
    {
        **COMPUTERS,
        "fighter": Lively(
            {
                "lay": 12,
                "support": 3,
                "attack": 14,
                "answer": 16,
                "rebuild": 4,
                "replace": 3,
                "keep-one": 5,
                "tower": 30,
            }
        ),
        "general": Lively({"play": 6, "attack": 9, "move": 5, "use": 3, "choose": 9, "discard": 9}),
        "raider": Raider(OVERCROSS_CARDS.standard),
        "hero": Lively({"advance": 12, "pay": 20, "play": 5, "choose": 9, "stand": 2, "stay": 9, "pass": 2}),
        "hunter": Lively(
            {"play": 40, "defend": 40, "pass": 12, "move": 14, "stop": 5, "cloak": 12, "shuffle": 12}
            | {"dress": 30, "discard": 3, "ready": 14, "keep": 20}
        ),
    }
)
"""Every player by the name that the table below uses."""


class Playthrough(NamedTuple):
    """One golden playthrough."""

    game: str
    seats: int
    options: Mapping[str, Any]
    """Those that differ from the game's own."""
    seed: int
    """The number from which the seed of the match and the moods of the players come."""
    players: tuple[str, ...]
    """One a seat."""
    shows: frozenset[str]
    """The tags of facts that have to occur in it."""
    opening: tuple[tuple[int, str], ...] = ()
    """What is played first, as told: the seat, numbered from 1, and its action as JSON."""
    most_actions: int = 1_000
    """Where the recording stops if the match has not ended."""


def path_of(name: str) -> Path:
    """Return the file of a playthrough."""
    return FILES / f"{name}.txt"


_SKIRMISH = frozenset(
    {
        "squad-picked",
        "squad-placed",
        "seat-ready",
        "squads-revealed",
        "deployed",
        "first-player",
        "turn-began",
    }
    | {"moved", "shot", "match-over"}
)
_CARDS = frozenset(
    {
        "turn-began",
        "drew",
        "laid",
        "supported",
        "attacked",
        "answered",
        "lapsed",
        "seized",
        "probed",
        "rebuilt",
    }
    | {"kept-one", "towered", "replaced", "discarded"}
)
_CLASH = frozenset(
    {"chose", "withdrew", "opened", "turn-began", "prepared", "payment-chosen", "revealed", "advanced"}
    | {"support-stage", "played", "passed", "power-changed", "drew", "took", "discarded"}
    | {"battle", "levelled-down", "recovered", "renewed", "decided", "tie-rolled", "match-over"}
)
_HUNT = frozenset(
    {"turn-began", "drew", "step-began", "moved", "stopped", "combat-began", "passed", "played", "claimed"}
    | {"revealed", "window-opened", "defended", "undefended", "fended", "hit", "killed", "turned"}
    | {"second-follows", "repair-began", "planned", "handed-off", "all-ready", "mended", "cloaked-again"}
    | {"shuffled", "discarded", "turned-back", "dropped", "match-over"}
)
_CROSSING = frozenset(
    {"seat-ready", "revealed", "rolled-for-first", "order-chosen", "hand-taken", "round-began", "turn-began"}
    | {"turn-ended", "drew", "played", "deployed", "moved", "aimed", "save-rolled", "harmed", "match-over"}
)
_OPENING = frozenset({"bases-kept", "neutrals-dealt", "start-drawn", "hand-dealt"})

_NOTE = "........../...#....../...#..#.../....#...../.....#..../...#..#.../......#.../.........."
"""A small field of barriers."""

PLAYTHROUGHS: Final[Mapping[str, Playthrough]] = MappingProxyType(
    {
        "papyrus-duel": Playthrough(
            game="papyrus",
            seats=2,
            options={"squad": 5, "critical": True, "map": "open", "grid": _NOTE, "hill": False},
            seed=59,
            players=("skirmisher", "skirmisher"),
            shows=_SKIRMISH | {"healed"},
            opening=(
                (1, '{"do":"preset","squad":"row"}'),
                (1, '{"do":"dismiss","kind":"sniper"}'),
                (1, '{"do":"dismiss","kind":"smg"}'),
                (1, '{"do":"recruit","kind":"shotgun"}'),
                (1, '{"do":"recruit","kind":"rpg"}'),
                (2, '{"do":"recruit","kind":"smg"}'),
                (2, '{"do":"recruit","kind":"shotgun"}'),
                (1, '{"do":"ready"}'),
                (2, '{"do":"recruit","kind":"sniper"}'),
                (2, '{"do":"recruit","kind":"medic"}'),
                (2, '{"do":"recruit","kind":"rpg"}'),
                (2, '{"do":"ready"}'),
            ),
        ),
        "papyrus-four": Playthrough(
            game="papyrus",
            seats=4,
            options={"squad": 2, "map": "fortune-teller", "rounds": 12, "hill": False},
            seed=4,
            players=("skirmisher", "random", "skirmisher", "skirmisher"),
            shows=_SKIRMISH | {"seat-out"},
            opening=(
                (1, '{"do":"recruit","kind":"sniper"}'),
                (1, '{"do":"recruit","kind":"smg"}'),
                (1, '{"do":"ready"}'),
                (2, '{"do":"recruit","kind":"shotgun"}'),
                (2, '{"do":"recruit","kind":"rpg"}'),
                (2, '{"do":"ready"}'),
                (3, '{"do":"recruit","kind":"smg"}'),
                (3, '{"do":"recruit","kind":"shotgun"}'),
                (3, '{"do":"ready"}'),
                (4, '{"do":"recruit","kind":"smg"}'),
                (4, '{"do":"recruit","kind":"rpg"}'),
                (4, '{"do":"ready"}'),
                (2, '{"do":"formation"}'),
                (2, '{"do":"place","unit":2,"to":89}'),
                (2, '{"do":"place","unit":3,"to":179}'),
                (2, '{"do":"ready"}'),
            ),
        ),
        "crossfire-two": Playthrough(
            game="crossfire",
            seats=2,
            options={"end": "tie"},
            seed=7251,
            players=("fighter", "fighter"),
            shows=_CARDS | {"match-over"},
        ),
        "crossfire-four": Playthrough(
            game="crossfire",
            seats=4,
            options={},
            seed=1572,
            players=("fighter",) * 4,
            shows=_CARDS | _OPENING | {"points-counted", "match-over"},
        ),
        "crossfire-ultimate": Playthrough(
            game="crossfire",
            seats=4,
            options={"ultimate": True},
            seed=110,
            players=("fighter",) * 4,
            shows=_CARDS | _OPENING | {"bases-redealt", "points-counted"},
            most_actions=60,
        ),
        "arclash-two": Playthrough(
            game="arclash",
            seats=2,
            options={"score": 8},
            seed=46,
            players=("hero", "hero"),
            shows=_CLASH | {"guessed", "refilled"},
            opening=(
                (1, '{"do":"deck","deck":"second-firing"}'),
                (1, '{"do":"withdraw"}'),
                (2, '{"do":"deck","deck":"three-cups"}'),
                (1, '{"do":"deck","deck":"reading-light"}'),
            ),
        ),
        "arclash-four": Playthrough(
            game="arclash",
            seats=4,
            options={"score": 8, "rounds": 6},
            seed=5,
            players=("hero",) * 4,
            shows=_CLASH | {"rolled", "tossed"},
            opening=(
                (1, '{"do":"deck","deck":"second-firing"}'),
                (2, '{"do":"deck","deck":"reading-light"}'),
                (3, '{"do":"deck","deck":"three-cups"}'),
                (2, '{"do":"withdraw"}'),
                (2, '{"do":"deck","deck":"reading-light"}'),
                (4, '{"do":"deck","deck":"four-seasons"}'),
            ),
        ),
        "neo-combat-two": Playthrough(
            game="neo-combat",
            seats=2,
            options={"team": 3, "draw": "alive", "wounds": 0, "end": "first"},
            seed=21,
            players=("hunter", "hunter"),
            shows=_HUNT,
        ),
        "neo-combat-four": Playthrough(
            game="neo-combat",
            seats=4,
            options={"team": 2, "deal": "draft", "draw": "alive", "wounds": 0, "end": "second"},
            seed=43,
            players=("hunter",) * 4,
            shows=_HUNT | {"kept", "team-dealt", "resigned"},
            opening=((3, '{"do":"by-lot"}'), (4, '{"do":"resign"}')),
        ),
        "overcross-assassination": Playthrough(
            game="overcross",
            seats=2,
            options={"objective": "assassination", "points": 50, "width": 7, "height": 7, "rounds": 10},
            seed=6,
            players=("general", "general"),
            shows=_CROSSING | {"named", "chose-deck", "withdrew"},
            opening=(
                (1, '{"do":"deck","deck":"first-posts"}'),
                (1, '{"do":"withdraw"}'),
                (1, '{"do":"deck","deck":"hot-topic"}'),
                (2, '{"do":"deck","deck":"hedge-and-hall"}'),
            ),
        ),
        "overcross-summoning": Playthrough(
            game="overcross",
            seats=2,
            options={"objective": "summoning", "points": 30, "width": 7, "height": 7, "rounds": 15},
            seed=5,
            players=("raider", "general"),
            shows=_CROSSING | {"named"},
        ),
        "overcross-flag": Playthrough(
            game="overcross",
            seats=2,
            options={"objective": "flag", "points": 50, "width": 7, "height": 7, "rounds": 10},
            seed=59,
            players=("general", "general"),
            shows=_CROSSING | {"flag-taken"},
        ),
        "overcross-invasion": Playthrough(
            game="overcross",
            seats=3,
            options={"objective": "invasion", "points": 30, "width": 7, "height": 7, "score": 2},
            seed=1,
            players=("general",) * 3,
            shows=_CROSSING | {"invaded", "redeployed"},
        ),
        "overcross-deathmatch": Playthrough(
            game="overcross",
            seats=2,
            options={"objective": "deathmatch", "points": 100, "width": 7, "height": 7, "score": 10},
            seed=22,
            players=("general", "general"),
            shows=_CROSSING | {"died", "attached", "put-down"},
        ),
    }
)
"""Every golden playthrough by the name of its file."""
