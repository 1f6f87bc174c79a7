"""The words of Papyrus: sentences, names, typed words, the board in text."""
