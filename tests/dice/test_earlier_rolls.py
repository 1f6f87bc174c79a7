"""Rolls of earlier versions are verified by rolling them again: each notation is read and shown as before."""

from __future__ import annotations

import hashlib

import msgspec
import pytest

from bot.dice.notation import read
from bot.dice.rolling import roll
from bot.engine.fair import Stream

EARLIER = [
    "8ea3514cdf6858be  2d6+3",
    "01322f048a7b76e1  d20",
    "3514ac48c0ed9ce1  d%",
    "0408c5a686566cdd  3D6KH1",
    "edc6b703d41f0d42  1d6 × 2 − 1",
    "31965a17783eb046  007+1.50*2",
    "fd35e27c780b32d8  2d6/2//1",
    "7e9fc828ee445e08  (1d8+2)*2 % 5",
    "a2fe185432e0674b  - -2d6",
    "183bc457c0a2435c  1d20+5>=15",
    "52e575f3f0a4c2a4  1d6 != 3",
    "9491100f28611941  1<2==1",
    "3b5d8017387b7471  4d6kh3",
    "6bbba35055d6f96b  4d6 kl1",
    "5ff9771e79fee319  4d6kh",
    "8c04f40749d53f58  4d6dl1",
    "79d9515a1ee151e1  4d6 dh2 + 1",
    "bac7cad877358714  4d6k>3",
    "babff92e8983ea1e  4d6p<=2",
    "3a0b19d8ac3e28ea  4d6k2k6",
    "15174e04631bed09  4d6kh1kl1",
    "8542aa88cb0b28c7  4d6ro1kh1",
    "9da81a1ab28bc67a  4d6rr4rr<2",
    "c04d40e022184a72  4d6ro1ro2",
    "d41bc14979dec025  4d6mi2mi4",
    "2ac3bef784b1f93a  4d6 ma5 mi2",
    "d1145351c7de99ee  3d6ra6",
    "ec39ea0e0ce01156  5d6!",
    "88408a4e91348a02  5d6!>4",
    "0a9c769ae76ed03e  5d6!>=5!=7",
    "23ea956f2f81efb2  5d6e6e1k>2",
    "7c10a3cd982da572  5d6! !3",
    "e80a98f0df34013b  8d10 t7",
    "7df846fc07d1d567  8d10!t8",
    "64b8f19b3d615625  8d10kh5 t<=2",
    "28a74141a9f8a5a0  2d10t7+2",
    "1778d528ff5f9afc  4dF",
    "f497b0829a148c59  4dfkh2 + 1",
    "a725fa3580a2a78a  dFro<0",
    "73ab28c0f76fab04  1d20+5 adv",
    "ea184d02e8ef3085  1d20dis+3",
    "c56e65d5c29352e6  1d20mi10 DIS kh1",
    "e5c4831ffae3e77f  1d4+1d20[x] adv",
    "84dc9763d4d89de5  (1d20,3) adv kh1",
    "00306903802350d0  5 dis + d20",
    "c14b49cd200c4b41  (2d6+3,1d20)kh1",
    "bc19c4b711dd6f05  (4d6)kh3pl1",
    "f8f2167cb13ec427  (1d6,2d8,(1d4))",
    "f132e7f6485beedf  ((1d6+1d8)k>3 - 1)[all]",
    "3eb08e3f398e7710  2d6 [ fire  – hot ] + 1d8[cold] damage",
    "f974c6550681e275  (1d6[a],1d8)kh1kl1",
    "27257fc38a7658c5  6#4d6kh3",
    "ffa0fac120504d83   2 # 1d6 # twice – a × b",
    "d34268efe7f4bb80  1#d4",
    "d4e72c4759cffb36  1d20+5 stealth",
    "3626408b5cd6d944  8d6 # fireball 2",
    "8da137a6099d8f2a  1d8 Schwerthieb",
    "79c8fe14b419efda  1d6 #",
    "c64c7e28d1913096  1d20 advice",
    "ec71b136add0dec7  4d6 k",
]
"""Digests made by the version that read the notation with d20, each with its expression."""


@pytest.mark.parametrize("line", EARLIER)
def test_a_stored_expression_rolls_what_it_rolled(line: str) -> None:
    digest, text = line.split("  ", 1)
    read_again = read(text)
    kept = [
        msgspec.to_builtins(roll(read_again, Stream("earlier", bytes(32)))),
        read_again.text,
        read_again.body,
        read_again.repeats,
        read_again.repeated,
        read_again.label,
    ]
    assert hashlib.sha256(msgspec.json.encode(kept)).hexdigest()[:16] == digest
