"""One typeface at a time, as a machine has it that has no other; the files come with the tests' own packages.

Arimo has the shapes and widths of Liberation Sans. `configuration` writes what fontconfig needs in order to see nothing
else: a folder with the typeface, and an alias that makes it every name that a page may ask for.
"""

import os
from importlib.util import find_spec
from pathlib import Path

#: The package that carries each typeface, and its files there.
CARRIED = {
    "DejaVu Sans": ("matplotlib", "mpl-data/fonts/ttf/DejaVuSans*.ttf"),
    "Arimo": ("fontpkg_arimo", "files/*.ttf"),
    "Noto Sans": ("fontpkg_noto_sans", "files/*.ttf"),
}
#: Files that a pattern also finds and that are other typefaces.
OTHERS = ("Mono", "Display")
ASKED = ("sans-serif", "system-ui", "Inter", "Segoe UI", "Roboto", "Helvetica Neue", "Arial", "serif", "monospace")


def files(typeface: str) -> list[Path]:
    """The typeface's files, one a style."""
    package, pattern = CARRIED[typeface]
    origin = getattr(find_spec(package), "origin", None)
    assert origin is not None, f"the tests need the package {package}"
    return [file for file in Path(origin).parent.glob(pattern) if not any(other in file.name for other in OTHERS)]


def configuration(typeface: str, folder: Path) -> dict[str, str]:
    """The environment in which a browser finds this typeface alone; its files and settings are written to `folder`."""
    fonts = folder / "fonts"
    fonts.mkdir(parents=True)
    for file in files(typeface):
        os.symlink(file, fonts / file.name)
    aliases = "\n".join(
        f'<match target="pattern"><test name="family"><string>{name}</string></test>'
        f'<edit name="family" mode="assign" binding="same"><string>{typeface}</string></edit></match>'
        for name in ASKED
    )
    file = folder / "fonts.conf"
    file.write_text(
        f"<?xml version='1.0'?><!DOCTYPE fontconfig SYSTEM 'fonts.dtd'><fontconfig><dir>{fonts}</dir>"
        f"<cachedir>{folder / 'cache'}</cachedir>{aliases}</fontconfig>",
        encoding="utf-8",
    )
    return {"FONTCONFIG_FILE": str(file)}
