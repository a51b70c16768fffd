"""Wraps the lines of a Markdown file that are over a limit, and proves that the document stays the same.

``measure`` tells whether there is a long line at all; it alone is cheap to import. ``engine`` leads the way:
a ``document`` is split into lines, ``structure`` reads its blocks, ``candidates`` sorts the long lines by
means of ``paragraphs``, ``staying`` and ``breaks``, a choice of ``layouts`` is made, and ``search`` keeps
what the ``proof`` lets pass.
"""
