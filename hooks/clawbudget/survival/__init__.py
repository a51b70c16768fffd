"""Chooses, for an AGENTS.md, the layout of long lines that keeps most of the rules in front of the model.

``reach`` measures what of a file's lines reaches the model, however they are laid out: it is the judge of everything
here. ``proposals`` gives a few layouts of one long line that differ in what the policy digest makes of them,
``outlook`` foresees quickly what becomes of the whole file with some of them, and ``choosing`` searches for the best.
``gains`` tells what came of it.
"""
