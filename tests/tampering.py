"""All single changes of an audit file that verification must detect."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable, Iterator
from functools import reduce
from operator import getitem
from typing import Any

File = dict[str, Any]
Edit = Callable[[File], object]

OTHER_TYPES: tuple[Any, ...] = (None, True, 7, 1.5, "x", [], {}, [None], {"a": 1})


def tampered(file: File, every: int = 1, only: str = "") -> Iterator[tuple[str, File]]:
    """Yield a label and a changed copy for one in `every` of the single changes.

    `only` is the prefix of the labels to include.
    """
    before, content = repr(file), pickle.dumps(file)  # much faster than a deep copy for each change
    for label, edit in [each for each in edits(file) if each[0].startswith(only)][::every]:
        forged = pickle.loads(content)
        edit(forged)
        if repr(forged) != before:
            yield label, forged


def one_change(file: File, rng: random.Random) -> tuple[str, File]:
    """Return one random change of `tampered`."""
    possible = list(edits(file))
    while True:
        label, forged = changed(file, *reversed(rng.choice(possible)))
        if repr(forged) != repr(file):
            return label, forged


def edits(file: File) -> Iterator[tuple[str, Edit]]:
    yield from whole_values(file)
    yield from digits(file)
    yield from options(file)
    yield from draws(file)
    yield from actions(file)
    yield from outcomes(file)


def put(*path: Any, value: Any) -> Edit:
    """Set the value at a path of keys and indices."""
    return lambda file: inner(file, path).__setitem__(path[-1], value)


def drop(*path: Any) -> Edit:
    """Remove the value at a path of keys and indices."""
    return lambda file: inner(file, path).__delitem__(path[-1])


def inner(file: File, path: tuple[Any, ...]) -> Any:
    """Return the container that has the last key of a path."""
    return reduce(getitem, path[:-1], file)


def whole_values(file: File) -> Iterator[tuple[str, Edit]]:
    for key, value in file.items():
        yield f"{key} missing", drop(key)
        for other in OTHER_TYPES:
            if type(other) is not type(value) or not value:
                yield f"{key} = {other!r}", put(key, value=copy.copy(other))
    yield "a key more", put("computers", value=[])
    yield "another format", put("format", value="tablepost-audit/2")
    yield "another game", put("game", value="chess")
    yield "other rules", put("rules", value="2")
    yield "rules spelled otherwise", put("rules", value="1.0")
    yield "a card set", put("cards", value="ab" * 32)
    yield "a word", put("words", 0, value="please")
    yield "a blank for a word", put("words", 1, value=" ")
    yield "a seat more", put("seats", value=file["seats"] + 1)
    yield "a seat less", put("seats", value=file["seats"] - 1)
    yield "a word more", lambda f: f["words"].append("")
    yield "a word less", lambda f: f["words"].pop()


def digits(file: File) -> Iterator[tuple[str, Edit]]:
    """Change each character of the hexadecimal numbers and of the match id."""
    for key in ("seed", "commitment", "match"):
        text = file[key]
        for at, digit in enumerate(text):
            other = "0" if digit != "0" else "f"
            yield f"{key}, character {at}", put(key, value=text[:at] + other + text[at + 1 :])
        yield f"{key} too short", put(key, value=text[:-1])
        yield f"{key} too long", put(key, value=text + "0")
        if text.upper() != text:
            yield f"{key} in capitals", put(key, value=text.upper())


def options(file: File) -> Iterator[tuple[str, Edit]]:
    for name, value in file["options"].items():
        yield f"option {name} missing", drop("options", name)
        for other in OTHER_TYPES:
            if type(other) is not type(value):
                yield f"option {name} = {other!r}", put("options", name, value=copy.copy(other))
    yield "an option more", put("options", "cheat", value=True)
    yield (
        "a whole number spelled as a fraction",
        put("options", "squad", value=float(file["options"]["squad"])),
    )
    yield "another map", put("options", "map", value="pinwheel")
    yield "an unknown map", put("options", "map", value="nowhere")
    yield "a wider field", put("options", "width", value=file["options"]["width"] + 1)
    yield "a lower field", put("options", "height", value=file["options"]["height"] - 1)
    yield "a ragged field", put("options", "grid", value=file["options"]["grid"] + ".")
    yield "no field", put("options", "grid", value="")


def draws(file: File) -> Iterator[tuple[str, Edit]]:
    for n, draw in enumerate(file["draws"]):
        for at, face in enumerate(draw["result"]):
            for other in {face % 6 + 1, (face + 2) % 6 + 1, face + 6, 0}:
                yield f"draw {n}, die {at} shows {other}", put("draws", n, "result", at, value=other)
        yield f"draw {n} has a result more", lambda f, n=n: f["draws"][n]["result"].append(1)
        yield f"draw {n} has a result less", lambda f, n=n: f["draws"][n]["result"].pop()
        yield f"draw {n} numbered {n + 1}", put("draws", n, "n", value=n + 1)
        yield f"draw {n} for another purpose", put("draws", n, "purpose", value=draw["purpose"] + "s")
        yield f"draw {n} for no purpose", put("draws", n, "purpose", value="")
        yield f"draw {n} of another kind", put("draws", n, "kind", value="pick")
        yield f"draw {n} of no kind", put("draws", n, "kind", value="toss")
        yield f"draw {n} with other dice", put("draws", n, "sides", value=draw["sides"] + 6)
        yield f"draw {n} with more dice", put("draws", n, "count", value=draw["count"] + 1)
        yield f"draw {n} with a size", put("draws", n, "size", value=1)
        yield f"draw {n} void", put("draws", n, "void", value=not draw["void"])
        yield f"draw {n} perhaps void", put("draws", n, "void", value="perhaps")
        yield f"draw {n} missing", drop("draws", n)
        yield f"draw {n} twice", lambda f, n=n: f["draws"].insert(n, copy.deepcopy(f["draws"][n]))
        for key in ("n", "purpose", "kind", "sides", "count", "result"):
            yield f"draw {n} without {key}", drop("draws", n, key)
        yield f"draw {n} with a key more", put("draws", n, "note", value="")
    for n in range(len(file["draws"]) - 1):
        yield f"draws {n} and {n + 1} exchanged", exchange("draws", n)
    yield "no draws", put("draws", value=[])


def actions(file: File) -> Iterator[tuple[str, Edit]]:
    for i, entry in enumerate(file["actions"]):
        seq = entry["seq"]
        yield f"action {seq} missing", drop("actions", i)
        yield f"action {seq} twice", lambda f, i=i: f["actions"].insert(i, copy.deepcopy(f["actions"][i]))
        yield f"action {seq} numbered {seq + 1}", put("actions", i, "seq", value=seq + 1)
        yield f"action {seq} numbered {seq - 1}", put("actions", i, "seq", value=seq - 1)
        yield f"action {seq} of no seat", put("actions", i, "seat", value=file["seats"])
        yield f"action {seq} of seat -1", put("actions", i, "seat", value=-1)
        yield f"action {seq} with a key more", put("actions", i, "at", value="noon")
        for key in ("seq", "seat", "action"):
            yield f"action {seq} without {key}", drop("actions", i, key)
        yield from inside(entry["action"], i, seq)
    for i in range(len(file["actions"]) - 1):
        yield f"actions {i} and {i + 1} exchanged", exchange("actions", i)
    yield "no actions", put("actions", value=[])
    yield (
        "an action after the end",
        lambda f: f["actions"].append(
            {"seq": len(f["actions"]) + 1, "seat": 0, "action": {"do": "end-turn"}}
        ),
    )


def inside(action: dict[str, Any], i: int, seq: int) -> Iterator[tuple[str, Edit]]:
    """Change an action into an invalid one, or into one that is illegal in every position."""
    yield f"action {seq} unknown", put("actions", i, "action", "do", value="cheat")
    yield f"action {seq} with an unknown field", put("actions", i, "action", "bonus", value=1)
    for key, value in action.items():
        yield f"action {seq} without its {key}", drop("actions", i, "action", key)
        yield f"action {seq} with null for its {key}", put("actions", i, "action", key, value=None)
        if isinstance(value, int):
            for wrong in (-1, 10**6, 10**30, float(value), str(value)):
                yield f"action {seq}, {key} = {wrong!r}", put("actions", i, "action", key, value=wrong)
        elif key != "do":
            yield f"action {seq}, {key} misspelled", put("actions", i, "action", key, value=value + "x")


def outcomes(file: File) -> Iterator[tuple[str, Edit]]:
    outcome = file["outcome"]
    yield "nobody won", put("outcome", "winners", value=[])
    yield "all won", put("outcome", "winners", value=[0, 1])
    yield "the other won", put("outcome", "winners", value=[1 - seat for seat in outcome["winners"]])
    for seat, score in enumerate(outcome["scores"]):
        yield f"seat {seat} scored more", put("outcome", "scores", seat, value=score + 1)
        yield f"seat {seat} scored less", put("outcome", "scores", seat, value=score - 1)
    yield "a score more", lambda f: f["outcome"]["scores"].append(0)
    yield "another reason", put("outcome", "why", value=outcome["why"] + "!")
    yield "an outcome with a key more", put("outcome", "mvp", value=0)
    for key in outcome:
        yield f"an outcome without {key}", drop("outcome", key)


def exchange(key: str, i: int) -> Edit:
    return lambda file: file[key].insert(i, file[key].pop(i + 1))


def forged_moves(file: File) -> Iterator[tuple[str, File]]:
    """Yield copies with other actions and options, as a forger who knows the rules would make them.

    Some of them may be consistent.
    """
    for i, entry in enumerate(file["actions"]):
        for key, value in entry["action"].items():
            if isinstance(value, int):
                for other in (value - 1, value + 1):
                    yield changed(file, put("actions", i, "action", key, value=other), f"{i}: {key} {other}")
        yield changed(file, put("actions", i, "seat", value=1 - entry["seat"]), f"{i}: the other seat")
        yield changed(file, left_out(i), f"{i}: left out")
        yield changed(file, put_in(i, entry["seat"], {"do": "end-turn"}), f"{i}: a turn ended early")
    for name, value in (("critical", True), ("rounds", 1), ("rounds", 200), ("kinds", "basic"), ("squad", 2)):
        yield changed(file, put("options", name, value=value), f"option {name}")


def changed(file: File, edit: Edit, label: str) -> tuple[str, File]:
    forged = copy.deepcopy(file)
    edit(forged)
    return label, forged


def left_out(i: int) -> Edit:
    return lambda file: renumbered(file, file["actions"][:i] + file["actions"][i + 1 :])


def put_in(i: int, seat: int, action: dict[str, Any]) -> Edit:
    entry = {"seq": 0, "seat": seat, "action": action}
    return lambda file: renumbered(file, [*file["actions"][:i], entry, *file["actions"][i:]])


def renumbered(file: File, entries: list[dict[str, Any]]) -> None:
    file["actions"] = [{**entry, "seq": seq} for seq, entry in enumerate(entries, start=1)]
