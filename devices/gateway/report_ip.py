#!/usr/bin/env python3
"""Reports the local network address of this machine to the greenhouse backend, once.

Standard library only, Python 3.8 or newer. Settings, in the environment:

  GREENHOUSE_URL       of /reportIp
  GREENHOUSE_FARM_ID   the farm
  GREENHOUSE_KEY_FILE  the farm's key, alone in a file that only you can read

An argument is reported in place of the address that is found. The exit code is 0 when it was
stored, 1 when it was refused, 75 when the backend could not be reached after several attempts.
"""

import http.client
import json
import os
import random
import socket
import ssl
import sys
import time
from ipaddress import ip_address
from urllib.parse import urlsplit

ATTEMPTS = 6
LONGEST_WAIT_SECONDS = 60
TIMEOUT_SECONDS = 15


def find_address(host):
    """This machine's address on the way to the host. Nothing is sent: UDP has no connections."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect((host, 9))
        return probe.getsockname()[0]


def is_local(host):
    """Whether plain HTTP may be spoken with this host: this machine or one of its network."""
    if host == "localhost" or host.endswith(".local"):
        return True
    try:
        return ip_address(host).is_private
    except ValueError:
        return False


def post(url, body):
    """Returns status, Retry-After in seconds, and what the backend says.

    Raises OSError or HTTPException without an answer.
    """
    if url.scheme == "https":
        connection = http.client.HTTPSConnection(
            url.hostname, url.port, timeout=TIMEOUT_SECONDS,
            context=ssl.create_default_context())
    else:
        connection = http.client.HTTPConnection(url.hostname, url.port, timeout=TIMEOUT_SECONDS)
    try:
        connection.request("POST", url.path or "/", json.dumps(body).encode(),
                           {"Content-Type": "application/json"})
        response = connection.getresponse()
        retry_after = response.headers.get("Retry-After", "")
        text = response.read(65536)
    finally:
        connection.close()
    try:
        answer = json.loads(text)
        said = "success" if answer.get("success") is True else str(answer.get("error", ""))
    except (ValueError, AttributeError):
        said = "not the backend's answer"
    return response.status, int(retry_after) if retry_after.isdigit() else 0, said


def report(url, farm_id, api_key, address=None, sleep=time.sleep):
    """Returns the exit code. A report that arrives twice does no harm."""
    for attempt in range(ATTEMPTS):
        retry_after = 0
        try:
            ip = address or find_address(url.hostname)
            status, retry_after, said = post(
                url, {"farmId": farm_id, "apiKey": api_key, "ip": ip})
        except (OSError, http.client.HTTPException) as error:
            status, said = 0, "no answer ({})".format(error or type(error).__name__)
        if status == 200 and said == "success":
            print("reported {}".format(ip))
            return 0
        if 300 <= status < 500 and status not in (408, 429):
            print("refused: {} {}".format(status, said), file=sys.stderr)
            return 1
        wait = min(LONGEST_WAIT_SECONDS, 2 ** attempt) * (0.5 + random.random() / 2)
        wait = max(wait, min(retry_after, 10 * LONGEST_WAIT_SECONDS))
        print("{} {}: attempt {} of {}".format(status or "", said, attempt + 1, ATTEMPTS).strip(),
              file=sys.stderr)
        if attempt + 1 < ATTEMPTS:
            sleep(wait)
    return 75


def main():
    url = urlsplit(os.environ["GREENHOUSE_URL"])
    if not url.hostname or url.scheme != "https" and not (
            url.scheme == "http" and is_local(url.hostname)):
        sys.exit("the URL must begin with https:// (http:// in the local network)")
    with open(os.environ["GREENHOUSE_KEY_FILE"]) as file:
        api_key = file.read().strip()
    address = sys.argv[1] if len(sys.argv) > 1 else None
    sys.exit(report(url, os.environ["GREENHOUSE_FARM_ID"], api_key, address))


if __name__ == "__main__":
    main()
