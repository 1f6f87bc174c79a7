"""Counts lines of code: without blank lines, comments, docstrings and imports.

    python .ci/code_lines.py [FOLDER ...]      bot, cogs and renderers unless told

A string that stands alone, such as the one under a field, is a docstring. Migrations count as well.
"""

from __future__ import annotations

import ast
import io
import sys
import tokenize
from collections import Counter
from pathlib import Path

FOLDERS = ("bot", "cogs", "renderers")
_LAYOUT = (
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
)


def code_lines(source: str) -> int:
    """Return how many lines of a module hold code."""
    lines = {
        line
        for token in tokenize.generate_tokens(io.StringIO(source).readline)
        if token.type not in _LAYOUT
        for line in range(token.start[0], token.end[0] + 1)
    }
    for node in ast.walk(ast.parse(source)):
        if _is_import(node) or _is_docstring(node):
            lines -= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return len(lines)


def _is_import(node: ast.AST) -> bool:
    return isinstance(node, ast.Import | ast.ImportFrom)


def _is_docstring(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def main() -> None:
    """Print the lines of code of each folder below those named, and of all together."""
    found: Counter[str] = Counter()
    for folder in sys.argv[1:] or FOLDERS:
        for path in Path(folder).rglob("*.py"):
            found["/".join(path.parts[:3] if len(path.parts) > 3 else path.parts[:-1])] += code_lines(
                path.read_text()
            )
    for place in sorted(found):
        print(f"{found[place]:7,}  {place}")
    print(f"{sum(found.values()):7,}  in all")


if __name__ == "__main__":
    main()
