"""Ids: short, safe in every format, and made only from the given randomness."""

from __future__ import annotations

import re
import secrets

from bot.base.ids import ID_LENGTH, new_id


def test_an_id_is_twelve_lower_case_letters_and_digits() -> None:
    ids = {new_id(secrets.token_bytes) for _ in range(200)}
    assert len(ids) == 200
    assert all(re.fullmatch(f"[a-z0-9]{{{ID_LENGTH}}}", each) for each in ids)


def test_an_id_is_made_from_the_lowest_bits_of_the_randomness() -> None:
    assert new_id(lambda size: bytes(size)) == "0" * ID_LENGTH
    assert new_id(lambda size: (37).to_bytes(size)) == "11" + "0" * (ID_LENGTH - 2)
