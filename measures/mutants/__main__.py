"""Which random faults in the product the tests find.

    python -m measures.mutants --count 40 --seed 1 --under bot/games/papyrus
    python -m measures.mutants ... --without tests/games/papyrus/test_german_languages.py

Each mutant is a copy of the product with one small fault, by seed and number always the same; only the tests
of the folder it stands in are run (`TESTS`), to the first failure. With `--without` the tests named are run
first, then the others on what those found: it shows what they alone find. Takes seconds to minutes a mutant.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

from measures.mutants.mutating import Mutation, mutated, places

ROOT = Path(__file__).parents[2]
PRODUCT = ("bot", "cogs", "renderers")
TESTS = {
    "bot/games/{}": ("tests/games/{}", "tests/games/test_every_game.py"),
    "bot/players/{}": ("tests/players",),
    "bot/engine/cards": ("tests/engine/cards",),
    "renderers/{}": ("tests/renderers/test_{}*.py", "tests/renderers/test_every_game.py"),
    "renderers": ("tests/renderers",),
    "cogs/{}": ("tests/cogs/{}",),
    "bot/{}": ("tests/{}",),
}
"""The tests of a folder of the product; the first that fits and exists counts."""
SECONDS = 300
"""A mutant whose tests take longer counts as found: it goes round in circles."""


def files(under: Sequence[str]) -> list[Path]:
    """Return the modules of the product in these folders."""
    found = [path for folder in under for path in sorted((ROOT / folder).rglob("*.py"))]
    return [path for path in found if "migrations" not in path.parts]


def tests_of(path: Path) -> list[str]:
    """Return the tests of the folder that a module stands in."""
    parts = path.relative_to(ROOT).parts
    for folder, tests in TESTS.items():
        wanted = folder.split("/")
        fits = len(parts) > len(wanted) and all(a in ("{}", b) for a, b in zip(wanted, parts, strict=False))
        if fits:
            named = [one.format(parts[len(wanted) - 1]) for one in tests]
            found = [str(each.relative_to(ROOT)) for one in named for each in sorted(ROOT.glob(one))]
            if found:
                return found
    return []


def chosen(under: Sequence[str], count: int, seed: int) -> Iterator[tuple[Path, Mutation]]:
    """Yield mutants drawn by lot among all places that can be changed."""
    modules = [(path, path.read_text()) for path in files(under) if tests_of(path)]
    every = [(path, source, place) for path, source in modules for place in places(source)]
    for path, source, place in Random(seed).sample(every, min(count, len(every))):
        yield path, mutated(source, place)


class Copy:
    """A copy of the checkout, in which faults are put."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in (*PRODUCT, "tests", "data", "docs", "pyproject.toml", ".ci"):
            source = ROOT / name
            if source.is_dir():
                shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(source, folder / name)

    def finds(self, tests: Sequence[str], without: Sequence[str] = ()) -> bool:
        """Whether these tests fail."""
        command = [sys.executable, "-m", "pytest", "-n", "0", "-x", "-q", "-p", "no:cacheprovider", *tests]
        command += [f"--{'deselect' if '::' in one else 'ignore'}={one}" for one in without]
        environment = {**os.environ, "PYTHONPATH": str(self.folder), "PYTHONDONTWRITEBYTECODE": "1"}
        try:
            done = subprocess.run(
                command, cwd=self.folder, env=environment, capture_output=True, timeout=SECONDS, check=False
            )
        except subprocess.TimeoutExpired:
            return True
        return done.returncode not in (0, 5)

    def put(self, path: Path, source: str) -> None:
        """Write a module."""
        (self.folder / path.relative_to(ROOT)).write_text(source)


def main() -> None:
    """Try the mutants and print what became of each."""
    parser = argparse.ArgumentParser(prog="python -m measures.mutants", description=__doc__)
    parser.add_argument("--count", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--under", nargs="*", default=PRODUCT, help="folders of the product")
    parser.add_argument("--without", nargs="*", default=(), help="tests that may be needless")
    asked = parser.parse_args()
    told: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        copy = Copy(Path(folder))
        for path, mutation in chosen(asked.under, asked.count, asked.seed):
            copy.put(path, mutation.source)
            what = outcome(copy, path, asked.without)
            copy.put(path, path.read_text())
            told[what] += 1
            where, change = path.relative_to(ROOT), f"{mutation.before[:60]} -> {mutation.after[:60]}"
            print(f"{what}: {where}:{mutation.line}: {change}", flush=True)
    print(", ".join([f"{number} {what}" for what, number in told.most_common()]))


def outcome(copy: Copy, path: Path, without: Sequence[str]) -> str:
    """Return what became of a mutant: found or not, and with `--without` by which tests."""
    if not without:
        return "found" if copy.finds(tests_of(path)) else "not found"
    if not copy.finds(without):
        return "not found by those"
    return "found by others too" if copy.finds(tests_of(path), without) else "found by those alone"


if __name__ == "__main__":
    main()
