"""Options are checked against the declarations of their struct; an error names option, value and range."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

import msgspec
import pytest
from msgspec import Meta
from msgspec.structs import replace

from bot.base.language import speaking
from bot.base.languages.catalogues import language
from bot.engine.errors import BadOptions
from bot.engine.options import check_options, check_seats, read_option


class Deal(StrEnum):
    RANDOM = "random"
    BALANCED = "balanced"


class Options(msgspec.Struct, frozen=True):
    """The options of a game."""

    limit: Annotated[int, Meta(ge=30, le=300)] = 100
    turns: Annotated[int, Meta(ge=8)] = 20
    deal: Deal = Deal.BALANCED
    end: Literal["first", "last"] = "first"
    title: Annotated[str, Meta(max_length=10)] = ""
    secret: bool = False


def test_options_in_range_pass():
    check_options(Options())
    check_options(Options(limit=30, turns=8, deal=Deal.RANDOM, end="last", title="x" * 10, secret=True))


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"limit": 29}, "The option limit must be a whole number from 30 to 300, not 29."),
        ({"limit": 301}, "The option limit must be a whole number from 30 to 300, not 301."),
        ({"limit": "many"}, 'The option limit must be a whole number from 30 to 300, not "many".'),
        ({"turns": 7}, "The option turns must be a whole number of 8 or more, not 7."),
        (
            {"deal": "balanecd"},
            'The option deal must be random or balanced (did you mean balanced?), not "balanecd".',
        ),
        ({"end": "never"}, 'The option end must be first or last, not "never".'),
        ({"title": "x" * 11}, 'The option title must be text of at most 10 characters, not "xxxxxxxxxxx".'),
        ({"secret": 7}, "The option secret must be true or false, not 7."),
    ],
)
def test_a_value_out_of_range_is_named_with_the_range(wrong, sentence):
    with pytest.raises(BadOptions) as refused:
        check_options(replace(Options(), **wrong))
    assert refused.value.sentence == sentence


@pytest.mark.parametrize(
    ("typed", "name", "value"),
    [
        ("４０", "limit", 40),
        (" 40\u00a0", "limit", 40),
        ("Random", "deal", Deal.RANDOM),
        ("LAST", "end", "last"),
        ("yes", "secret", True),
        ("Off", "secret", False),
    ],
)
def test_typed_values_are_read_whatever_keyboard_typed_them(typed, name, value):
    kinds = {field.name: field.type for field in msgspec.structs.fields(Options)}
    assert read_option(name, kinds[name], typed) == value


def test_yes_and_no_may_be_typed_in_german():
    with speaking(language("de")):
        assert [read_option("secret", bool, word) for word in ("Ja", "nein", "an", "false")] == [
            True,
            False,
            True,
            False,
        ]


def test_seats_are_counted():
    check_seats("Chess", range(2, 3), 2)
    with pytest.raises(BadOptions, match=r"^Overcross is for 2 to 4 seats, not 5\.$"):
        check_seats("Overcross", range(2, 5), 5)
