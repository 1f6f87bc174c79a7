"""Random mutants, and the tests to try them with."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

from measures.mutants.calls import ROOT, Called
from measures.mutants.mutating import Mutation, mutated, places

MOST_TESTS = 200
MOST_SECONDS = 20.0
"""The limit of recorded processor time of the tests chosen for a mutant."""


class Mutant(NamedTuple):
    """A module with one fault."""

    path: str
    """The path from the root of the checkout."""
    mutation: Mutation
    function: int
    """The first line of the outermost function with the fault; 0 outside of functions."""

    def __str__(self) -> str:
        change = f"{self.mutation.before[:60]} -> {self.mutation.after[:60]}"
        return f"{self.path}:{self.mutation.line}: {change}"


def drawn(under: Sequence[str], count: int, seed: int) -> list[Mutant]:
    """Return random mutants among all places that can be changed."""
    paths = [path for folder in under for path in sorted((ROOT / folder).rglob("*.py"))]
    sources = {path: path.read_text() for path in paths if "migrations" not in path.parts}
    every = [(path, place) for path, source in sources.items() for place in places(source)]
    chosen = Random(seed).sample(every, min(count, len(every)))
    return [mutant(path, mutated(sources[path], place)) for path, place in chosen]


def mutant(path: Path, mutation: Mutation) -> Mutant:
    """Return a mutant with its place."""
    function = next((first for first, last in outermost(path) if first <= mutation.line <= last), 0)
    return Mutant(str(path.relative_to(ROOT)), mutation, function)


def outermost(path: Path) -> Iterator[tuple[int, int]]:
    """Yield the first and last line of a module's functions and methods, without nested functions."""
    waiting: list[ast.AST] = [ast.parse(path.read_text())]
    while waiting:
        for node in ast.iter_child_nodes(waiting.pop()):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield min([node.lineno, *[each.lineno for each in node.decorator_list]]), node.end_lineno or 0
            else:
                waiting.append(node)


def chosen_for(one: Mutant, calls: Mapping[str, Sequence[Called]], known: Collection[str]) -> list[str]:
    """Return the tests to try a mutant with: the fastest of each file in turn.

    Outside of functions these are the tests that call anything in its module. Files with a test that calls
    few functions come first, since they are more specific.
    """
    within = [at for at in calls if at.startswith(f"{one.path}:")]
    wanted = [f"{one.path}:{one.function}"] if one.function else within
    callers = {each.test: each for at in wanted for each in calls.get(at, ()) if each.test in known}
    files: dict[str, list[Called]] = {}
    for each in sorted(callers.values(), key=lambda called: called.seconds):
        files.setdefault(each.test.partition("::")[0], []).append(each)
    turns = sorted(files.values(), key=lambda tests: min([each.functions for each in tests]))
    chosen: list[str] = []
    seconds = 0.0
    for turn in range(max(map(len, turns), default=0)):
        for each in [tests[turn] for tests in turns if turn < len(tests)]:
            if len(chosen) < MOST_TESTS and seconds + each.seconds < MOST_SECONDS:
                chosen.append(each.test)
                seconds += each.seconds
    return chosen
