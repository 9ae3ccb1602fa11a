"""What a choice is drawn from: tables by their keys, their numbers as JSON, and those that a file carries."""
