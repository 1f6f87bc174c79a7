"""The bot's own pictures: within Discord's sizes, and deterministic."""

from __future__ import annotations

import io

from PIL import Image

from renderers.operator.dress import avatar, banner

MOST_BYTES = 256 * 1024


def test_avatar_and_banner_have_discords_sizes_and_are_the_same_each_time() -> None:
    for draw, size in ((avatar, (512, 512)), (banner, (1360, 480))):
        picture = draw()
        assert Image.open(io.BytesIO(picture)).size == size
        assert len(picture) < MOST_BYTES
        assert draw() == picture
    assert 1360 * 6 // 17 == 480
