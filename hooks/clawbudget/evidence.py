"""What a check knows of one workspace while it looks for findings. It is gone when the findings are there."""

from __future__ import annotations

from clawbudget.javascript import decode_utf8, length, length_from_utf8, trim_end

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from clawbudget.injection.prompt import Injection
    from clawbudget.limits import Limits
    from clawbudget.losses import FileLoss
    from clawbudget.reading import BootstrapFile
    from clawbudget.releases import Release
    from clawbudget.workspaces import Workspace


class Evidence:
    """The ``files`` of a workspace, as they were read, and what follows from them under some limits.

    ``sizes`` are the UTF-16 code units of each file that OpenClaw reads, without trailing white space, in injection
    order; ``markers`` those of the marker that the release injects in the place of each missing file (none for the
    eight-file budget, which is about files). ``ill_formed`` gives the offset of the first byte that can't be decoded in
    each file that is no UTF-8. ``failures`` are pairs of a path and the reason why the system did not let us read it.

    What costs more is worked out when it is first asked for, and kept: most workspaces need none of it.
    """

    __slots__ = (
        "_injections",
        "_losses",
        "_unbreakable",
        "failures",
        "files",
        "ill_formed",
        "limits",
        "markers",
        "sizes",
        "workspace",
    )

    def __init__(self, workspace: Workspace, limits: Limits, files: Sequence[BootstrapFile]) -> None:
        self.workspace = workspace
        self.limits = limits
        self.files = files
        self.sizes: dict[str, int] = {}
        self.ill_formed: dict[str, int] = {}
        self.failures: list[tuple[str, str]] = []
        for file in files:
            if file.data is not None:
                self._measure(file.name, file.data)
            elif file.failure is not None:
                self.failures.append((file.path, file.failure))
        self.markers = self._measure_markers()
        self._injections: dict[str, Injection] = {}
        self._losses: dict[str, FileLoss] = {}
        self._unbreakable: dict[str, dict[int, str]] = {}

    @property
    def total(self) -> int:
        """The UTF-16 code units that count towards the limit of all files together."""
        return sum(self.sizes.values()) + sum(self.markers.values())

    def injection_under(self, release: Release) -> Injection:
        """Give what a main session under ``release`` gets of the files."""
        if release.name not in self._injections:
            from clawbudget.losses import injection_of

            self._injections[release.name] = injection_of(self.workspace, self.files, self.limits, release)
        return self._injections[release.name]

    def loss_of(self, file: BootstrapFile) -> FileLoss:
        """Give what becomes of a file's lines, under the release that findings about the file speak of."""
        if file.name not in self._losses:
            from clawbudget.losses import FileLoss

            injection = self.injection_under(self.limits.release_for(file.name))
            self._losses[file.name] = FileLoss(file.text, injection[file.name])
        return self._losses[file.name]

    def unbreakable_lines(self, file: BootstrapFile) -> dict[int, str]:
        """Give number and reason of each long line of a file that ``clawbudget wrap`` would leave alone."""
        if file.name not in self._unbreakable:
            from clawbudget.wrapping.engine import lines_to_leave

            self._unbreakable[file.name] = lines_to_leave(file.text, self.limits.max_line, name=file.name)
        return self._unbreakable[file.name]

    def _measure(self, name: str, data: bytes) -> None:
        try:
            text = data.decode()
        except UnicodeDecodeError as error:
            self.ill_formed[name] = error.start
            self.sizes[name] = length(trim_end(decode_utf8(data)))
        else:
            self.sizes[name] = length_from_utf8(trim_end(text), data)

    def _measure_markers(self) -> dict[str, int]:
        """Measure what the release injects in the place of files that are not there or that it does not read."""
        if self.limits.release is None:
            return {}
        refused = {file.name: file.refusal.reason for file in self.files if file.refusal is not None}
        folder = self.workspace.folder
        try:
            return self.limits.release.markers(folder, self.sizes, refused)
        except FileNotFoundError as error:  # the current folder is gone, and with it the absolute path
            from clawbudget.system_errors import reason_of

            self.failures.append((folder, reason_of(error)))
            return {}
