"""What the renderers of all games share: fonts, colours, shapes, sprites, text and the PNG encoder."""
