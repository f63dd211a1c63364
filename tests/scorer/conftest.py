"""No example is wrong for taking long: a busy machine must not fail a test."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")
