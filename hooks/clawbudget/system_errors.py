"""What the system says when it refuses a path, in words."""

from __future__ import annotations


def reason_of(error: OSError | ValueError) -> str:
    """Say in words why the system refused: without the number and the path that ``str`` of an OSError has."""
    return getattr(error, "strerror", None) or str(error)
