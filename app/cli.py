"""The command line: `residual-lab`, or `python -m app`.

Bad arguments cost one line that says what was expected and what came, exit 2, and nothing is written.
"""

import argparse
import os
import re
import stat
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from app.interrupts import Interrupted, unwinding
from app.tables.encoding import encode

if TYPE_CHECKING:
    from app.screens.screens import Screen

DEFAULT_PORT = 5006
MOST_SESSIONS = 2000  # some 0.1 MB each
COMMANDS = ("serve", "export", "numbers")


class Refused(Exception):
    """A command cannot do what it was told; the message is the one line that says why."""


class Parser(argparse.ArgumentParser):
    """An argument parser that complains in one line."""

    def error(self, message: str) -> NoReturn:
        raise Refused(re.sub("ignored explicit argument ", "expected no value, got ", message))

    def exit(self, status: int = 0, message: str | None = None) -> NoReturn:
        _print("")  # a closed pipe is noticed here, not at Python's own end
        super().exit(status, message)


def main(argv: list[str] | None = None) -> int:
    """Run one command. Returns the exit code: 0, 2 for anything refused, 1 for a closed pipe, and
    128 and a signal's number, as 130 for Ctrl-C, where that ended it.
    """
    argv = sys.argv[1:] if argv is None else argv
    if sys.stdout is None:  # closed by whoever started this
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
    if not argv or (argv[0].startswith("-") and argv[0] not in ("-h", "--help")):
        argv = ["serve", *argv]
    try:
        if argv[0] not in (*COMMANDS, "-h", "--help"):
            raise Refused(f"COMMAND: expected one of {', '.join(COMMANDS)}, got {_quoted(argv[0])}")
        args, rest = parser().parse_known_args(argv)
        if rest:
            raise Refused(f"expected the options that `{args.command} --help` lists, got {_quoted(rest[0])}")
        args.run(args)
        _print("")
    except Refused as refusal:
        print("residual-lab:", " ".join(str(refusal).split()), file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except Interrupted as end:
        return 128 + end.number
    except BrokenPipeError:
        _write_no_more()
        return 1
    return 0


def parser() -> Parser:
    """The three commands and their options."""
    lab = Parser(prog="residual-lab", description="Take a transformer's residual stream apart.", allow_abbrev=False)
    commands = lab.add_subparsers(dest="command", metavar="COMMAND", required=True)

    serve = commands.add_parser("serve", help="serve the lab (the default)", allow_abbrev=False)
    serve.add_argument("--port", type=_port, help=f"0 takes any free one; default {DEFAULT_PORT}, or the next free one")
    serve.add_argument("--address", type=_host, default="localhost", help="where to listen; 0.0.0.0 is everywhere")
    serve.add_argument("--prefix", type=_prefix, default="", help="serve below a path, such as /course/week3")
    serve.add_argument(
        "--allow-origin", type=_origin, action="append", default=[], help="a HOST[:PORT] that may open a live session"
    )
    serve.add_argument(
        "--most-sessions",
        type=_count,
        default=MOST_SESSIONS,
        metavar="N",
        help=f"how many visitors may have a live session at a time; default {MOST_SESSIONS}. the page needs none",
    )
    serve.add_argument(
        "--allow-frame", type=_origin, action="append", default=[], help="a HOST[:PORT] that may frame it; default any"
    )
    serve.add_argument("--no-open", action="store_true", help="do not open a browser")
    serve.set_defaults(run=_serve)

    export = commands.add_parser("export", help="write the lab as plain files that need no server", allow_abbrev=False)
    export.add_argument("out", metavar="OUT.html", type=_file, nargs="?", help="one file, which holds everything")
    export.add_argument("--site", metavar="DIR", type=_folder, help="all screens as a folder for any web server")
    export.add_argument("--view", help="the file's screen: lab, one of its widgets, or a view beside it; default lab")
    export.add_argument("--state", help='the state that the file opens with, such as "off=2,4"')
    export.set_defaults(run=_export)

    show = commands.add_parser("numbers", help="print what the screen shows, at full precision", allow_abbrev=False)
    show.add_argument("--view", help="a screen, as for export")
    show.add_argument("--state", help='such as "off=2,4"')
    show.add_argument("--format", type=_one_of("format", ("json", "csv")), default="json", help="json or csv")
    show.set_defaults(run=_numbers)
    return lab


def _serve(args: argparse.Namespace) -> None:
    from app.serve import server  # panel takes seconds to import, and the other commands do without

    ports = [args.port] if args.port is not None else range(DEFAULT_PORT, DEFAULT_PORT + 50)
    made = None
    for port in ports:
        try:
            allowed = (tuple(args.allow_origin), tuple(args.allow_frame))
            made = server.make_server(port, args.address, args.prefix, *allowed, args.most_sessions)
            break
        except server.PortTaken:
            continue
        except (OSError, UnicodeError) as error:  # the latter from a name that can be no host's
            here = f"expected an address of this machine, got {_quoted(args.address)}"
            raise Refused(f"--address or --port: {here}: {_reason(error)}") from None
    if made is None:
        taken = ports[0] if len(ports) == 1 else f"{ports[0]} to {ports[-1]}"
        raise Refused(f"--port: expected a free port, but {taken} on {args.address} is taken")
    note = "" if args.port is not None or made.port == DEFAULT_PORT else f" (port {DEFAULT_PORT} is taken)"
    server.run(made, f"Residual Stream Lab: {server.url(made)}{note}", open_browser=not args.no_open)


def _export(args: argparse.Namespace) -> None:
    from app.screens.screens import export_html
    from app.state.queries import split  # as above

    if args.site is not None:
        _export_site(args)
        return
    if args.out is None:
        raise Refused("export: expected OUT.html or --site DIR, got neither")
    screen, state = _asked(args)
    with unwinding():
        _write(args.out, lambda: export_html(screen, state, split(args.state or "", ()).kept))


def _export_site(args: argparse.Namespace) -> None:
    from app.screens.site import write_site  # as above

    for given, name in ((args.out, "OUT.html"), (args.view, "--view"), (args.state, "--state")):
        if given is not None:
            raise Refused(
                f"--site: expected no {name} beside it, since a site holds every screen, got {_quoted(given)}"
            )
    try:
        if args.site.exists() and not args.site.is_dir():
            raise Refused(f"--site: expected a folder, got {_quoted(args.site)}, which is something else")
        with unwinding():
            write_site(args.site)
    except (OSError, ValueError, RuntimeError) as error:
        raise Refused(f"--site: could not write {_quoted(args.site)}: {_reason(error)}") from None


def _numbers(args: argparse.Namespace) -> None:
    from app.tables.quantities import to_csv

    screen, state = _asked(args)
    written = screen.numbers(state)
    text = encode(written) + b"\n" if args.format == "json" else to_csv(written).encode()
    _print(text.decode())


def _write(out: Path, render: Callable[[], str]) -> None:
    """Write what `render` returns, whole or not at all. Raises Refused, before rendering, if there is no way to."""
    try:
        if out.exists() and not stat.S_ISREG(out.stat().st_mode):
            raise Refused(f"OUT.html: expected a file, got {_quoted(out)}, which is something else")
        out = out.resolve()  # a link keeps pointing at its file
        part = out.with_name(f".{out.name}.{os.getpid()}.part")
        handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    except (OSError, ValueError, RuntimeError) as error:
        raise Refused(f"OUT.html: expected a file that can be written, got {_quoted(out)}: {_reason(error)}") from None
    try:
        with open(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(render())
        os.replace(part, out)
    except OSError as error:
        raise Refused(f"OUT.html: could not write {_quoted(out)}: {_reason(error)}") from None
    finally:
        part.unlink(missing_ok=True)


def _print(text: str) -> None:
    """Write to standard output at once. Raises BrokenPipeError where nobody reads it, Refused where it is full."""
    try:
        sys.stdout.flush()
        sys.stdout.buffer.write(text.encode())
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        _write_no_more()
        raise Refused(f"standard output: could not write to it: {_reason(error)}") from None


def _write_no_more() -> None:
    # Python flushes stdout once more at exit; give it somewhere to go.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _reason(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def _quoted(value: object, most: int = 80) -> str:
    text = repr(str(value))
    return text if len(text) <= most else f"{text[: most - 2]}…'"


def _port(text: str) -> int:
    if re.fullmatch("[0-9]{1,5}", text) and int(text) <= 65535:
        return int(text)
    raise argparse.ArgumentTypeError(f"expected a number from 0 to 65535, got {_quoted(text)}")


def _count(text: str) -> int:
    if re.fullmatch("[0-9]{1,6}", text):
        return int(text)
    raise argparse.ArgumentTypeError(f"expected a number from 0 to 999999, got {_quoted(text)}")


def _host(text: str) -> str:
    if re.fullmatch(r"[A-Za-z0-9.:_-]{1,253}", text):
        return text
    raise argparse.ArgumentTypeError(f"expected a host name or an IP address, got {_quoted(text)}")


def _prefix(text: str) -> str:
    path = text.strip("/")
    if not path or re.fullmatch(r"[A-Za-z0-9_-][A-Za-z0-9._~-]*(/[A-Za-z0-9_-][A-Za-z0-9._~-]*)*", path):
        return f"/{path}" if path else ""
    raise argparse.ArgumentTypeError(f"expected a path such as /course/week3, got {_quoted(text)}")


def _origin(text: str) -> str:
    if re.fullmatch(r"[A-Za-z0-9._-]{1,253}(:[0-9]{1,5})?", text) and int(text.partition(":")[2] or 0) <= 65535:
        return text.lower()
    raise argparse.ArgumentTypeError(f"expected HOST or HOST:PORT, without https://, got {_quoted(text)}")


def _file(text: str) -> Path:
    if text and "\0" not in text and not text.endswith(("/", os.sep)):
        return Path(text)
    raise argparse.ArgumentTypeError(f"expected the name of a file, got {_quoted(text)}")


def _folder(text: str) -> Path:
    if text and "\0" not in text:
        return Path(text)
    raise argparse.ArgumentTypeError(f"expected the name of a folder, got {_quoted(text)}")


def _one_of(what: str, names: tuple[str, ...]) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text in names:
            return text
        raise argparse.ArgumentTypeError(f"expected a {what}, one of {', '.join(names)}, got {_quoted(text)}")

    return read


def _asked(args: argparse.Namespace) -> tuple["Screen", Any]:
    """The screen and the state that --view and --state name."""
    from app.screens.screens import screens  # as above
    from app.state.dress import judge
    from app.state.queries import split

    name = "lab" if args.view is None else args.view
    if name not in screens():
        raise Refused(f"argument --view: expected a view, one of {', '.join(screens())}, got {_quoted(name)}")
    screen = screens()[name].showing(args.state or "")
    state, problems = screen.read(args.state or "")
    content = screen.content(state)
    of_page = judge(split(args.state or "", ()).kept, content.shown, content.in_main)
    if problems or of_page:
        raise Refused(f"argument --state: {' '.join(problem.sentence for problem in (*problems, *of_page))}")
    return screen, state
