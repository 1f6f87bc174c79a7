"""Pictures as pixels."""

from __future__ import annotations

import io

from PIL import Image

from renderers.contract import Picture


def opened(picture: Picture | bytes) -> Image.Image:
    """Return a drawn picture as an image in RGB."""
    return Image.open(io.BytesIO(picture if isinstance(picture, bytes) else picture.png)).convert("RGB")
