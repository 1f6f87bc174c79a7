"""Menus of many choices, in the selected language."""

from __future__ import annotations

from bot.base.language import speaking
from bot.base.languages.catalogues import language
from bot.engine.menus import OPTIONS, select
from bot.engine.wording import Choice
from tests.languages.marked import MARKED, unmarked

CHOICES = [Choice(str(number), f"C{number}: a unit") for number in range(OPTIONS + 5)]


def test_a_menu_of_too_many_choices_names_the_part_it_shows() -> None:
    assert [group.prompt for group in select("Move to", CHOICES)] == [
        "Move to (C0 to C14)",
        "Move to (C15 to C29)",
    ]
    with speaking(language("de")):
        assert select("Ziel", CHOICES)[1].prompt == "Ziel (C15 bis C29)"
    with speaking(MARKED):
        assert unmarked(select("", CHOICES)[0].prompt) == []
        assert [group.prompt for group in select("Ziel", CHOICES[:OPTIONS])] == ["Ziel"], "few have it alone"
