"""Shows with strace in which order ``clawbudget wrap`` writes: run by ``make power-loss``.

A file survives a power failure if its new bytes are flushed to the disk before the renaming that puts them in its
place, if nothing is written to it after that flush, and if the folder is flushed after the renaming. Ends with 77
where there is no strace that works.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

CLAWBUDGET = str(Path(sys.executable).with_name("clawbudget"))
LINE = "- " + "You must look twice, cut once, and write down what you did and why you did it. " * 4 + "\n"
CALLS = "open,openat,write,pwrite64,writev,ftruncate,fchmod,fchown,fsync,fdatasync,rename,renameat,renameat2"
NEW = ".AGENTS.md.clawbudget-new"


def main() -> int:
    """Trace one run, print its calls and give 1 if their order is wrong."""
    strace = shutil.which("strace")
    if not strace:
        print("needs strace", file=sys.stderr)
        return 77
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        (folder / "AGENTS.md").write_text(LINE * 20)
        log = folder / "log"
        command = [strace, "-f", "-y", "-s0", "-e", f"trace={CALLS}", "-o", str(log), CLAWBUDGET, "wrap", str(folder)]
        traced = subprocess.run(command, capture_output=True, text=True, check=False)
        if not log.exists() or "+++ exited" not in log.read_text():
            print(f"needs strace that may trace: {traced.stderr.strip()}", file=sys.stderr)
            return 77
        steps = [step for line in log.read_text().splitlines() if (step := _step(line, folder))]
    print("\n".join(steps))
    wrong = _what_is_wrong(steps)
    if wrong:
        print(wrong, file=sys.stderr)
    return int(bool(wrong))


def _step(line: str, folder: Path) -> str:
    """Name what a traced call did to the file, the new file or the folder; other calls give nothing."""
    match = re.search(r"(\w+)\((.*)\)\s+= (-?\d+)", line)
    if not match or match[3].startswith("-"):
        return ""
    call, arguments = match[1], match[2]
    if "rename" in call and NEW in arguments:
        return "rename new file"
    if re.match(r"\d+<", arguments):
        target = {f"{folder}/{NEW}": "new file", f"{folder}/AGENTS.md": "file", str(folder): "folder"}
        path = re.match(r"\d+<([^>]*)>", arguments)
        return f"{call} {target[path[1]]}" if path and path[1] in target else ""
    if call.startswith("open") and "AGENTS.md" in arguments and re.search(r"O_WRONLY|O_RDWR", arguments):
        return "open new file" if NEW in arguments else "open file for writing"
    return ""


def _what_is_wrong(steps: list[str]) -> str:
    if steps.count("rename new file") != 1 or "open file for writing" in steps:
        return "the file was not replaced by exactly one renaming"
    renamed = steps.index("rename new file")
    if steps[renamed - 1] != "fsync new file" or not any(step.startswith("write new") for step in steps[:renamed]):
        return "the new bytes are not flushed right before the renaming"
    if "fsync folder" not in steps[renamed:]:
        return "the folder is not flushed after the renaming"
    return ""


if __name__ == "__main__":
    raise SystemExit(main())
