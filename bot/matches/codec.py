"""Encodes and decodes the stored values of a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from bot.engine.contract import AnyRules, Event, Seat, Viewer
from bot.matches.notices import Notice


class _StoredEvent(msgspec.Struct, frozen=True):
    """An event whose facts are not decoded yet."""

    public: msgspec.Raw
    private: dict[int, msgspec.Raw] = {}

    def seen_by(self, viewer: Viewer) -> msgspec.Raw:
        """Return the encoded fact for this viewer: "null" for none."""
        return self.public if viewer is None else self.private.get(viewer, self.public)


class Codec:
    """Encodes and decodes the values of one game, by the types its rules name. Everything is JSON."""

    def __init__(self, rules: AnyRules) -> None:
        self.rules = rules
        self._encoder = msgspec.json.Encoder()
        self._state: msgspec.json.Decoder[Any] = msgspec.json.Decoder(rules.State)
        self._fact: msgspec.json.Decoder[Any] = msgspec.json.Decoder(rules.Fact | Notice | None)
        self._action: msgspec.json.Decoder[Any] = msgspec.json.Decoder(rules.Action)
        self._options: msgspec.json.Decoder[Any] = msgspec.json.Decoder(rules.Options)
        self._event = msgspec.json.Decoder(_StoredEvent)

    def encode(self, value: Any) -> bytes:
        """Encode a state, an action, an event or options."""
        return self._encoder.encode(value)

    def action(self, stored: bytes) -> Any:
        """Decode an action. Raises `msgspec.DecodeError`."""
        return self._action.decode(stored)

    def state(self, stored: bytes) -> Any:
        """Decode a state. Raises `msgspec.DecodeError`."""
        return self._state.decode(stored)

    def options(self, stored: msgspec.Raw) -> Any:
        """Decode options. Raises `msgspec.DecodeError`."""
        return self._options.decode(stored)

    def orders(self, stored: str) -> Any:
        """Decode standing orders. None for "" and for orders of another version."""
        if not stored or self.rules.ordered is None:
            return None
        try:
            return msgspec.json.decode(stored, type=self.rules.ordered.Orders)
        except msgspec.DecodeError:
            return None

    def event(self, stored: bytes) -> Event:
        """Decode an event with all its forms. Raises `msgspec.DecodeError`."""
        raw = self._event.decode(stored)
        private: Mapping[Seat, Any] = {seat: self._fact.decode(fact) for seat, fact in raw.private.items()}
        return Event(self._fact.decode(raw.public), private)

    def fact(self, stored: bytes, viewer: Viewer) -> Any:
        """Decode the fact of an event for this viewer; None for none. Raises `msgspec.DecodeError`."""
        return self._fact.decode(self._event.decode(stored).seen_by(viewer))

    def is_known(self, stored: bytes, viewer: Viewer) -> bool:
        """Whether an event has a fact for this viewer. Raises `msgspec.DecodeError`."""
        return bytes(self._event.decode(stored).seen_by(viewer)) != b"null"
