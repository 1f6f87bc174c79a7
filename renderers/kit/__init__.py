"""Shared parts of all renderers: fonts, colours, shapes, sprites, text and the PNG encoder."""
