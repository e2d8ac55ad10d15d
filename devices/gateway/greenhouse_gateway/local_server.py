"""Plain HTTP for the boards of the local network: `POST /readings`, the paths of foreign devices,
and the state at `GET /`, as JSON or for browsers as a page.

One thread reads all requests, each with a deadline, so that slow requests do not delay others.
Another thread writes to the disk.
"""

import asyncio
import json
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from ipaddress import ip_address

from greenhouse.answers import single_line

from .page import HEADERS, render
from .relay import Full, Hourly, Unreadable, read_json, read_list

REQUEST_S = 10  # From the connection to the end of the request.
CLOSING_S = 2
MAX_HEAD_LENGTH = 8192
MAX_BODY_LENGTH = 65536
MAX_CONNECTIONS = 200
MAX_PER_ADDRESS = 20
MAX_PENDING = 50  # Requests that wait for the disk.
READING = 'send readings with POST /readings, such as {"uid": "my-board", "temperature": 21.5}'


class Refused(Exception):
    def __init__(self, status, error):
        super().__init__(error)
        self.status = status


class LocalServer:
    def __init__(self, relay, report, foreign, newest):
        self._relay = relay
        self._newest = newest
        self._report = report
        self._foreign = foreign
        self._hourly = Hourly(report)
        self._disk = ThreadPoolExecutor(1)
        self._pending = 0
        self._connections = Counter()

    async def start(self, host, port):
        """Starts to listen. Port 0 is any free port. Raises OSError if the port cannot be used."""
        server = await asyncio.start_server(self._serve, host, port, limit=MAX_HEAD_LENGTH)
        host, port = server.sockets[0].getsockname()[:2]
        self._report("listening at http://%s:%d/readings, for the local network only"
                     % (host, port))
        return server

    async def _serve(self, reader, writer):
        peer = (writer.get_extra_info("peername") or ["?"])[0]
        self._connections[peer] += 1
        try:
            if self._connections[peer] > MAX_PER_ADDRESS or \
                    sum(self._connections.values()) > MAX_CONNECTIONS:
                write_answer(writer, 503, {"error": "too many connections: send again later"})
            else:
                await self._answer(peer, reader, writer)
        except (OSError, asyncio.IncompleteReadError, asyncio.TimeoutError):
            pass  # The board has gone.
        finally:
            writer.transport.abort()
            self._connections[peer] -= 1
            if not self._connections[peer]:
                del self._connections[peer]

    async def _answer(self, peer, reader, writer):
        try:
            if not is_of_local_network(peer):
                raise Refused(403, "only machines of the local network may send readings")
            request = await asyncio.wait_for(read_request(reader, writer), REQUEST_S)
            status, answer = await self._dispatch(*request)
        except asyncio.TimeoutError:
            status, answer = 408, {"error": "the request took longer than %d s" % REQUEST_S}
        except (Refused, Unreadable) as refused:
            status, answer = getattr(refused, "status", 400), {"error": str(refused)}
        if 400 <= status < 500:
            self._hourly.report((peer, status), "a request from %s cannot be accepted: %d %s" % (
                peer, status, single_line(answer["error"])))
        write_answer(writer, status, answer)
        await asyncio.wait_for(finish(reader, writer), CLOSING_S)

    async def _dispatch(self, method, target, body, accept):
        path, _, query = target.partition("?")
        if path == "/" and method in ("GET", "HEAD"):
            state = self._relay.state()
            if "text/html" not in accept:
                return 200, state
            return 200, render(state, self._relay.waiting_ms(), self._newest.boards(),
                               self._relay.now())
        if path in self._foreign:
            if method not in ("GET", "POST"):
                raise Refused(405, "send it with GET or POST")
            readings = self._foreign.read(path, query, body)
            return await self._take(readings, self._foreign.source(path))
        if path != "/readings":
            raise Refused(404, READING)
        if method != "POST":
            raise Refused(405, READING)
        return await self._take(read_list(read_json(body)), "own")

    async def _take(self, readings, source):
        if self._pending >= MAX_PENDING:
            raise Refused(503, "the disk is slow: send again later")
        self._pending += 1
        try:
            is_on_disk = await asyncio.get_running_loop().run_in_executor(
                self._disk, self._relay.take, readings, source)
        except Full:
            raise Refused(503, "the disk and the memory are full: send again later")
        finally:
            self._pending -= 1
        # Readings that are only in memory may be lost.
        return 202 if is_on_disk else 200, {"taken": len(readings), "isOnDisk": is_on_disk}


async def read_request(reader, writer):
    """Returns method, target, body and the Accept header. Raises Refused or IncompleteReadError."""
    try:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    except asyncio.LimitOverrunError:
        raise Refused(431, "the head of the request has more than %d bytes" % MAX_HEAD_LENGTH)
    first, *lines = head[:-4].split("\r\n")
    words = first.split(" ")
    if len(words) != 3 or not words[2].startswith("HTTP/1."):
        raise Refused(400, "not HTTP: " + READING)
    headers = {}
    for line in lines:
        name, _, value = line.partition(":")
        headers.setdefault(name.lower(), value.strip())
    # A page of the internet must not send readings through a browser in this network. Browsers send
    # Origin for requests of a page. For a page's pictures they only send their User-Agent.
    if "origin" in headers or ("?" in words[1] and "Mozilla/" in headers.get("user-agent", "")):
        raise Refused(403, "readings come from boards, not from web pages")
    if words[0] in ("GET", "HEAD"):
        return words[0], words[1], b"", headers.get("accept", "")
    length = headers.get("content-length", "")
    if not (length.isascii() and length.isdigit() and len(length) < 10):
        raise Refused(411, "the request needs a Content-Length")
    if int(length) > MAX_BODY_LENGTH:
        raise Refused(413, "a request may have at most %d bytes" % MAX_BODY_LENGTH)
    if headers.get("expect", "").lower() == "100-continue":
        writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")
    return words[0], words[1], await reader.readexactly(int(length)), ""


def write_answer(writer, status, answer):
    """Writes the text of a page, or JSON."""
    is_page = isinstance(answer, str)
    text = (answer if is_page else json.dumps(answer)).encode()
    headers = HEADERS if is_page else {"Content-Type": "application/json"}
    head = ["HTTP/1.1 %d %s" % (status, HTTPStatus(status).phrase), "Connection: close",
            "Content-Length: %d" % len(text)]
    head += ["%s: %s" % header for header in headers.items()]
    if status == 503:
        head.append("Retry-After: 5")
    writer.write("\r\n".join(head + ["", ""]).encode() + text)


async def finish(reader, writer):
    """Waits until the answer arrives: closing at once would cut it off while the board sends."""
    await writer.drain()
    writer.write_eof()
    while await reader.read(MAX_BODY_LENGTH):
        pass


def is_of_local_network(address):
    try:
        return ip_address(address).is_private
    except ValueError:
        return False
