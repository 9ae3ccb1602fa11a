"""Find an nginx for the tests; `python tests/browser/nginx.py` unpacks Debian's where there is none.

Nothing is installed: a package's own scripts would start a server on the machine.
"""

import os
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
UNPACKED = ROOT / ".venv" / "nginx"
PLACES = ("/usr/sbin/nginx", "/usr/local/sbin/nginx", str(UNPACKED / "usr/sbin/nginx"))


def find() -> str | None:
    """The path of an nginx, or None."""
    return next((found for found in map(shutil.which, ("nginx", *PLACES)) if found), None)


def unpack() -> None:
    """Fetch Debian's package and take the program out of it."""
    UNPACKED.mkdir(parents=True, exist_ok=True)
    download = ["apt-get", "download", "-qq", "nginx"]
    if subprocess.run(download, cwd=UNPACKED, check=False).returncode and os.geteuid() == 0:
        subprocess.run(["apt-get", "update", "-qq"], check=False)
        subprocess.run(download, cwd=UNPACKED, check=False)
    for package in UNPACKED.glob("*.deb"):
        subprocess.run(["dpkg", "-x", package, UNPACKED], check=False)


if __name__ == "__main__":
    if find() is None and shutil.which("apt-get"):
        unpack()
    print(find() or "There is no nginx here; the tests behind one are skipped.")
