"""The words of Crossfire: sentences, names, typed words, the board in text."""
