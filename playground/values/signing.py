"""Addresses of uploaded files, signed and valid for a day (reference "Signed Attachment CDN URLs")."""

import hmac
from collections.abc import Mapping
from hashlib import sha256

HALF_A_DAY = 43_200
LIFE_SECONDS = 86_400
# No protection: it only makes a forged address fail, as on Discord.
KEY = b"playground"


def _mark(path: str, expires: str, issued: str) -> str:
    return hmac.new(KEY, f"{path}?{expires}&{issued}".encode(), sha256).hexdigest()


def sign(path: str, now: float) -> str:
    """Return a file's path with its signature, which changes twice a day."""
    issued = int(now) // HALF_A_DAY * HALF_A_DAY
    expires_hex, issued_hex = f"{issued + LIFE_SECONDS:x}", f"{issued:x}"
    return f"{path}?ex={expires_hex}&is={issued_hex}&hm={_mark(path, expires_hex, issued_hex)}&"


def is_valid(path: str, query: Mapping[str, str], now: float) -> bool:
    """Return whether a path's signature is valid and has not expired."""
    expires, issued = query.get("ex", ""), query.get("is", "")
    if not hmac.compare_digest(_mark(path, expires, issued), query.get("hm", "")):
        return False
    return now < int(expires, 16)
