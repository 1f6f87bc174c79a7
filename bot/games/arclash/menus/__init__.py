"""The screens of the play panel of Arclash."""
