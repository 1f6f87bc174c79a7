"""Check the draws of a Tablepost match: python verify.py AUDIT.json [SHA-256 of the file, as posted]."""

import hashlib
import hmac
import json
import sys
from pathlib import Path

audit = json.loads(content := Path(sys.argv[1]).read_bytes())
assert sys.argv[2:] in ([], [hashlib.sha256(content).hexdigest()]), "this is not the file that was given out"
seed, start = bytes.fromhex(audit["seed"]), f"tablepost/1|{audit['match']}|".encode()
assert hashlib.sha256(start + seed).hexdigest() == audit["commitment"], "the seed is not the one committed to"
words = json.dumps(audit["words"], ensure_ascii=False, separators=(",", ":")).encode()
key = hmac.digest(seed, start + words, "sha256")


def integers(label):
    """Yield the numbers that a draw is made from."""
    for place in range(2**64):
        block = hmac.digest(key, f"{label}|{place // 4}".encode(), "sha256")
        yield int.from_bytes(block[place % 4 * 8 :][:8], "big")


def below(k, stream):
    """Return a number from 0 to k - 1, each as likely as any other."""
    return next(value for value in stream if value < 2**64 - 2**64 % k) % k


for n, draw in enumerate(audit["draws"]):
    stream, kind = integers(f"{n}|{draw['purpose']}"), draw["kind"]
    assert kind in ("roll", "pick", "shuffle"), f"draw {n} is of no known kind"
    if kind == "roll":
        result = [1 + below(draw["sides"], stream) for _ in range(draw["count"])]
    else:
        result = [below(draw["size"], stream)] if kind == "pick" else list(range(draw["size"]))
    for i in range(len(result) - 1, 0, -1) if kind == "shuffle" else ():
        j = below(i + 1, stream)
        result[i], result[j] = result[j], result[i]
    assert (n, result) == (draw["n"], draw["result"]), f"draw {n} is not what the seed gives"
assert [each["seq"] for each in audit["actions"]] == [*range(1, len(audit["actions"]) + 1)], "wrong numbers"
print(f"{len(audit['draws'])} draws, {len(audit['actions'])} actions: all agree with {audit['commitment']}")
