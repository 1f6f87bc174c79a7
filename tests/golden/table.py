"""The list of golden playthroughs: the required events of each, and the players."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import msgspec

from bot.engine.cards.game import PoolLibrary
from bot.engine.players.opponent import Opponent
from bot.games.arclash.cards.cards import Pool
from bot.games.arclash.game import FirstRules as FirstArclash
from bot.games.arclash.rules.rules import ArclashRules
from bot.games.arclash.wording.wording import ArclashWording
from bot.games.computers import COMPUTERS
from bot.games.neocombat.cards.cards import Pool as NeoPool
from bot.games.neocombat.game import FirstRules as FirstNeoCombat
from bot.games.neocombat.rules.rules import NeoCombatRules
from bot.games.neocombat.wording.wording import NeoCombatWording
from bot.games.overcross.cards.cards import Pool as OvercrossPool
from bot.games.overcross.rules.rules import OvercrossRules
from bot.games.overcross.wording.wording import OvercrossWording
from bot.games.registry import GAMES
from tests.games.overcross.eager import Raider
from tests.golden.lively import Lively
from tests.golden.recording import Spoken

FILES: Final = Path(__file__).parent / "files"
"""The folder of the playthroughs, one file each."""


def _kept_cards(folder: str, pool: Any) -> PoolLibrary[Any]:
    files = sorted((Path(__file__).parent / "cards" / folder).glob("*.toml"))
    return PoolLibrary(
        pool([msgspec.convert(tomllib.loads(file.read_text("utf-8")), pool.set_type) for file in files])
    )


CARDS: Final = _kept_cards("", Pool)
"""Sets of Arclash from the time of the recording, so that later balance changes have no effect here."""
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
"""Every game with playthroughs."""

FORMER: Final = Path(__file__).parent / "former"
"""The playthroughs recorded under former versions of the rules, NAME-VERSION.txt, never written again."""
FORMER_GAMES: Final[Mapping[str, Spoken]] = MappingProxyType(
    {
        "arclash": Spoken(FirstArclash(CARDS), ArclashWording(CARDS)),
        "neo-combat": Spoken(FirstNeoCombat(NEO_CARDS), NeoCombatWording(NEO_CARDS)),
    }
)
"""The games under version 1 of their rules, where that is a former one."""

PLAYERS: Final[Mapping[str, Opponent]] = MappingProxyType(
    {
        **COMPUTERS,
        "fighter": Lively(
            {"lay": 12, "support": 3, "attack": 14, "answer": 16, "rebuild": 4, "replace": 3}
            | {"keep-one": 5, "tower": 30}
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
"""Every player by its name in the files."""


class Playthrough(NamedTuple):
    """The requirements of one golden playthrough; the file has the match."""

    shows: str
    """The tags of facts that must occur."""
    opening: int = 0
    """The number of given actions at the start; the players chose the others."""
    most_actions: int = 1_000
    """The maximum number of recorded actions."""


def path_of(name: str) -> Path:
    """Return the file of a playthrough."""
    return FILES / f"{name}.txt"


_SKIRMISH = """squad-picked squad-placed seat-ready squads-revealed deployed first-player turn-began moved
    shot match-over"""
_CARDS = """turn-began drew laid supported attacked answered lapsed seized probed rebuilt kept-one towered
    replaced discarded"""
_CLASH = """chose withdrew opened turn-began prepared payment-chosen revealed advanced support-stage played
    passed power-changed drew took discarded battle levelled-down recovered renewed decided tie-rolled
    match-over"""
_HUNT = """turn-began drew step-began moved stopped combat-began passed played claimed revealed window-opened
    defended undefended fended hit killed turned second-follows repair-began planned handed-off all-ready
    mended cloaked-again shuffled discarded turned-back dropped match-over"""
_CROSSING = """seat-ready revealed rolled-for-first order-chosen hand-taken round-began turn-began turn-ended
    drew played deployed moved aimed save-rolled harmed match-over"""
_TABLE = "moved passed proposed match-over"
_OPENING = "bases-kept neutrals-dealt start-drawn hand-dealt"

PLAYTHROUGHS: Final[Mapping[str, Playthrough]] = MappingProxyType(
    {
        "papyrus-duel": Playthrough(f"{_SKIRMISH} healed", opening=12),
        "papyrus-four": Playthrough(f"{_SKIRMISH} seat-out", opening=16),
        "crossfire-two": Playthrough(f"{_CARDS} match-over"),
        "crossfire-four": Playthrough(f"{_CARDS} {_OPENING} points-counted match-over"),
        "crossfire-ultimate": Playthrough(
            f"{_CARDS} {_OPENING} bases-redealt points-counted", most_actions=60
        ),
        "arclash-two": Playthrough(f"{_CLASH} guessed refilled", opening=4),
        "arclash-four": Playthrough(f"{_CLASH} rolled tossed", opening=6),
        "neo-combat-two": Playthrough(_HUNT),
        "neo-combat-four": Playthrough(f"{_HUNT} kept team-dealt resigned", opening=2),
        "overcross-assassination": Playthrough(f"{_CROSSING} named chose-deck withdrew", opening=4),
        "overcross-summoning": Playthrough(f"{_CROSSING} named"),
        "overcross-flag": Playthrough(f"{_CROSSING} flag-taken"),
        "overcross-invasion": Playthrough(f"{_CROSSING} invaded redeployed"),
        "overcross-deathmatch": Playthrough(f"{_CROSSING} died attached put-down"),
        "free-table-cards": Playthrough(
            f"{_TABLE} dealt looked revealed shuffled counted flipped collected agreed declined resigned",
            opening=26,
        ),
        "free-table-chess": Playthrough(f"{_TABLE} said turned agreed declined", opening=15),
        "free-table-draughts": Playthrough(f"{_TABLE} flipped agreed", opening=15),
        "free-table-night-market": Playthrough(
            f"{_TABLE} seat-ready unveiled collected round-began dealt counted said agreed", opening=22
        ),
    }
)
"""Every golden playthrough by the name of its file."""
