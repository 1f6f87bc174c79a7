"""Keywords: a set names effects that several cards share, and the cards show it with a reminder (ARC-18)."""

from __future__ import annotations

from bot.base.language import speaking
from bot.base.languages.catalogues import language
from bot.games.arclash.cards.cards import Pool
from bot.games.arclash.cards.cardtext import one_line, rules_text
from tests.engine.cards.card_files.sound import BASE, SOUND, changed, only, read, top

NAME = 'name = { en = "Drizzle", de = "Niesel" }'
SUPPORT = 'abilities = [{ on = "played", then = [{ do = "buff", by = 50 }] }]'


def defined(what: str, key: str = "drizzle", name: str = NAME) -> str:
    return f"[keywords.{key}]\n{name}\n{what}\n"


def drizzling(
    what: str = 'on = "played"\nthen = [{ do = "buff", by = 25 }]', named: str = '"drizzle"'
) -> str:
    """Return the valid set with a Support that has only a keyword."""
    cards = SOUND.replace(SUPPORT, f"keywords = [{named}]", 1)
    return cards.replace("[lineages.reed]", f"{defined(what)}\n[lineages.reed]", 1)


def test_a_card_shows_its_keyword_with_the_reminder_in_both_languages():
    card = Pool([read(drizzling()).set]).cards["REE-11"]
    assert rules_text(card) == ("Drizzle (When played: your Character gains 25 power.)",)
    assert one_line(card) == "Drizzle (When played: your Character gains 25 power.)"
    with speaking(language("de")):
        assert rules_text(card)[0].startswith("Niesel (")


def test_the_abilities_of_a_keyword_come_after_the_card_s_own():
    text = drizzling().replace("keywords = [", f"{SUPPORT}\nkeywords = [")
    pool = Pool([*BASE.sets, read(text).set])
    assert [len(found) for found in pool.doing["REE-11"].values()] == [2]
    assert rules_text(pool.cards["REE-11"])[1].startswith("Drizzle (")
    assert Pool.decode(pool.encoded).cards["REE-11"] == pool.cards["REE-11"]


def test_an_unknown_keyword_is_refused_with_its_line_and_the_known_ones():
    finding = only(drizzling(named='"hail"'))
    assert finding.line == drizzling(named='"hail"').splitlines().index('keywords = ["hail"]') + 1
    assert finding.sentence == 'keywords 1: this set has no keyword "hail": it could be drizzle.'
    near = only(drizzling(named='"drizle"')).sentence
    assert near == 'keywords 1: this set has no keyword "drizle" (did you mean "drizzle"?).'


def test_the_abilities_of_a_keyword_are_checked_there_and_on_each_card():
    chosen = only(drizzling('on = "played"\nthen = [{ do = "debuff", by = 5, whose = "chosen" }]'))
    assert (chosen.code, chosen.card, chosen.line) == ("E402", "", 8)
    trigger = only(drizzling('on = "advance"\nthen = [{ do = "draw" }]'))
    assert (trigger.code, trigger.card) == ("E401", "REE-11")
    assert trigger.sentence.startswith("keywords: Drizzle: a Support has no")
    nobody = only(
        drizzling('on = "played"\nthen = [{ do = "search", where = "deck", which = { word = "Owl" } }]')
    )
    assert (nobody.code, nobody.card) == ("E306", "")


def test_the_guide_and_the_bounds_count_the_abilities_of_a_keyword():
    beyond = only(drizzling('on = "played"\nthen = [{ do = "buff", by = 75 }]'))
    assert (beyond.code, beyond.card) == ("A201", "REE-11")
    many = ", ".join(['{ do = "buff", by = { amount = "level" } }'] * 6)
    halves = ", ".join([f'{{ do = "if", test = {{ test = "coin" }}, then = [{many}] }}'] * 5)
    large = f'on = "played"\nthen = [{{ do = "draw" }}, {halves}]'
    assert "E415" in {finding.code for finding in read(drizzling(large)).findings if finding.card == "REE-11"}


def test_a_keyword_needs_a_name_in_both_languages_and_keeps_the_bounds():
    english = top(defined('on = "played"\nthen = [{ do = "draw" }]', name='name = { en = "Drizzle" }'))
    assert only(english).sentence == 'keywords, drizzle, name: the name of a keyword needs the key "de".'
    many = "\n".join(
        [defined('on = "played"\nthen = [{ do = "draw" }]', key=f"k{each}") for each in range(21)]
    )
    assert only(changed("[lineages.reed]", f"{many}\n[lineages.reed]")).code == "E108"
