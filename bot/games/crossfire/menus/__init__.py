"""The screens of the play panel of Crossfire."""
