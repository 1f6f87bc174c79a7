"""`python -m measures.taps.keys`: count the keys of people who type, on Discord and on the local page.

The model of Discord's picker: `/` opens the list of all commands of the bot, sorted by name; each letter
leaves those that begin so; an arrow key goes one entry down; Enter takes it. A field works the same with what
the bot suggests, Tab goes to the next one, and a last Enter sends. A typist takes the shortest way through
letters and arrows, as far as six entries down. On the local page a line is typed whole, with Enter.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import median
from typing import Any, NamedTuple

from discord import app_commands

from bot.engine.options import fields_of
from bot.games.registry import GAMES
from bot.matches.model import MatchView
from cogs.matches.game_commands import legal_lines, legal_words, line_of
from measures.club import new_club
from measures.taps.turns import HABITS, Match, easy_player
from tests.cogs.test_two_worlds_of_payloads import view_for

ACTIONS = 12
"""The counted actions of each game."""
BEGUN = 2
"""The number of the turn from which on actions are counted."""
DOWN = 6
"""The most entries that a typist goes down instead of another letter."""
NEEDED: Mapping[str, str] = {
    "learn a game": "learn",
    "play alone": "play",
    "open a match": "match new",
    "my matches": "me matches",
    "help": "help",
}
"""What people need when they do not play: the command of each."""
Offered = Callable[[str], Sequence[str]]
"""Returns what is listed after these letters."""


class Keys(NamedTuple):
    """The keys of one action: by the game's own command, by `/act`, and as a whole line."""

    own: int
    act: int
    line: int


def keys_to(wanted: str, offered: Offered, spellings: Iterable[str]) -> int:
    """Return the least keys that choose an entry of a list, with Enter; its letters if it is not there."""
    best = len(wanted) + 1
    for spelling in spellings:
        for letters in range(len(spelling) + 1):
            if letters + 1 >= best:
                break
            listed = list(offered(spelling[:letters]))[: DOWN + 1]
            if wanted in listed:
                best = min(best, letters + listed.index(wanted) + 1)
    return best


def command_keys(name: str, commands: Sequence[str]) -> int:
    """Return the keys from the empty field to a command's fields."""
    return 1 + keys_to(name, lambda begun: [each for each in commands if each.startswith(begun)], [name])


def action_keys(key: str, match_view: MatchView, action: Any, commands: Sequence[str]) -> Keys:
    """Return the keys of an action in the three ways."""
    game, kind = GAMES[key], type(action)
    words = game.wording.format(match_view.view, action)
    given: dict[str, str] = {}
    own = command_keys(f"{key} {kind.__struct_config__.tag}", commands) + 1  # Enter sends
    for field in fields_of(kind):
        if word := words[field.name]:
            own += 0 if field.required else 2  # the field of an option is chosen first
            own += keys_to(word, _offered(game, match_view, kind, field.name, dict(given)), [word])
            given[field.name] = word
    line = line_of(action, words)
    parts = line.split()
    act = command_keys("act", commands) + 2  # Enter for the option, Enter sends
    spellings = [" ".join(parts[at:]) for at in range(len(parts))]
    act += keys_to(line, lambda begun: list(legal_lines(game, match_view, begun)), spellings)
    return Keys(own, act, len(f"/act {line}") + 1)


def _offered(game: Any, match_view: MatchView, kind: type[Any], field: str, given: dict[str, str]) -> Offered:
    return lambda begun: list(legal_words(game, match_view, kind, field, given, begun))


def counted_keys(key: str, actions: int, commands: Sequence[str]) -> list[Keys]:
    """Return the keys of some actions of the easy player in a match of two."""
    match, player, mood, found = Match(key, 0), easy_player(key), random.Random(1), list[Keys]()
    while len(found) < actions and (awaited := sorted(match.rules.to_act(match.state))):
        view, legal = match.rules.view(match.state, awaited[0]), match.rules.legal(match.state, awaited[0])
        action = player.choose(match.rules, view, legal, mood)
        if match.moment >= BEGUN:
            found.append(action_keys(key, view_for(GAMES[key], view, legal), action, commands))
        match.rules.apply(match.state, awaited[0], action, match.rng)
    return found


async def all_commands() -> list[str]:
    """Return the names of all commands of the bot, as the picker sorts them."""
    async with new_club() as club:
        walked = [each for each in club.bot.tree.walk_commands() if isinstance(each, app_commands.Command)]
        return sorted(each.qualified_name for each in walked)


def main(words: list[str]) -> int:
    """Print both tables in markdown."""
    parser = argparse.ArgumentParser(prog="python -m measures.taps.keys", description=__doc__)
    parser.add_argument("--games", nargs="*", choices=list(HABITS), default=list(HABITS))
    parser.add_argument("--actions", type=int, default=ACTIONS)
    args = parser.parse_args(words)
    commands = asyncio.run(all_commands())
    before = [each for each in commands if each != "act"]
    print("| what | keys |\n|---|---|")
    print(f"| `/act`: a turn, or all that one can begin | {command_keys('act', commands) + 1} |")
    for what, name in NEEDED.items():
        print(f"| {what}, `/{name}` | {command_keys(name, before) + 1} |")
    print("\n| game | the game's command | `/act` | a whole line on the local page |\n|---|---|---|---|")
    for key in args.games:
        found = counted_keys(key, args.actions, commands)
        cells = [f"{median(each):g}, {max(each)}" for each in zip(*found, strict=True)]
        print(f"| {GAMES[key].title} | {' | '.join(cells)} |")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
