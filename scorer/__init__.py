"""Scoring core: tiles, hands, rulesets, settlement. Standard library only."""
