"""No sentence is cut inside its markup: every message, at every possible place."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from bot.base.languages.catalogues import catalogue_paths, forms, read_catalogue
from bot.games.papyrus.rules.facts import TurnBegan
from bot.matches import notices
from cogs.kit.layout import fit, safe
from cogs.kit.sentences import Line, describe_facts, in_short
from tests.cogs.composed import whole
from tests.cogs.matches.test_match_languages import GAME, look_at, match

ATOMS = st.sampled_from(
    [" ", "word", "●", "**", "~~", "`", "*", "\\*", "\\\\", "<t:1:R>", "<@7>", "[a](b)", "_"]
)


def all_messages() -> Iterator[str]:
    """Yield all messages in English and German, with a name in the place of each value."""
    for path in catalogue_paths("de"):
        for message in read_catalogue(path):
            english = message.id if isinstance(message.id, str) else message.id[0]
            for said in (english, *forms(message)):
                yield re.sub(r"\{\w+\}", lambda _: safe("a_*b*"), said)


def test_no_message_is_cut_inside_its_markup() -> None:
    checked = 0
    marked = {each for each in all_messages() if re.search(r"\*\*|`|~~|<[@t]|\]\(", each)}
    for said in sorted(marked)[::6]:
        if not whole(said):
            continue  # its end is in another message
        marks = {found.start() for found in re.finditer(r"[*`~<>\\()]", said)}
        for limit in {at + beside for at in marks for beside in (0, 1, 2)} - {0}:
            kept = fit(said, limit)
            assert len(kept) <= limit
            assert whole(kept), (limit, kept)
        checked += 1
    assert checked > 100


@given(st.lists(ATOMS, max_size=30).map("".join), st.integers(1, 60))
def test_a_cut_text_has_complete_markup(words: str, limit: int) -> None:
    kept = fit(words, limit)
    assert len(kept) <= limit
    assert not whole(words) or (whole(kept) and kept.count("[") == kept.count("](b)")), kept


def test_many_undone_actions_are_one_line_and_each_line_of_a_post_is_complete() -> None:
    line = "● **Ann**: SMG-1 at **B2** shoots ■ **Ben**'s Medic-1, "
    lines = [line * times for times in range(1, 15)]
    shown = in_short([Line(words) for words in lines])
    assert all(whole(each) for each in shown.splitlines())
    match_view = msgspec.structs.replace(look_at(match()), seat=None)
    facts = tuple([msgspec.Raw(msgspec.json.encode(fact)) for fact in [TurnBegan(0, 3, 20)] * 14])
    (told,) = describe_facts(GAME, [notices.TakenBack(0, True, 14, facts)], match_view)
    assert told.startswith("Ann has with the consent of all taken back 14 actions: ~~")
    assert re.search(r"~~ … and \d+ more$", told)
    assert len(told) < 320
    assert whole(told)
