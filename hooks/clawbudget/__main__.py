"""``python -m clawbudget`` does what the console script does."""

from __future__ import annotations

from clawbudget.cli import main

raise SystemExit(main())
