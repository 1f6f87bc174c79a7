"""How Overcross speaks: names, sentences, typed words, the position as text."""
