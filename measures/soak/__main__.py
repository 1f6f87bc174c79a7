"""`python -m measures.soak RUN`: run a long test for the available time, and print its progress.

    two-worlds   pairs of worlds, of each game: 100,000
    forged       forged interactions through SimCord: 100,000
    cards        random card sets that the checker accepts, played: 20,000
    plans        random plans of a player's next turn against random play, in two worlds: 10,000
    diary        weeks of people, minute by minute, in all games: their messages are true: 120
    uploads      pictures, card sets, spreadsheets, maps and tried sets, valid and mutated: 10,000
    lab          faults planted in sets, decks and rules, and valid sets, studied by the lab: all 15

--seconds ends it earlier (for two-worlds and plans: for each game), --seed begins elsewhere, so that several
runs add up. Ends with 1 where anything is wrong.
"""

from __future__ import annotations

import argparse
import sys

from measures.soak import cards, diary, forged, lab, plans, two_worlds, uploads

RUNS = {
    "two-worlds": (two_worlds.run, 100_000),
    "forged": (forged.run, 100_000),
    "cards": (cards.run, 20_000),
    "plans": (plans.run, 10_000),
    "diary": (diary.run, 120),
    "uploads": (uploads.run, 10_000),
    "lab": (lab.run, len(lab.FAULTS) + len(lab.SOUND)),
}


def main(words: list[str]) -> int:
    """Make a long run; return 0 if nothing was wrong."""
    parser = argparse.ArgumentParser(prog="python -m measures.soak", description=__doc__)
    parser.add_argument("run", choices=RUNS)
    parser.add_argument("--number", type=int)
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", nargs="*", default=[])
    args = parser.parse_args(words)
    run, usual = RUNS[args.run]
    number = usual if args.number is None else args.number
    faults = run(number, args.seconds, args.seed, args.games)
    for fault in faults[:20]:
        print(f"WRONG: {fault}")
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
