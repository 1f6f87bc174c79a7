"""The settings of servers for their matches. Knows no Discord."""
