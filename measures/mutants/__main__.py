"""Which random faults in the product the tests find.

    python -m pytest -p measures.mutants.calls --calls-to=/tmp/calls      # once: which test calls what
    python -m measures.mutants --calls /tmp/calls --count 40 --seed 1 --under bot/games/papyrus

Each mutant is the product with one small fault; the same seed draws the same ones. It is tried with tests
that call its function, the fastest of the most specific files first, to the first failure (at most
`choosing.MOST_TESTS`, `choosing.MOST_SECONDS`). `--only FILE` tries again those that a former run found,
whose output FILE holds.

All tests are loaded once; each mutant is put into a fork of that process. A fault outside of functions (a
constant, a table) needs the module to be loaded anew: such mutants are tried in a process of their own.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import inspect
import io
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from types import CodeType, FunctionType
from typing import NoReturn

import pytest

from measures.mutants.calls import PRODUCT, ROOT, read
from measures.mutants.choosing import Mutant, chosen_for, drawn

WAIT_SECONDS = 240
"""A mutant whose tests take longer counts as found: it is in an endless loop."""
FOUND_NOTHING = (int(pytest.ExitCode.OK), int(pytest.ExitCode.NO_TESTS_COLLECTED))
HARNESS_FAILED = 70
_OPTIONS = ("-n", "0", "-x", "-q", "-p", "no:cacheprovider", "--no-header", "--tb=line")


class Collected:
    """A pytest plugin that stores the names of all tests; the collection loads their modules."""

    def __init__(self) -> None:
        self.names: set[str] = set()

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Store the names."""
        self.names = {item.nodeid for item in session.items}


def load_modules(mutants: Iterable[Mutant]) -> None:
    """Import the modules of the mutants; the product imports some of them only within functions."""
    for one in mutants:
        import_module(".".join(Path(one.path).with_suffix("").parts).removesuffix(".__init__"))


class Functions:
    """All functions of this process, by file and first line of their code."""

    def __init__(self) -> None:
        self.found: defaultdict[tuple[str, int], list[FunctionType]] = defaultdict(list)
        gc.unfreeze()  # objects frozen by tests/conftest.py are not listed
        for each in gc.get_objects():
            if isinstance(each, FunctionType):
                self.found[each.__code__.co_filename, each.__code__.co_firstlineno].append(each)

    def put_in(self, one: Mutant) -> None:
        """Give the functions with a mutant's code its faulty code.

        Raises LookupError if there is none.
        """
        path = str(ROOT / one.path)
        faulty = next(_codes(compile(one.mutation.source, path, "exec"), one.function))
        found = [each for each in self.found[path, one.function] if each.__code__.co_name == faulty.co_name]
        if not found:
            raise LookupError(str(one))
        for each in found:
            each.__code__ = faulty

    def found_in_fork(self, one: Mutant, tests: Sequence[str]) -> bool:
        """Whether the tests fail in a fork of this process with the fault."""
        child = os.fork()
        if child == 0:
            _end_with(lambda: self._faulty(one, tests))
        signal.signal(signal.SIGALRM, lambda *_: os.kill(child, signal.SIGKILL))
        signal.alarm(WAIT_SECONDS)
        _, status = os.waitpid(child, 0)
        signal.alarm(0)
        code = os.waitstatus_to_exitcode(status)
        if code == HARNESS_FAILED:
            raise RuntimeError(str(one))
        return code not in FOUND_NOTHING

    def _faulty(self, one: Mutant, tests: Sequence[str]) -> int:
        self.put_in(one)
        return int(pytest.main([*_OPTIONS, *tests]))


def _codes(code: CodeType, line: int) -> Iterator[CodeType]:
    """Yield the code of the function that begins at a line, outer before inner."""
    for each in code.co_consts:
        if isinstance(each, CodeType):
            if each.co_firstlineno == line and each.co_flags & inspect.CO_OPTIMIZED:
                yield each
            yield from _codes(each, line)


def _end_with(work: Callable[[], int]) -> NoReturn:
    """Do the work without output and end the process with its code."""
    code = HARNESS_FAILED
    try:
        with Path(os.devnull).open("w") as nowhere:
            os.dup2(nowhere.fileno(), 1)
            code = work()
    except BaseException as error:  # the process ends here in any case
        print(f"the harness failed: {error!r}", file=sys.stderr, flush=True)
    os._exit(code)


def found_in_copy(one: Mutant, tests: Sequence[str]) -> bool:
    """Whether the tests fail in a copy of the checkout with the fault."""
    with tempfile.TemporaryDirectory() as folder:
        for name in (*PRODUCT, "tests", "data", "docs", ".ci"):
            shutil.copytree(ROOT / name, Path(folder) / name, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(ROOT / "pyproject.toml", folder)
        (Path(folder) / one.path).write_text(one.mutation.source)
        command = [sys.executable, "-m", "pytest", *_OPTIONS, *tests]
        environment = {**os.environ, "PYTHONPATH": folder}
        try:
            done = subprocess.run(
                command, cwd=folder, env=environment, capture_output=True, timeout=WAIT_SECONDS, check=False
            )
        except subprocess.TimeoutExpired:
            return True
        return done.returncode not in FOUND_NOTHING


def main() -> None:
    """Try the mutants and print the result of each."""
    parser = argparse.ArgumentParser(prog="python -m measures.mutants", description=__doc__)
    parser.add_argument(
        "--calls", type=Path, nargs="+", required=True, help="folders of what each test calls"
    )
    parser.add_argument("--count", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--under", nargs="*", default=PRODUCT, help="folders of the product")
    parser.add_argument("--only", type=Path, help="a former run's output: only what it found is tried")
    asked = parser.parse_args()
    calls, collected = read(asked.calls), Collected()
    with contextlib.redirect_stdout(io.StringIO()):
        pytest.main(["--collect-only", *_OPTIONS, "tests"], plugins=[collected])
    mutants = drawn(asked.under, asked.count, asked.seed)
    load_modules(mutants)
    functions = Functions()
    gc.freeze()
    former = asked.only.read_text().splitlines() if asked.only else None
    told: Counter[str] = Counter()
    for one in mutants:
        if former is None or f"found: {one}" in former:
            tests = chosen_for(one, calls, collected.names)
            found = bool(tests) and (functions.found_in_fork if one.function else found_in_copy)(one, tests)
            what = "found" if found else "not found"
            told[what] += 1
            print(f"{what}: {one}", flush=True)
    print(", ".join([f"{number} {what}" for what, number in told.most_common()]))


if __name__ == "__main__":
    main()
