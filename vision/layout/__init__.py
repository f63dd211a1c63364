"""Rows, gaps, sideways and stacked tiles, and the hand told from the rest of the table, by geometry alone."""

from vision.layout.arrange import arrange, arrangements
from vision.layout.thresholds import DEFAULT_LAYOUT_THRESHOLDS, LayoutThresholds
from vision.layout.values import Layout, LayoutDoubt, Placed, Row

__all__ = [
    "DEFAULT_LAYOUT_THRESHOLDS",
    "Layout",
    "LayoutDoubt",
    "LayoutThresholds",
    "Placed",
    "Row",
    "arrange",
    "arrangements",
]
