"""Compares the games with their referees: `python -m measures.referees papyrus --matches 2000 --seed 1`.

Prints the matches, the positions compared and each difference with the command that repeats it; exits with 1
if there is one. `--only 17` plays match 17 of a seed alone and tells its difference with the whole position.
"""

from __future__ import annotations

import argparse
import sys
from math import inf

from measures.referees import play_all


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m measures.referees", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--first", type=int, default=0, help="the number of the first match")
    parser.add_argument("--only", type=int, help="play this match only")
    parser.add_argument("--seconds", type=float, default=inf, help="begin no match after so many seconds")
    given = parser.parse_args()
    numbers = range(given.first, given.first + given.matches)
    if given.only is not None:
        numbers = range(given.only, given.only + 1)
    report = play_all(
        given.game, numbers, given.seed, at_length=given.only is not None, seconds=given.seconds
    )
    print(
        f"{given.game}: {report.matches} matches, {report.ended} to the end, {report.positions} positions, "
        f"{report.listed} legal actions, {report.refused} refusals, {report.ordered} answers of orders, "
        f"{len(report.differences)} differences; "
        f"{report.cpu_seconds / max(report.matches, 1):.2f} s CPU a match"
    )
    print("actions:", ", ".join(f"{kind} {number}" for kind, number in sorted(report.kinds.items())))
    print("ends:", ", ".join(f"{why} ({number})" for why, number in sorted(report.ends.items())))
    return 1 if report.differences else 0


if __name__ == "__main__":
    sys.exit(main())
