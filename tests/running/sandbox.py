"""Run a command in the sandbox of a systemd unit, on machines not started by systemd.

python sandbox.py UNIT STATE_DIRECTORY COMMAND ...

It applies the settings for system calls, memory, capabilities, users and file systems as systemd does
(src/shared/seccomp-util.c of systemd), with libseccomp, which Debian's systemd depends on. The groups of
system calls come from `systemd-analyze syscall-filter`. The settings for users and file systems need root.
"""

import ctypes
import errno
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

_ALLOW: Final = 0x7FFF0000
_KILL: Final = 0x80000000
_NO_SUCH_SYSCALL: Final = -1
_MASKED_EQUAL, _GREATER, _EQUAL = 7, 6, 4
_PR_CAPBSET_DROP, _PR_SET_NO_NEW_PRIVS = 24, 38
_HIGHEST_CAPABILITY: Final = 40
_CLONE_NEWUSER: Final = 0x10000000
_USER: Final = 1000
_CLONE_NEWNS, _MS_RDONLY, _MS_REMOUNT, _MS_BIND, _MS_REC, _MS_PRIVATE = 0x20000, 1, 32, 4096, 16384, 1 << 18
_NAMESPACES: Final = (0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000, 0x80)
_PROT_WRITE, _PROT_EXEC, _SHM_EXEC = 2, 4, 0o100000
_FAMILIES: Final = {"AF_UNIX": 1, "AF_INET": 2, "AF_INET6": 10}

_c = ctypes.CDLL(None, use_errno=True)

ServiceSettings = Mapping[str, Sequence[str]]
"""Every key of a unit's [Service] with its values, in the unit's order."""


class _Comparison(ctypes.Structure):
    _fields_ = (
        ("argument", ctypes.c_uint),
        ("how", ctypes.c_int),
        ("a", ctypes.c_uint64),
        ("b", ctypes.c_uint64),
    )


class Filter:
    """A filter of system calls, not yet in force."""

    def __init__(self, otherwise: int) -> None:
        self._library = ctypes.CDLL("libseccomp.so.2", use_errno=True)
        self._library.seccomp_init.restype = ctypes.c_void_p
        self._library.seccomp_init.argtypes = [ctypes.c_uint32]
        self._library.seccomp_rule_add_array.argtypes = [
            ctypes.c_void_p,
            ctypes.c_uint32,
            ctypes.c_int,
            ctypes.c_uint,
            ctypes.POINTER(_Comparison),
        ]
        self._library.seccomp_load.argtypes = [ctypes.c_void_p]
        self._context = self._library.seccomp_init(otherwise)

    def rule(self, action: int, call: str, *comparisons: tuple[int, int, int, int]) -> None:
        """Add a rule; skip it on machines without the system call."""
        number = self._library.seccomp_syscall_resolve_name(call.encode())
        if number == _NO_SUCH_SYSCALL:
            return
        array = (_Comparison * len(comparisons))(*(_Comparison(*comparison) for comparison in comparisons))
        status = self._library.seccomp_rule_add_array(self._context, action, number, len(array), array)
        if status not in {0, -errno.EDOM}:
            raise OSError(-status, f"{call}: {os.strerror(-status)}")

    def load(self) -> None:
        """Apply the filter to this process and its children."""
        _check(self._library.seccomp_load(self._context) == 0)


def _check(succeeded: bool) -> None:
    if not succeeded:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def _errno_action(number: int) -> int:
    return 0x00050000 | number


def service_settings(unit: Path) -> ServiceSettings:
    """Return the [Service] section of a unit."""
    settings: dict[str, list[str]] = {}
    section = ""
    for line in unit.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            section = line
        elif section == "[Service]" and "=" in line and not line.startswith("#"):
            key, _, value = line.partition("=")
            settings.setdefault(key, []).append(value)
    return settings


def _group(name: str) -> set[str]:
    if not name.startswith("@"):
        return {name}
    process = subprocess.run(
        ["systemd-analyze", "--no-pager", "syscall-filter", name],  # noqa: S607  # wherever it is installed
        capture_output=True,
        text=True,
        check=True,
    )
    listed = [line.strip() for line in process.stdout.splitlines()[1:]]
    return set().union(*(_group(call) for call in listed if call and not call.startswith("#")))


def call_filter_of(settings: ServiceSettings) -> Filter:
    """Return the filter of SystemCallFilter= and SystemCallErrorNumber=."""
    allowed = _group("@default")
    for line in settings["SystemCallFilter"]:
        calls = set[str]().union(*(_group(name) for name in line.removeprefix("~").split()))
        allowed = allowed - calls if line.startswith("~") else allowed | calls
    names = settings.get("SystemCallErrorNumber", [])
    otherwise = _errno_action(getattr(errno, names[-1])) if names else _KILL
    # Calls unknown to systemd count as missing, so that programs fall back to older ones.
    call_filter = Filter(_errno_action(errno.ENOSYS))
    for call in sorted(_group("@known")):
        call_filter.rule(_ALLOW if call in allowed else otherwise, call)
    return call_filter


def argument_filter_of(settings: ServiceSettings) -> Filter:
    """Return the filter of the settings that forbid a system call only with certain arguments."""
    argument_filter, denied = Filter(_ALLOW), _errno_action(errno.EPERM)
    rules: Mapping[str, Callable[[], None]] = {
        "MemoryDenyWriteExecute": lambda: _deny_write_execute(argument_filter, denied),
        "RestrictNamespaces": lambda: _deny_namespaces(argument_filter, denied),
        "RestrictSUIDSGID": lambda: _deny_suid(argument_filter, denied),
    }
    for key, add in rules.items():
        if settings[key] == ["yes"]:
            add()
    (families,) = settings["RestrictAddressFamilies"]
    families_allowed = {_FAMILIES[name] for name in families.split()}
    for family in set(range(max(families_allowed))) - families_allowed:
        argument_filter.rule(_errno_action(errno.EAFNOSUPPORT), "socket", (0, _EQUAL, family, 0))
    argument_filter.rule(_errno_action(errno.EAFNOSUPPORT), "socket", (0, _GREATER, max(families_allowed), 0))
    return argument_filter


def _deny_write_execute(call_filter: Filter, denied: int) -> None:
    both = _PROT_WRITE | _PROT_EXEC
    call_filter.rule(denied, "mmap", (2, _MASKED_EQUAL, both, both))
    for call in ("mprotect", "pkey_mprotect"):
        call_filter.rule(denied, call, (2, _MASKED_EQUAL, _PROT_EXEC, _PROT_EXEC))
    call_filter.rule(denied, "shmat", (2, _MASKED_EQUAL, _SHM_EXEC, _SHM_EXEC))


def _deny_namespaces(call_filter: Filter, denied: int) -> None:
    call_filter.rule(denied, "setns")
    # Its flags are in memory, which a filter cannot read.
    call_filter.rule(_errno_action(errno.ENOSYS), "clone3")
    for flag in _NAMESPACES:
        for call in ("unshare", "clone"):
            call_filter.rule(denied, call, (0, _MASKED_EQUAL, flag, flag))


def _deny_suid(call_filter: Filter, denied: int) -> None:
    for bit in (0o4000, 0o2000):
        for call, argument in (("chmod", 1), ("fchmod", 1), ("fchmodat", 2), ("mkdir", 1), ("mkdirat", 2)):
            call_filter.rule(denied, call, (argument, _MASKED_EQUAL, bit, bit))


def protect_system(state: Path) -> None:
    """Make the file system read-only except for a folder, like ProtectSystem=strict; needs root."""
    _check(_c.unshare(_CLONE_NEWNS) == 0)
    _mount("none", "/", _MS_REC | _MS_PRIVATE)
    _mount(str(state), str(state), _MS_BIND)
    _mount("none", "/", _MS_REMOUNT | _MS_BIND | _MS_RDONLY)


def map_user() -> None:
    """Map the user to a number other than 0, like PrivateUsers=; files keep their owner.

    Libraries behave differently as root, such as SQLite, which gives its files to the database's owner.
    """
    user, group = os.geteuid(), os.getegid()
    _check(_c.unshare(_CLONE_NEWUSER) == 0)
    Path("/proc/self/setgroups").write_text("deny", encoding="ascii")
    Path("/proc/self/uid_map").write_text(f"{_USER} {user} 1", encoding="ascii")
    Path("/proc/self/gid_map").write_text(f"{_USER} {group} 1", encoding="ascii")


def _mount(source: str, target: str, flags: int) -> None:
    _check(_c.mount(source.encode(), target.encode(), None, ctypes.c_ulong(flags), None) == 0)


def enter(unit: Path, state: Path) -> None:
    """Confine this process and its children as described by a unit."""
    settings = service_settings(unit)
    calls, arguments = call_filter_of(settings), argument_filter_of(settings)
    if os.geteuid() == 0:
        if settings["ProtectSystem"] == ["strict"]:
            protect_system(state)
        if settings["CapabilityBoundingSet"] == [""]:
            for capability in range(_HIGHEST_CAPABILITY + 1):
                _c.prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0)
        if settings["PrivateUsers"] == ["yes"]:
            map_user()
    os.umask(int(settings["UMask"][0], 8))
    os.chdir(state)
    if settings["NoNewPrivileges"] == ["yes"]:
        _check(_c.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0)
    arguments.load()
    calls.load()


if __name__ == "__main__":
    enter(Path(sys.argv[1]), Path(sys.argv[2]))
    os.execvp(sys.argv[3], sys.argv[3:])  # noqa: S606  # no shell is wanted
