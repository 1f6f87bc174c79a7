"""The cards of Overcross: what is printed on them (`cards`), what they can say (`words`), what they need of
the table (`field`), what they can do all the time (`statics`)."""
