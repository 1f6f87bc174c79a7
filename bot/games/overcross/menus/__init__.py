"""The screens of the play panel of Overcross."""
