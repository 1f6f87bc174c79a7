"""The legal actions of a seat, and the choices of its cards and varans on menus."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from bot.base.language import gettext
from bot.engine import menus
from bot.engine.contract import Action
from bot.engine.menus import TEXT
from bot.engine.sentences import fit, safe
from bot.engine.wording import Choice, Menu
from bot.games.neocombat.cardgame import card_text
from bot.games.neocombat.rules.actions import Pass, Play
from bot.games.neocombat.rules.knowledge import UNKNOWN
from bot.games.neocombat.rules.orders import Passing, passing_now
from bot.games.neocombat.wording.names import Talk, known_words, sector_title


class MenuContext(menus.MenuContext[Talk]):
    """The possible actions of a seat now."""

    @cached_property
    def plays(self) -> list[Play]:
        """The cards that can be played, with all that can be said of each."""
        return self.of(Play)

    def card_choice(self, card: int, *actions: Action, key: str = "") -> Choice:
        """Return the choice of a card, with its effect."""
        hint = safe(" ".join(card_text(self.talk.lexicon.face(card))))
        return self.choice(key or f"c{card}", safe(self.talk.lexicon.plain(card)), hint, *actions)

    def token_words(self, token: int) -> str:
        """Return a varan with its reader's knowledge: "■2.3 A3 Scout", "■2.3 one of A3, B6"."""
        if self.talk.varan_of(token) != UNKNOWN:
            return self.talk.called(token)
        return f"{self.talk.token(token)} {safe(known_words(self.talk.view, token, self.talk.lexicon))}"

    def state_words(self, token: int) -> str:
        """Return the place and state of a varan: "Sector 2, cloaked, damage 2 of 5"."""
        view = self.talk.view
        its, varan = view.tokens[token], self.talk.varan_of(token)
        words = [sector_title(its.sector), gettext("revealed") if its.revealed else gettext("cloaked")]
        if varan != UNKNOWN:
            health = self.talk.lexicon.pool.roster[varan].health
            words.append(gettext("damage {damage} of {health}", damage=view.wounds[varan], health=health))
        if its.sideways:
            words.append(gettext("sideways"))
        return ", ".join(words)

    def hinted(self, words: str, hint: str) -> str:
        """Return the words of a screen; in the first turn with what helps in a first match."""
        return f"{words}\n-# {hint}" if self.talk.view.turn <= 1 else words

    def pass_button(self, label: str, *, able: bool) -> Choice:
        """Return the button that passes; it is the usual next step for a seat that can do nothing else."""
        return self.choice("pass", label, "", Pass(), style="plain" if able else "main")

    @property
    def passing(self) -> Mapping[str, Passing]:
        """The changed order with which the seat passes until one of its varans is named (NEO-10a)."""
        return {"passing": passing_now(self.talk.view, self.talk.seat)}

    def reading_button(self) -> list[Choice]:
        """Return the way to the texts of the cards in hand, if there are any."""
        return [Choice("read", gettext("Read my cards"))] if self.talk.view.hand else []


def reading_screen(context: MenuContext) -> Menu:
    """Return the texts of the cards in hand, as far as they fit."""
    cards = list(dict.fromkeys(context.talk.view.hand))
    whole = "\n".join([card_words(context, card) for card in cards])
    if len(whole) <= TEXT:
        return Menu(whole, ())
    room = TEXT // len(cards) - 1
    return Menu("\n".join([fit(card_words(context, card), room) for card in cards]), ())


def card_words(context: MenuContext, card: int) -> str:
    """Return a card with its text on one line."""
    text = safe(" ".join(card_text(context.talk.lexicon.face(card))))
    return f"**{context.talk.named(card)}**: {text}"


def distinct(values: Iterable[Any]) -> list[Any]:
    """Return each value once, in order."""
    return list(dict.fromkeys(values))
