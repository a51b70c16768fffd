"""Wraps the lines of a Markdown file that are over a limit, and proves that the document stays the same.

The way of the data: ``measure`` finds the long lines, ``structure`` where they stand and which characters of
them are plain text, ``breaks`` where such a line may end, ``layouts`` which of these places are taken,
``proof`` whether the document is still the same, and ``engine`` leads from one to the next. Only ``measure``
is cheap to import.
"""
