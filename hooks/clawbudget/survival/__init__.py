"""Chooses, for an AGENTS.md, the layout of long lines that keeps most of the rules in front of the model.

This is where the other two packages meet: ``injection`` tells what OpenClaw keeps of a layout, ``wrapping`` tells which
layouts a line can have and proves them. Neither of them knows of the other, nor of this one.

``reach`` measures what of a file's lines reaches the model, however they are laid out: it is the judge of everything
here. ``proposals`` gives a few layouts of one long line that differ in what the policy digest makes of them,
``outlook`` foresees quickly what becomes of the whole file with some of them, and ``choosing`` searches for the best.
``gains`` tells what came of it.

``split_places`` reads where items and paragraphs begin, ``splits`` tells which lines may become several of them, and
``splitting`` does that where it gains. ``advice`` tries all of it, and more, to tell an owner what would help most.
"""
