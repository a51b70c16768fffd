"""The settings report: every setting that counts for a workspace, and where it is from."""

from __future__ import annotations

from clawbudget.findings import RULES
from clawbudget.releases import BOOTSTRAP_FILES
from clawbudget.reports.escaping import escape, escape_line
from clawbudget.settings_reading import SEVERITIES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from clawbudget.chosen_limits import ChosenLimits
    from clawbudget.settings import Settings
    from clawbudget.workspaces import Workspace


def settings_lines(workspace: Workspace, chosen: ChosenLimits, settings: Settings) -> Iterator[str]:
    """Give the report's lines: the workspace, and key, value and origin of each setting in columns."""
    excluded = " (excluded)" if settings.excludes(workspace.folder) else ""
    yield f"{escape_line(workspace.folder)}:{excluded}"
    rows = [*_limit_rows(chosen, settings), *_policy_rows(settings)]
    widths = [max(len(row[column]) for row in rows) for column in (0, 1)]
    for key, value, origin in rows:
        yield f"  {key:<{widths[0]}}  {escape(value):<{widths[1]}}  {escape(origin)}"


def _limit_rows(chosen: ChosenLimits, settings: Settings) -> Iterator[tuple[str, str, str]]:
    limits = chosen.limits()
    release = chosen.release
    fallback = f"OpenClaw {release.name}" if release else "default"
    yield "openclaw", release.name if release else "the eight-file budget", chosen.origins.get("openclaw", "default")
    for key, value in (("max-file", limits.max_file), ("max-total", limits.max_total)):
        yield key, f"{value:,}", chosen.origins.get(key, fallback)
    for name, limit in chosen.file_limits.items():
        yield f"file-limits.{name}", f"{limit:,}", settings.origins[f"file-limits.{name}"]
    yield "max-line", f"{limits.max_line:,}", chosen.origins.get("max-line", "default")
    yield "line-files", _names(limits.line_files), chosen.origins.get("line-files", fallback)


def _policy_rows(settings: Settings) -> Iterator[tuple[str, str, str]]:
    words = {severity: word for word, severity in SEVERITIES.items()}
    for rule, severity in RULES.items():
        given = settings.severities.get(rule, severity)
        yield f"rules.{rule}", words[given], settings.origins.get(f"rules.{rule}", "default")
    for each in settings.exclusions:
        yield "exclude", each.pattern, each.origin


def _names(files: Collection[str]) -> str:
    if len(files) == len(BOOTSTRAP_FILES):
        return "all"
    return ", ".join(name for name in BOOTSTRAP_FILES if name in files) or "none"
