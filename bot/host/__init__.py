"""The program: settings, wiring, the client on Discord, the command line, the local table."""
