"""The screens through which Neo-Combat is played without typing."""
