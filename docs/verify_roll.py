"""Checks a roll of Tablepost with nothing but Python: docs/DICE.md and docs/FAIRNESS.md say what it does.

python verify_roll.py STREAM COMMITMENT SEED DRAW...     each DRAW as 12:4d6: draw 12, four dice of six sides
"""

import hashlib
import hmac
import sys

if len(sys.argv) < 4:
    sys.exit(__doc__)
stream, commitment, seed = sys.argv[1], sys.argv[2], bytes.fromhex(sys.argv[3])
start = f"tablepost/1|{stream}|".encode()
if hashlib.sha256(start + seed).hexdigest() != commitment:
    sys.exit("The seed is NOT the one that was committed to.")
key = hmac.digest(seed, start + b"[]", "sha256")


def integers(number):
    """Yield the 64-bit integers of a draw."""
    block = 0
    while True:
        digest = hmac.digest(key, f"{number}|roll|{block}".encode(), "sha256")
        yield from (int.from_bytes(digest[i : i + 8], "big") for i in (0, 8, 16, 24))
        block += 1


def die(sides, numbers):
    """Return the next die: integers that would favour some sides are passed over."""
    return 1 + next(n for n in numbers if n < 2**64 - 2**64 % sides) % sides


print("The seed is the one that was committed to.")
for draw in sys.argv[4:]:
    number, dice = draw.split(":")
    count, sides = map(int, dice.split("d"))
    numbers = integers(int(number))
    print(f"draw {number}, {dice}:", *[die(sides, numbers) for _ in range(count)])
