"""The part of Discord that a process serves: all servers, or the servers of its shards."""

from __future__ import annotations

import msgspec

_TIMESTAMP_BITS = 22
"""The upper bits of a server's id decide on its shard, as Discord reckons."""


class Shards(msgspec.Struct, frozen=True):
    """Some of `count` connections to Discord, by their ids; none named means all there are."""

    ids: tuple[int, ...] = ()
    count: int = 0

    @property
    def everything(self) -> bool:
        """Whether these are all shards, however many there are."""
        return not self.ids

    def serve(self, guild: int | None) -> bool:
        """Whether what happens on a server comes by one of these; DMs (None) come by shard 0."""
        return self.everything or ((guild or 0) >> _TIMESTAMP_BITS) % self.count in self.ids

    @property
    def key(self) -> str:
        """The shards as they are stored: "all", or such as "0,1/4"."""
        return "all" if self.everything else f"{','.join(map(str, self.ids))}/{self.count}"

    @classmethod
    def of_key(cls, key: str) -> Shards:
        """Return the shards that were stored so."""
        if key == ALL.key:
            return ALL
        ids, _, count = key.partition("/")
        return cls(tuple(int(each) for each in ids.split(",")), int(count))


ALL = Shards()
