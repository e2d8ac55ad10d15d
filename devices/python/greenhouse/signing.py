"""Signs requests with HMAC-SHA256 (RFC 2104). MicroPython has no module for it."""

import binascii
import hashlib

BLOCK = 64  # Bytes of a SHA-256 block.


def sign(key, body):
    """Returns the X-Signature header for the bytes of a body. key is a string."""
    key = key.encode()
    if len(key) > BLOCK:
        key = hashlib.sha256(key).digest()
    key = key + bytes(BLOCK - len(key))
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in key))
    inner.update(body)
    outer = hashlib.sha256(bytes(byte ^ 0x5C for byte in key))
    outer.update(inner.digest())
    return "sha256=" + binascii.hexlify(outer.digest()).decode()
