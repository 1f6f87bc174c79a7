"""Bounds checked before a file is parsed, and files that are no card files."""

from __future__ import annotations

import random
import zlib

import pytest

from bot.engine.cards import bounds
from bot.engine.cards.files.reading import read_card_set
from bot.engine.cards.files.tokens import UPLOADED, Bounds
from bot.engine.cards.nodes import NODES
from bot.games.arclash.cardgame import FORMAT
from bot.games.catalogue import card_codes
from tests.engine.cards.card_files.examples import faults, nested, padded
from tests.engine.cards.card_files.sound import BASE, SOUND, changed, codes, only, played, read
from tests.games.card_pages import PAGES


def test_the_size_of_a_file_is_limited():
    shipped = Bounds(size=100 * 1024)
    assert read_card_set(padded(100 * 1024), "reed.toml", FORMAT, BASE, shipped).findings == ()
    (finding,) = read_card_set(padded(100 * 1024 + 1), "reed.toml", FORMAT, BASE, shipped).findings
    assert str(finding) == "reed.toml: E001: the file has more than 102,400 bytes, the most here."


def test_brackets_may_be_twelve_deep_without_those_in_strings_and_comments():
    assert codes(nested(12)) == ["E101"]
    assert codes(nested(13)) == ["E005"]
    assert codes(changed("All neck.", "[" * 60 + "]" * 60)) == []


def test_dotted_keys_have_at_most_four_parts_in_headers_and_in_pairs():
    assert codes(f"{SOUND}\n[a.b.c.d]") == ["E101"]
    assert codes(f"{SOUND}\n[a.b.c.'d'.\"e\"]") == ["E006"]
    assert codes(f"a.b.c.d = 1\n{SOUND}") == ["E101"]
    assert codes(f"a . b . c . d . e = 1\n{SOUND}") == ["E006"]


def test_after_a_hundred_errors_the_rest_is_not_reported():
    assert len(read(faults(99)).findings) == 99
    found = read(faults(2000)).findings
    assert len(found) == 101
    assert [finding.code for finding in found].count("E011") == 1


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\n\n\n",
        b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR",
        zlib.compress(SOUND.encode()),
        SOUND.encode("utf-16"),
        bytes(random.Random(7).randbytes(5000)),
        b'{"key": "reed", "title": "Reed"}',
        b"# Cards\n\n* one\n* **two**\n\n```toml\nkey = 1\n```\n",
        b"@everyone\n",
        b"key = \xed\xa0\x80",
        b'key = "\\ud800"',
        b"key = nan\ntitle = inf\ncharacters = 1979-05-27",
        b"characters = [1, [2], {}, 'x']\nsupports = {}\ndecks = []\nlineages = 'x'",
        b"[characters]\nnumber = 1\n[[decks]]\n[[lineages]]",
        b"key = 'x' key = 'x'",
        b"[a]\n[a]\n",
    ],
)
def test_a_file_that_is_no_card_set_is_refused_in_a_sentence(content):
    reading = read(content)
    assert reading.set is None
    assert reading.errors
    for finding in reading.errors:
        assert str(finding).isprintable()


def test_a_byte_order_mark_and_all_line_ends_are_accepted():
    windows = b"\xef\xbb\xbf" + SOUND.replace("\n", "\r\n").encode()
    assert read(windows).findings == ()
    assert read(windows).set == read(SOUND).set
    faulty = changed("power = 700", "powre = 700")
    assert only(faulty.replace("\n", "\r\n")).line == only(faulty).line


@pytest.mark.parametrize(
    "letter", ["\x00", "\x1b", "\r", "\x7f", "\u200b", "\u2028", "\u2066", "\ufeff", "\ue000"]
)
def test_invisible_characters_are_reported_with_their_line(letter):
    finding = only(changed("Heron Chick", f"Heron{letter}Chick"))
    assert finding.code == "E003"
    assert f"U+{ord(letter):04X}" in finding.sentence
    assert finding.line == SOUND.split("\n").index('name = "Heron Chick"') + 1


HARMFUL = {
    "E201": ("line\\nbreak", "tab\\tulator", "\\u202eturned", "\\u0007", "e\u0301\u0301\u0301"),
    "E202": (
        "@here",
        "hello @Everyone",
        "<@123>",
        "<@&123>",
        "<#123>",
        "<:heron:123>",
        "<a:heron:123>",
        "<t:123:R>",
        "</play:1>",
    ),
    "E203": (
        "`code`",
        "```",
        "a *star*",
        "_low_",
        "~~gone~~",
        "||hidden||",
        "[here](there)",
        "# Large",
        "> said",
        "- one",
        "1. one",
        "http://reed",
        "discord.gg/reed",
        "back\\\\slash",
    ),
    "E204": (" before", "behind ", " "),
}
PLAIN = (
    "5 < 6",
    "Who? Me!",
    "Ann’s “heron” – still",
    "1,000 & more",
    "a-b_c",
    "#1",
    "[Heron]",
    "½ é ß Ω 鷺",
    "(x)",
)


@pytest.mark.parametrize("code", HARMFUL)
@pytest.mark.parametrize("place", ["All neck.", "Heron Chick", "Herons that stand still.", "The Reed Bank"])
def test_texts_must_not_contain_discord_markup(code, place):
    for words in HARMFUL[code]:
        assert only(changed(place, words)).code == code, words


def test_plain_texts_are_accepted():
    for words in PLAIN:
        advice = ["A004"] if "鷺" in words else []  # pictures do not draw it everywhere
        assert codes(changed("All neck.", words)) == advice, words


def test_findings_quote_a_file_only_escaped():
    content = played('{ do = "`<@1>*\\u202e\\n' + "x" * 90 + '" }')
    sentences = [finding.sentence for finding in read(content).findings if finding.code == "E104"]
    assert sentences
    for sentence in sentences:
        assert not set("`<>@*\u202e\n") & set(sentence)
        assert "x" * 60 not in sentence


def test_the_name_of_a_file_is_escaped_too():
    (finding, *_) = read_card_set(b"x", "`@everyone\u202e\n.toml", FORMAT).findings
    assert finding.source == "??everyone??.toml"


def test_the_page_on_cards_has_the_real_bounds():
    page = PAGES["arclash"].text
    told = page.partition("## Bounds")[2].partition("\n## ")[0]
    for bound in ("size", "line", "depth", "key", "tables", "cards"):
        assert f"{getattr(UPLOADED, bound):,}" in told
    assert f"| {NODES}: " in page
    assert f"| {bounds.DEPTH}, " in page
    assert f"{bounds.ABILITIES} abilities and {bounds.EFFECTS} effects" in page
    assert f"more than {UPLOADED.findings} errors" in card_codes()["E011"]
    assert f"more than {NODES} parts" in card_codes()["E415"]
    assert f"more than {bounds.DEPTH} deep" in card_codes()["E416"]
