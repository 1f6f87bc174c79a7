"""The texts of Arclash: sentences, names, typed words, the board as text."""
