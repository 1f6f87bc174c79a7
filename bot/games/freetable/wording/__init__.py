"""What a free table says: sentences, typed words, the table as text."""
