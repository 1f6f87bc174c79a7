"""The computer players that can be seated: their games, levels, strengths and descriptions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from bot.base.language import N_, gettext, pgettext
from bot.engine.contract import AnyRules
from bot.engine.options import meant, shown
from bot.engine.players.opponent import Opponent
from bot.engine.sentences import either
from bot.matches.errors import LobbyRefusal

NORMAL = "normal"
"""The default level."""

LEVELS: Mapping[str, str] = MappingProxyType(
    {"easy": N_("easy", "computer"), NORMAL: N_("normal", "computer"), "hard": N_("hard", "computer")}
)
"""The names of the levels, the weakest first. The keys can be typed in every language."""


class Offer(NamedTuple):
    """A computer player as it is offered for a game."""

    key: str
    title: str
    level: str
    """easy, normal, hard, or "" for no level."""
    strength: int | None
    """Its measured strength at this game; None where it was not measured."""
    description: str
    """How it plays, in a sentence: a message."""

    @property
    def how_strong(self) -> str:
        """Level and strength, such as "easy, strength 790", as far as they are known."""
        known = [pgettext("computer", LEVELS[self.level])] if self.level in LEVELS else []
        if self.strength is not None:
            known.append(gettext("strength {strength}", strength=self.strength))
        return ", ".join(known)

    @property
    def label(self) -> str:
        """Name and strength, such as "Recruit (easy, strength 790)"."""
        return f"{self.title} ({self.how_strong})" if self.how_strong else self.title

    @property
    def about(self) -> str:
        """Return its name, strength and style in the current language."""
        return f"{self.label}: {gettext(self.description)}"


class Computers:
    """All computer players."""

    def __init__(self, players: Mapping[str, Opponent]) -> None:
        self.players = players

    def of(self, game: str) -> list[Offer]:
        """Return the computer players of a game, the easiest first."""
        return [self._offer(key, game) for key, player in self.players.items() if player.plays(game)]

    def about(self, keys: Iterable[str], game: str) -> list[str]:
        """Return a sentence on each available computer player with one of these keys."""
        return [self._offer(key, game).about for key in sorted(set(keys)) if key in self.players]

    def found(self, word: str, rules: AnyRules) -> Offer:
        """Return the computer player of this game with a key or level.

        Without a word, it is the normal one, or the strongest where there is no normal one. A game whose only
        player has no level has that one for each level. Raises `LobbyRefusal`.
        """
        able = self.of(rules.key)
        if not able:
            raise LobbyRefusal.translated(
                "There are no computer players for {game} here; all seats are for people.", game=rules.title
            )
        # A level may be typed in English or in the current language.
        named = {pgettext("computer", name): level for level, name in LEVELS.items()}
        typed = word or NORMAL
        level = typed if typed in LEVELS else named.get(typed, "")
        wanted = [offer for offer in able if word == offer.key or (level and level == offer.level)]
        if wanted or not word or (level and not any(offer.level for offer in able)):
            return (wanted or able)[-1]
        keys = [offer.key for offer in able]
        if word in self.players:
            raise LobbyRefusal.translated(
                "The computer player {player} does not play {game}. Choose {players}.",
                player=word,
                game=rules.title,
                players=either(keys),
            )
        if level:
            raise LobbyRefusal.translated(
                "At {game} no computer player of this level is offered. Choose {players}.",
                game=rules.title,
                players=either(keys),
            )
        raise LobbyRefusal.translated(
            "There is no computer player {player}. Choose {players}.",
            player=shown(word) + meant(word, keys),
            players=either(keys),
        )

    def _offer(self, key: str, game: str) -> Offer:
        player = self.players[key]
        return Offer(key, player.title, player.level, player.strength(game), player.description)
