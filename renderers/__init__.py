"""Pictures: a view goes in, PNG bytes and alt text come out."""
