"""`python -m measures.house [FOLDER ...] [--press]`: the size of the house in six tables, on one page.

Without folders it measures the product, and tells core and parts apart; a folder of another project is
measured by the same rules. `--press` adds the files that a press passes (`measures.taps.path`, a minute).

A private function has one caller if its name, which begins with one underscore, stands once in its file. Its
lines are counted without docstring. A one-line helper is one of at most five lines: beyond that a name tells
more than the line that calls it. A step is one that is called at one place. The others are passed as values
(the sentence for a fact in a table, a callback), called for each item of a comprehension, or decorated, so
that they are remembered: they need a function.
"""

from __future__ import annotations

import argparse
import ast
import asyncio
import importlib.util
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from statistics import mean, median
from typing import NamedTuple, TypeAlias

from bot.parts import PARTS

ROOT = Path(__file__).parents[1]
PRODUCT = ("bot", "cogs", "renderers")
SHORT = 5
"""The lines up to which a private function with one caller counts as a helper."""
LONG = 20
REPEATING = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp | ast.Lambda
"""Where a call is made for each item, or later."""


class Function(NamedTuple):
    """A function or method."""

    lines: int
    """The lines of its body, without its docstring."""
    lonely: bool
    """Whether it is private and has one caller."""
    step: bool = False
    """Whether that caller calls it at one place, and so could have its lines there."""


class File(NamedTuple):
    """A module."""

    path: Path
    lines: int
    code: int
    imports: int
    """Lines of import statements."""
    functions: Sequence[Function]
    protocols: Sequence[tuple[str, int]]
    """The protocols, each with its number of methods."""


def measured(path: Path) -> File:
    """Return what is counted of a module."""
    source = path.read_text(encoding="utf-8")
    tree = ast.parse(source)
    names = Counter([name for node in ast.walk(tree) if (name := _mentioned(node))])
    repeated = {id(part) for node in ast.walk(tree) if isinstance(node, REPEATING) for part in ast.walk(node)}
    called = {
        _mentioned(node.func)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and id(node) not in repeated
    }
    return File(
        path,
        len(source.splitlines()),
        _counter()(source),
        sum([_height(node) for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]),
        [
            Function(
                _body_lines(node),
                lonely := node.name[0] == "_" != node.name[1:2] and names[node.name] == 1,
                lonely and node.name in called and not node.decorator_list,
            )
            for node in ast.walk(tree)
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        ],
        [
            (node.name, sum([isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef) for each in node.body]))
            for node in ast.walk(tree)
            if isinstance(node, ast.ClassDef) and any("Protocol" in ast.unparse(base) for base in node.bases)
        ],
    )


Named: TypeAlias = tuple[str, str]
"""A class: its module and its name."""


def implementations(folders: Iterable[Path], root: Path = ROOT) -> dict[Named, list[Named]]:
    """Return the protocols of folders, each with the classes that have all of its members.

    A class may have them by chance: a protocol may have fewer implementations than are returned, never more.
    A member that is stored on `self` counts.
    """
    bases: dict[Named, list[Named]] = {}
    own: dict[Named, set[str]] = {}
    protocols = []
    for path in [path for folder in folders for path in sorted(folder.rglob("*.py"))]:
        module = ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")
        tree = ast.parse(path.read_text(encoding="utf-8"))
        names = {
            alias.asname or alias.name: (node.module or "", alias.name)
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                called = [ast.unparse(base).partition("[")[0] for base in node.bases]
                bases[module, node.name] = [
                    (".".join(names[place]), name) if place in names else names.get(name, (module, name))
                    for place, _, name in [word.rpartition(".") for word in called]
                ]
                own[module, node.name] = {
                    part.name
                    if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef)
                    else _mentioned(part)
                    for part in ast.walk(node)
                    if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef)
                    or (isinstance(part, ast.Name | ast.Attribute) and isinstance(part.ctx, ast.Store))
                }
                if "Protocol" in called:
                    protocols.append((module, node.name))

    def members(one: Named) -> set[str]:
        return own.get(one, set()).union(*map(members, bases.get(one, ())))

    having = {one: members(one) for one in own if one not in protocols}
    return {
        protocol: [one for one, has in having.items() if wanted <= has]
        for protocol in protocols
        if (wanted := members(protocol))
    }


def _mentioned(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _height(node: ast.stmt) -> int:
    return (node.end_lineno or node.lineno) - node.lineno + 1


def _body_lines(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    body = function.body if ast.get_docstring(function) is None else function.body[1:]
    return (body[-1].end_lineno or 0) - body[0].lineno + 1 if body else 0


@cache
def _counter() -> Callable[[str], int]:
    """Return the counter of `.ci/code_lines.py`, which is no package."""
    spec = importlib.util.spec_from_file_location("code_lines", ROOT / ".ci" / "code_lines.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found: Callable[[str], int] = module.code_lines
    return found


def is_of_part(path: Path) -> bool:
    """Whether a product file is of a part, and not of the core."""
    words = path.relative_to(ROOT).parts
    names = {part.name for part in PARTS}
    return (
        words[:2] == ("bot", "parts") or words[1] in names or words[:4] == ("bot", "host", "cli", "workshop")
    )


def share(part: int, whole: int) -> str:
    """Return a share in per cent."""
    return f"{part / max(1, whole):.1%}"


def page(files: Sequence[File], *, product: bool) -> Iterator[str]:
    """Yield the lines of the tables."""
    functions = [function for file in files for function in file.functions]
    lonely = [function for function in functions if function.lonely]
    helpers = [function for function in lonely if function.lines <= SHORT]
    steps = [function for function in helpers if function.step]
    protocols = [one for file in files for one in file.protocols]
    lines, code = sum([file.lines for file in files]), sum([file.code for file in files])
    heights, bodies = [file.lines for file in files], [function.lines for function in functions]
    rows: list[tuple[str, object, str]] = [
        ("files", len(files), f"median {median(heights):.0f} lines, {max(heights)} at most"),
        ("  shorter than 60 lines", sum([height < 60 for height in heights]), ""),
        ("code lines", code, f"of {lines:,} lines"),
    ]
    if product:
        parts = sum([file.code for file in files if is_of_part(file.path)])
        rows += [("  of the core", code - parts, ""), ("  of the parts", parts, "")]
    rows += [
        ("imports", share(sum([file.imports for file in files]), lines), "of the lines"),
        ("functions", len(functions), f"{mean(bodies):.1f} lines each, median {median(bodies):.0f}"),
        (f"  longer than {LONG} lines", share(sum([body > LONG for body in bodies]), len(bodies)), ""),
        ("private, one caller", share(len(lonely), len(functions)), ""),
        (f"  of {SHORT} lines at most", share(len(helpers), len(functions)), f"{len(helpers):,} functions"),
        ("  of these steps", share(len(steps), len(functions)), f"{len(steps):,} functions"),
        ("protocols", len(protocols), f"{sum([number for _, number in protocols])} signatures"),
    ]
    for name, value, told in rows:
        yield f"{name:24}{value if isinstance(value, str) else f'{value:,}':>8}   {told}".rstrip()


def modules(folders: Iterable[Path]) -> list[File]:
    """Return the modules of folders."""
    paths = [path for folder in folders for path in sorted(folder.rglob("*.py"))]
    return [measured(path) for path in paths]


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", nargs="*", type=Path, metavar="FOLDER")
    parser.add_argument("--press", action="store_true", help="measure a press, a typed move and a roll too")
    args = parser.parse_args()
    folders = args.folders or [ROOT / folder for folder in PRODUCT]
    print("\n".join(page(modules(folders), product=not args.folders)))
    if not args.folders:
        alone = [name for (_, name), classes in implementations(folders).items() if len(classes) < 2]
        print(f"{'  one implementation':24}{len(alone):>8}   {', '.join(sorted(alone))}")
    if args.press:
        from measures.taps.path import TIMES, paths

        for name, runs in asyncio.run(paths(TIMES)).items():
            print(f"{name}: {runs[len(runs) // 2]}")


if __name__ == "__main__":
    main()
