"""The words of Arclash: sentences, names, typed words, the board in text."""
