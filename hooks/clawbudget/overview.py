"""What one session gets of a workspace, file by file: the numbers that ``clawbudget show`` reports."""

from __future__ import annotations

from clawbudget.injection.fates import ALL_FATES, IN_DIGEST, WHOLE
from clawbudget.injection.prompt import DROPPED, MISSING, WHOLE_FILE, InjectedFile
from clawbudget.javascript import length, trim_end
from clawbudget.limits import Limits, near_limit
from clawbudget.losses import FileLoss, injection_of
from clawbudget.reading import read_files
from clawbudget.releases import BOOTSTRAP_FILES, Release

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from clawbudget.budget import CheckedWorkspace
    from clawbudget.reading import BootstrapFile
    from clawbudget.workspaces import Workspace

NEAR_LIMIT: Final = "near limit"
RETIRED: Final = "retired"
OTHER_SESSIONS: Final = "other sessions"


class FileOverview:
    """One file's numbers, in UTF-16 code units.

    ``raw`` is the source's length, ``injected`` what stands in its place in the prompt (OpenClaw's own markers
    included), ``lost`` what of the source stands nowhere in the prompt. ``cause`` is what happens to the file: one of
    the causes in ``injection.prompt``, or NEAR_LIMIT (whole, but at least 85 % of the limit), RETIRED (the release no
    longer reads it) or OTHER_SESSIONS (this session does not). ``limit`` is where OpenClaw cuts it, 0 if it is not
    read; ``text`` what is injected. ``loss`` tells the lines' fates, None if there is no text. ``detail`` says more
    where there is more to say.
    """

    __slots__ = ("cause", "detail", "injected", "limit", "loss", "lost", "name", "raw", "text")

    def __init__(self, name: str, cause: str, *, raw: int = 0, limit: int = 0, detail: str = "") -> None:
        self.name = name
        self.cause = cause
        self.raw = raw
        self.limit = limit
        self.detail = detail
        self.injected = 0
        self.lost = 0
        self.text = ""
        self.loss: FileLoss | None = None

    @property
    def rule_lines(self) -> int:
        """The number of the source's rule lines."""
        return len(self.loss.rules(*ALL_FATES)) if self.loss else 0

    @property
    def whole_rule_lines(self) -> int:
        """The number of those that reach the model whole."""
        return len(self.loss.rules(WHOLE, IN_DIGEST)) if self.loss else 0


class Overview:
    """What a session gets of a workspace: all eight ``files`` in injection order, and the ``injected`` total.

    ``failures`` are pairs of a path and the reason why the system did not let us read it. Sizes are UTF-16 code units.
    """

    __slots__ = ("failures", "files", "limits", "release", "session", "workspace")

    def __init__(self, workspace: Workspace, release: Release, limits: Limits, session: str) -> None:
        self.workspace = workspace
        self.release = release
        self.limits = limits
        self.session = session
        self.files: list[FileOverview] = []
        self.failures: list[tuple[str, str]] = []

    @property
    def raw(self) -> int:
        """The length of all sources together, without those that are for other sessions."""
        return sum(file.raw for file in self.files if file.cause != OTHER_SESSIONS)

    @property
    def injected(self) -> int:
        """What of the total limit is spent."""
        return sum(file.injected for file in self.files)

    @property
    def lost(self) -> int:
        """What of all sources stands nowhere in the prompt."""
        return sum(file.lost for file in self.files)

    def __getitem__(self, name: str) -> FileOverview:
        """Give the file called ``name``."""
        return self.files[BOOTSTRAP_FILES.index(name)]


def overview_of(workspace: Workspace, limits: Limits, release: Release, session: str = "main") -> Overview:
    """Tell what a session gets of the workspace's files, as they are on disk now, under ``release``."""
    overview = Overview(workspace, release, limits, session)
    on_disk = {file.name: file for file in read_files(workspace, BOOTSTRAP_FILES)}
    overview.failures = [(file.path, file.failure) for file in on_disk.values() if file.failure is not None]
    injection = injection_of(workspace, on_disk.values(), limits, release, session)
    injected = {file.name: file for file in injection.files}
    for name in BOOTSTRAP_FILES:
        file = on_disk.get(name)
        overview.files.append(
            _injected_file(injected[name], file, limits) if name in injected else _file_left_out(name, file, release)
        )
    return overview


def _injected_file(injected: InjectedFile, file: BootstrapFile | None, limits: Limits) -> FileOverview:
    shown = FileOverview(injected.name, injected.cause, raw=injected.raw, limit=limits.cut_at(injected.name))
    shown.injected = injected.injected
    shown.text = injected.text()
    if file is not None and file.data is not None:
        shown.loss = FileLoss(file.text, injected)
        shown.lost = shown.loss.lost_units
        if injected.cause == WHOLE_FILE and near_limit(shown.limit) <= shown.raw:
            shown.cause = NEAR_LIMIT
    elif file is not None:
        shown.detail = str(file.refusal or file.failure)
    return shown


def _file_left_out(name: str, file: BootstrapFile | None, release: Release) -> FileOverview:
    if file is None:
        return FileOverview(name, MISSING)
    raw = length(trim_end(file.text))
    if name in release.contract.files:
        return FileOverview(name, OTHER_SESSIONS, raw=raw)
    shown = FileOverview(name, RETIRED, raw=raw, detail=f"OpenClaw {release.name} no longer reads it")
    shown.lost = raw
    shown.loss = FileLoss(file.text, InjectedFile(name, file.path, DROPPED, raw=raw))
    return shown


def overview_of_checked(checked: CheckedWorkspace) -> Overview:
    """Tell what a main session gets of a checked workspace, under the release of the check or else the newest one."""
    limits = checked.limits
    release = limits.release or Release.named("latest")
    asked = Limits(release=release, max_file=limits.max_file, max_total=limits.max_total, max_line=limits.max_line)
    return overview_of(checked.workspace, asked, release)
