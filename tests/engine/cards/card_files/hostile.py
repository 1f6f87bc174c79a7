"""Files of the maximum size, each made to slow down one step of the check."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bot.engine.cards.files.tokens import UPLOADED

HEAD = 'key = "x"\ntitle = "X"\n'
PLAYED = 'abilities = [{ on = "played", then = ['
SPLIT = (
    '{ do = "if", test = { test = "die", sides = 20, at_least = 7 }, then = [{ do = "buff", by = '
    '{ amount = "dice", dice = 9, sides = 20 } }], otherwise = ['
    '{ do = "debuff", by = { amount = "rolled" } }] }'
)


def filled(head: str, unit: str | Callable[[int], str], tail: str = "") -> bytes:
    """Return a head, then as many units as fit into a file (a unit may contain its number), then a tail."""
    parts, size, number = [head], len((head + tail).encode()), 0
    while True:
        part = unit(number) if callable(unit) else unit
        size += len(part.encode())
        if size > UPLOADED.size:
            return "".join([*parts, tail]).encode()
        parts.append(part)
        number += 1


def character(number: int, lines: str) -> str:
    """Return a Character, up to the allowed number; then a comment."""
    if number >= UPLOADED.cards:
        return "#\n"
    return f'[[characters]]\nnumber = "AA-{number:03}"\nname = "N{number}"\n{lines}'


def alike(number: int) -> str:
    """Return many Characters with the same words, then Supports that search for them in another order."""
    if number < 250:
        return f'[[characters]]\nnumber = "AA-{number:03}"\nname = "a b"\ntraits = ["a", "b"]\n'
    if number >= UPLOADED.cards:
        return "#\n"
    which = f'{{ word = "a b", name = "b a {number}" }}'
    effect = f'{{ do = "search", where = "discard", which = {which} }}'
    return f'[[supports]]\nnumber = "AB-{number:03}"\nname = "c"\n{PLAYED}{effect}] }}]\n'


def looking_up(number: int) -> str:
    """Return Supports with many filters, each resolved only after all cards of these words."""
    if number < 120:
        return f'[[characters]]\nnumber = "AA-{number:03}"\nname = "a b c d e f g h"\n'
    if number == 120:
        return '[[characters]]\nnumber = "AA-120"\nname = "h g f e d c b a"\nlevel = 2\nadvances = [{}]\n'
    if number >= UPLOADED.cards:
        return "#\n"
    words = ["h g", "g f", "f e", "e d", "d c", "c b", "b a", "h g f"]
    effects = ",\n".join(
        f'{{ do = "search", where = "discard", which = {{ word = "{words[(number + each) % 8]}" }} }}'
        for each in range(6)
    )
    return f'[[supports]]\nnumber = "AB-{number:03}"\nname = "x{number}"\n{PLAYED}{effects}] }}]\n'


def chain(number: int) -> str:
    """Return Characters that advance only from the next one."""
    after = f'advances = [{{ level = 2, which = {{ name = "N{number + 1}" }} }}]'
    return character(number, f"level = 2\n{after}\n")


def deck(number: int) -> str:
    letters = f"A{chr(65 + number // 1000 % 26)}{chr(65 + number // 26000)}"
    return f"{letters}-{number % 1000:03} = 2\n"


HOSTILE: Mapping[str, Callable[[], bytes]] = {
    "bytes": lambda: bytes(range(256)) * 256,
    "too large": lambda: b"#" * 10_000_000,
    "keys": lambda: filled(HEAD, lambda number: f"k{number} = 1\n"),
    "equals": lambda: filled("", "=\n"),
    "one line of brackets": lambda: b"a=" + b"[" * 60_000,
    "lines of brackets": lambda: filled("a =", "[\n"),
    "closed brackets": lambda: filled("a = [\n", "[[[[[[[[[[]]]]]]]]]],\n", "]"),
    "braces": lambda: filled("a = ", "{\na = "),
    "one dotted key": lambda: b"a" + b".a" * 30_000 + b" = 1",
    "dotted keys": lambda: filled("", lambda number: f"a{number}.b.c.d = 1\n"),
    "same dotted keys": lambda: filled("", lambda number: f"a.b.c.d{number} = 1\n"),
    "numbers": lambda: filled("a = [\n", "1,\n", "]"),
    "empty cards": lambda: filled(f"{HEAD}characters = [\n", "{},\n", "]"),
    "tables": lambda: filled(HEAD, lambda number: f"[a{number}]\n"),
    "headers": lambda: filled(HEAD, "[[characters]]\n"),
    "long string": lambda: filled('a = """', "x\\n\n", '"""'),
    "quotes in a string": lambda: filled('a = """', '""x\n', '"""'),
    "open string": lambda: filled('a = """', "\\\\\n"),
    "open literal": lambda: filled("a = '''", "''\n"),
    "underscores": lambda: filled("a = [\n", "9_9,\n", "]"),
    "large numbers": lambda: filled("a = [\n", "9" * 1990 + ",\n", "]"),
    "large hexadecimals": lambda: filled("a = [\n", "0x" + "f" * 1990 + ",\n", "]"),
    "dates": lambda: filled("a = [\n", "1979-05-27T07:32:00Z,\n", "]"),
    "faulty dates": lambda: filled("a = [\n", "9999-99-99,\n", "]"),
    "comments": lambda: filled("", "#\n"),
    "mentions": lambda: filled(f"{HEAD}words = [\n", '"@everyone",\n', "]"),
    "markup": lambda: filled(f"{HEAD}words = [\n", '"_a _a _a _a _a _a _a _a _a",\n', "]"),
    "accents": lambda: filled(f"{HEAD}words = [\n", '"' + "e\u0301" * 400 + '",\n', "]"),
    "cards": lambda: filled(HEAD, lambda number: character(number, "")),
    "misspelt cards": lambda: filled(HEAD, lambda number: character(number, "powre = 1\n")),
    "free advancements": lambda: filled(
        HEAD, lambda number: character(number, "level = 2\nadvances = [{}, {}]\n")
    ),
    "advancements among each other": lambda: filled(
        HEAD, lambda number: character(number, "level = 2\nadvances = [{ level = 2 }, { level = 2 }, {}]\n")
    ),
    "a chain of advancements": lambda: filled(HEAD, chain),
    "words in another order": lambda: filled(HEAD, alike),
    "words found last": lambda: filled(HEAD, looking_up),
    "many ways": lambda: filled(
        HEAD,
        lambda number: character(
            number, 'abilities = [{ on = "start-of-battle", then = [' + ",\n".join([SPLIT] * 6) + "] }]\n"
        ),
    ),
    "unknown cards in a deck": lambda: filled(f'{HEAD}[decks.a]\ntitle = "A"\n[decks.a.cards]\n', deck),
}  # fmt: skip
