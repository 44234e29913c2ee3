"""The playground's commands: serve alone, or run the demo with the bot."""

import argparse
import asyncio
import signal
import sys
from pathlib import Path

from playground.demo import DemoError, demo
from playground.server import NotLoopback, Playground
from playground.values.errors import ClientError
from playground.values.settings import STRICT, Strictness, lenient
from playground.world.archive import WrongFormat


def parser() -> argparse.ArgumentParser:
    root = argparse.ArgumentParser(prog="playground", description="A pocket Discord on this machine.")
    commands = root.add_subparsers(dest="command", required=True)
    serve = commands.add_parser("serve", help="start the playground without a bot")
    serve.add_argument("--port", type=int, default=8080)
    serve.add_argument("--host", default="127.0.0.1")
    serve.add_argument("--world", type=Path, help="the file the world is kept in (default: memory only)")
    show = commands.add_parser("demo", help="start the playground with the bot in it")
    show.add_argument("--port", type=int, default=8080, help="the port, or the next free one after it")
    show.add_argument("--data", type=Path, default=Path(".demo"), help="where the games are kept")
    for command in (serve, show):
        command.add_argument(
            "--lenient",
            action="append",
            default=[],
            metavar="SWITCH",
            help="take a doubtful line the other way, or all of them with `all` (see README.md)",
        )
        command.add_argument(
            "--community",
            action=argparse.BooleanOptionalAction,
            default=command is show,
            help="servers of a fresh world are Communities, whose language is known",
        )
    return root


def print_line(line: str) -> None:
    """Print a line and flush it."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def strictness(arguments: argparse.Namespace) -> Strictness:
    """Return the switches requested on the command line; raise ClientError for an unknown name."""
    if "all" in arguments.lenient:
        return lenient()
    return STRICT.apply(dict.fromkeys(arguments.lenient, False))


async def serve(arguments: argparse.Namespace) -> None:
    """Serve until a signal stops it."""
    async with Playground.start(
        port=arguments.port,
        host=arguments.host,
        world=arguments.world,
        strictness=strictness(arguments),
        community=arguments.community,
    ) as playground:
        print_line(f"Local playground (not Discord): {playground.url}")
        print_line(
            f"FERNPARTIE_TOKEN={playground.token} FERNPARTIE_API_URL={playground.api_url}"
            f" FERNPARTIE_GATEWAY_URL={playground.gateway_url}"
        )
        await wait_for_stop()


async def wait_for_stop() -> None:
    """Wait for SIGINT or SIGTERM."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    await stop.wait()


def main() -> int:
    """Run a command and return its exit status."""
    arguments = parser().parse_args()
    try:
        if arguments.command == "demo":
            demo(
                port=arguments.port,
                data=arguments.data,
                say=print_line,
                strictness=strictness(arguments),
                community=arguments.community,
            )
        else:
            asyncio.run(serve(arguments))
    except (ClientError, DemoError, NotLoopback, OSError, WrongFormat) as error:
        sys.stderr.write(f"playground: {error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
