"""A desktop tabletop for card games: a free table, undo of everything, and rules that explain themselves."""

__version__ = "0.1.0"
