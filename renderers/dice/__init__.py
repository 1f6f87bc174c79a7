"""Pictures of rolls and of their odds."""
