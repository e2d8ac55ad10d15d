"""The signature of a reading. MD5 comes from the firmware, or where it has none, from here."""

import binascii
import hashlib

SHIFTS = b"\x07\x0c\x11\x16\x05\x09\x0e\x14\x04\x0b\x10\x17\x06\x0a\x0f\x15"
# The whole part of 2**32 * abs(sin(i + 1)), as text because boards have too small floats.
SINES = binascii.unhexlify(
    "d76aa478e8c7b756242070dbc1bdceeef57c0faf4787c62aa8304613fd469501"
    "698098d88b44f7afffff5bb1895cd7be6b901122fd987193a679438e49b40821"
    "f61e2562c040b340265e5a51e9b6c7aad62f105d02441453d8a1e681e7d3fbc8"
    "21e1cde6c33707d6f4d50d87455a14eda9e3e905fcefa3f8676f02d98d2a4c8a"
    "fffa39428771f6816d9d6122fde5380ca4beea444bdecfa9f6bb4b60bebfbc70"
    "289b7ec6eaa127fad4ef308504881d05d9d4d039e6db99e51fa27cf8c4ac5665"
    "f4292244432aff97ab9423a7fc93a039655b59c38f0ccc92ffeff47d85845dd1"
    "6fa87e4ffe2ce6e0a30143144e0811a1f7537e82bd3af2352ad7d2bbeb86d391"
)


def sign(api_key, timestamp, uid):
    """MD5 of the key, the timestamp's text and the uid, in hexadecimal."""
    text = (api_key + timestamp + uid).encode()
    md5 = getattr(hashlib, "md5", None)
    return binascii.hexlify(md5(text).digest() if md5 else slow_md5(text)).decode()


def slow_md5(data):
    """The MD5 digest of bytes, RFC 1321."""
    state = [0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476]
    padding = b"\x80" + bytes((55 - len(data)) % 64)
    padded = data + padding + (8 * len(data)).to_bytes(8, "little")
    for start in range(0, len(padded), 64):
        _mix(state, padded[start:start + 64])
    return b"".join(word.to_bytes(4, "little") for word in state)


def _mix(state, block):
    words = [int.from_bytes(block[i:i + 4], "little") for i in range(0, 64, 4)]
    a, b, c, d = state
    for i in range(64):
        turn = i // 16
        if turn == 0:
            mixed, word = (b & c) | (~b & d), i
        elif turn == 1:
            mixed, word = (d & b) | (~d & c), (5 * i + 1) % 16
        elif turn == 2:
            mixed, word = b ^ c ^ d, (3 * i + 5) % 16
        else:
            mixed, word = c ^ (b | (~d & 0xFFFFFFFF)), (7 * i) % 16
        sine = int.from_bytes(SINES[4 * i:4 * i + 4], "big")
        total = (a + mixed + sine + words[word]) & 0xFFFFFFFF
        shift = SHIFTS[4 * turn + i % 4]
        turned = ((total << shift) | (total >> (32 - shift))) & 0xFFFFFFFF
        a, d, c, b = d, c, b, (b + turned) & 0xFFFFFFFF
    for index, value in enumerate((a, b, c, d)):
        state[index] = (state[index] + value) & 0xFFFFFFFF
