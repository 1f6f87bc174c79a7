"""`python -m bot verify` and docs/verify.py agree on matches of every game, and find what was changed."""

from __future__ import annotations

import contextlib
import copy
import hashlib
import io
import json
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from bot.engine import audit
from bot.engine.audit import Audit
from bot.games.computers import COMPUTERS
from bot.games.simulation import Series, audit_of
from bot.matches.options import read_options
from tests.audited import RULES, plain, verdict

PROGRAM = Path(__file__).parent.parent / "docs" / "verify.py"
CODE = compile(PROGRAM.read_text(encoding="utf-8"), str(PROGRAM), "exec")
SHORT: dict[str, dict[str, Any]] = {
    "papyrus": {"squad": 3, "width": 10, "height": 6},
    "crossfire": {"grid": "bbb/222/o.o/111/aaa"},
    "arclash": {"rounds": 6},
}
"""Options of short matches; a game without an entry is played with its default options."""
BY_CHANCE = ("purpose", "sides", "size")
"""Keys of a draw in which docs/verify.py may miss a change.

A die may have the same result for another purpose; only the rules detect it.
"""
OF_THE_DRAWS = ("match", "seed", "commitment", "words", "draws")
"""The keys of a file that docs/verify.py checks, besides the numbers of the actions."""


def matches(number: int, seed: str = "two programs") -> Iterator[Audit]:
    """Yield this number of matches between computer players, of every game in turn."""
    every = [_series(key, -(-number // len(RULES)), seed) for key in RULES]
    for turn in range(number):
        wanted = every[turn % len(every)]
        yield audit_of(wanted, wanted.play(turn // len(every)))


def _series(key: str, games: int, seed: str) -> Series:
    rules = RULES[key]
    seats = rules.seats[0]
    able = [each for each in COMPUTERS.values() if each.plays(key)]
    return Series(
        rules=rules,
        options=read_options(rules, SHORT.get(key, {}), seats),
        seats=seats,
        players=tuple([able[seat % len(able)] for seat in range(seats)]),
        games=games,
        seed=seed,
        views=any(each.looks for each in able),
        most_actions=400,
    )


@pytest.fixture
def verdict_of_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """Return the error that docs/verify.py finds in a file, or "" if there is none."""

    def run(content: bytes, *more: str) -> str:
        file = tmp_path / "audit.json"
        file.write_bytes(content)
        monkeypatch.setattr(sys, "argv", [str(PROGRAM), str(file), *more])
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            try:
                exec(CODE, {"__name__": "__main__"})
            except Exception as fault:
                return f"{type(fault).__name__}: {fault}"
        assert "all agree" in printed.getvalue()
        return ""

    return run


def a_change(file: dict[str, Any], rng: random.Random, keys: Sequence[str]) -> tuple[str, dict[str, Any]]:
    """Return a copy with one value below one of these keys changed, and the path of the change."""
    changed = copy.deepcopy(file)
    places = [path for key in keys for path in _leaves(file[key], (key,))]
    path = rng.choice(places)
    target: Any = changed
    for step in path[:-1]:
        target = target[step]
    target[path[-1]] = _other(target[path[-1]], rng)
    return ".".join(map(str, path)), changed


def _leaves(value: Any, path: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _leaves(item, (*path, key))
    elif isinstance(value, list):
        for place, item in enumerate(value):
            yield from _leaves(item, (*path, place))
    else:
        yield path


def _other(value: Any, rng: random.Random) -> Any:
    """Return another value of the same kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + rng.choice((-3, -2, -1, 1, 2, 3))
    if not isinstance(value, str):
        return 0
    if not value:
        return "x"
    place = rng.randrange(len(value))
    letters = "0123456789abcdef" if len(value) == 64 else "abcdefghijklmnopqrstuvwxyz0123456789"
    other = rng.choice([letter for letter in letters if letter != value[place]])
    return value[:place] + other + value[place + 1 :]


def written(file: dict[str, Any]) -> bytes:
    return json.dumps(file, ensure_ascii=False).encode()


def posted(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


@pytest.mark.parametrize("number", [20, pytest.param(1000, marks=pytest.mark.soak)])
def test_the_two_programs_agree_on_matches_of_every_game(
    number: int, verdict_of_the_page: Callable[..., str]
) -> None:
    games, draws = set(), 0
    for found in matches(number):
        content = audit.encode(found)
        assert verdict(content) == ""
        assert verdict_of_the_page(content, posted(content)) == ""
        games.add(found.game)
        draws += len(found.draws)
    assert games == set(RULES)
    assert draws > number


@pytest.mark.parametrize("number", [120, pytest.param(1000, marks=pytest.mark.soak)])
def test_a_change_is_found_at_any_place(number: int, verdict_of_the_page: Callable[..., str]) -> None:
    """With the file's hash every change is found; without it, every change of the draws or the outcome."""
    rng, files = random.Random("changes"), [plain(found) for found in matches(9, "changes")]
    for turn in range(number):
        file = files[turn % len(files)]
        anywhere, changed = a_change(file, rng, list(file))
        assert verdict_of_the_page(written(changed), posted(written(file))), anywhere
        where, changed = a_change(file, rng, OF_THE_DRAWS)
        while where.endswith("void"):  # the seed gives void draws too; see tests/test_verify.py
            where, changed = a_change(file, rng, OF_THE_DRAWS)
        assert verdict(written(changed)), where
        if where.rsplit(".")[-1] not in BY_CHANCE:
            assert verdict_of_the_page(written(changed)), where
        where, changed = a_change(file, rng, ("outcome", "seats", "game", "rules", "format", "cards"))
        assert verdict(written(changed)), where


def test_the_command_finds_any_change_by_the_hash_of_the_file(tmp_path: Path, capsys: Any) -> None:
    (found,) = matches(1)
    content = audit.encode(found)
    file = tmp_path / found.file_name
    file.write_bytes(content)
    assert main(["verify", str(file), "--sha256", posted(content).upper()]) == 0
    file.write_bytes(content.replace(b'"rules":', b'"rules": '))
    assert main(["verify", str(file)]) == 0, "a blank says nothing"
    capsys.readouterr()
    assert main(["verify", str(file), "--sha256", posted(content)]) == 1
    assert capsys.readouterr().err == (
        f"{found.file_name}: the file is not the one that was given out: its SHA-256 is another.\n"
    )


def test_cards_other_than_those_of_the_options_are_found() -> None:
    file = plain(next(each for each in matches(3) if each.game == "arclash"))
    other = "ab" * 32
    assert "card set" in verdict(written({**file, "cards": other}))
    options = {**file["options"], "cards": other}
    wrong = "the card set is not the one that the options name."
    assert verdict(written({**file, "options": options})) == wrong
