"""The designers' workshop: card sets and maps of servers, the test table, the lab, sheets to print."""
