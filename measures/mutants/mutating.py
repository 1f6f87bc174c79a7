"""Small faults in a module: its possible changes, one place at a time."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from typing import NamedTuple

_OTHER_COMPARISON: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
_OTHER_OPERATOR: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
}  # fmt: skip
_LEFT_ALONE = (ast.JoinedStr, ast.Assert, ast.Import, ast.ImportFrom, ast.AnnAssign)


class Mutation(NamedTuple):
    """One place of a module and its replacement."""

    line: int
    before: str
    after: str
    source: str
    """The whole module with the fault."""


class Place(NamedTuple):
    """A node that can be changed, and its replacement."""

    node: ast.expr | ast.stmt
    after: ast.AST


def places(source: str) -> list[Place]:
    """Return all possible changes of a module: each is a fault that a test should find."""
    return [place for node in _walk(ast.parse(source)) for place in _changes(node)]


def mutated(source: str, place: Place) -> Mutation:
    """Return the module with this one change."""
    node, lines = place.node, source.encode().splitlines(keepends=True)
    assert node.end_lineno is not None
    assert node.end_col_offset is not None
    begin = sum(map(len, lines[: node.lineno - 1])) + node.col_offset
    end = sum(map(len, lines[: node.end_lineno - 1])) + node.end_col_offset
    after = ast.unparse(place.after)
    text = f"({after})" if isinstance(node, ast.expr) else after
    code = source.encode()
    changed = (code[:begin] + text.encode() + code[end:]).decode()
    return Mutation(node.lineno, " ".join(code[begin:end].decode().split()), after, changed)


def _walk(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the executed nodes, without annotations, decorators, imports, and parts of f-strings."""
    if isinstance(node, _LEFT_ALONE):
        return
    yield node
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "bases", "keywords_of_class"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from _walk(child)


def _changes(node: ast.AST) -> Iterator[Place]:
    match node:
        case ast.Compare(ops=[only]) if type(only) in _OTHER_COMPARISON:
            yield _with(node, ops=[_OTHER_COMPARISON[type(only)]()])
        case ast.BoolOp():
            yield _with(node, op=ast.And() if isinstance(node.op, ast.Or) else ast.Or())
        case ast.BinOp() if type(node.op) in _OTHER_OPERATOR and not _is_text(node):
            yield _with(node, op=_OTHER_OPERATOR[type(node.op)]())
        case ast.UnaryOp(op=ast.Not()):
            yield Place(node, node.operand)
        case ast.IfExp():
            yield _with(node, body=node.orelse, orelse=node.body)
        case ast.Constant(value=bool()):
            yield _with(node, value=not node.value)
        case ast.Constant(value=int()):
            yield _with(node, value=node.value + 1)
        case ast.If() if len(node.body) == 1 and isinstance(
            node.body[0], (ast.Return, ast.Raise, ast.Continue)
        ):
            yield Place(node.body[0], ast.Pass())
        case ast.Expr(value=ast.Call()):
            yield Place(node, ast.Pass())
        case ast.AugAssign():
            yield Place(node, ast.Pass())


def _with(node: ast.expr, **fields: object) -> Place:
    after = copy.copy(node)
    for name, value in fields.items():
        setattr(after, name, value)
    return Place(node, after)


def _is_text(node: ast.BinOp) -> bool:
    return any(
        isinstance(side, ast.JoinedStr) or isinstance(getattr(side, "value", 0), str)
        for side in (node.left, node.right)
    )
