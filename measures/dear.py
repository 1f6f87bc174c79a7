"""Which tests are dear: the list `tests/slow.txt`, which README's command leaves out and `.ci/run` runs.

    python -m pytest -m 'not soak' --durations=0 --durations-min=0.01 > durations.txt
    python -m measures.dear durations.txt --seconds 800 > tests/slow.txt

The dearest tests go into the list until the others fit into the seconds, summed over all processes. Of a file
in which all are dear the cheapest stays, so that README's command runs each file.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

_LINE = re.compile(r"^([\d.]+)s (?:call|setup|teardown) +(tests/\S+?\.py::.+?)\s*$", re.MULTILINE)


def seconds_of(printed: str) -> Mapping[str, float]:
    """Return the seconds of each test, with its fixtures, from what pytest printed."""
    found: Counter[str] = Counter()
    for seconds, test in _LINE.findall(printed):
        found[test] += float(seconds)  # type: ignore[assignment] - a Counter adds floats as well
    return found


def dear(seconds: Mapping[str, float], most: float) -> list[str]:
    """Return the tests to leave out, sorted, so that the others take at most these seconds."""
    files = Counter(test.partition("::")[0] for test in seconds)
    left, out = sum(seconds.values()), list[str]()
    for test in sorted(seconds, key=lambda each: -seconds[each]):
        file = test.partition("::")[0]
        if left <= most:
            break
        if files[file] > 1:
            files[file] -= 1
            left -= seconds[test]
            out.append(test)
    return sorted(out)


def main() -> None:
    """Print the list."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("durations", type=Path, help="what pytest printed")
    parser.add_argument("--seconds", type=float, required=True, help="what the other tests may take in all")
    args = parser.parse_args()
    print("\n".join(dear(seconds_of(args.durations.read_text(errors="replace")), args.seconds)))


if __name__ == "__main__":
    main()
