"""The texts of Overcross: names, sentences, typed words, the position as text."""
