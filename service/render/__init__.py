"""Output for people: tiles drawn in Unicode, tables of items and payments. Works from the JSON that programs get."""
