/** Runs against real servers on this machine. */

import { createServer } from "node:http";
import type { RequestListener, Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createClient, measureIdle } from "../../../../tools/cli/src/doctor/exchange";
import type { Client, Outgoing } from "../../../../tools/cli/src/doctor/exchange";

const { signal } = new AbortController();

let server: Server;
let client: Client;
let answer: RequestListener;

beforeEach(async () => {
  server = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  client = createClient();
});

afterEach(async () => {
  client.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function outgoing(): Outgoing {
  const { port } = server.address() as AddressInfo;
  return { method: "PATCH", url: `http://127.0.0.1:${port}/.json?x=1`, headers: {}, body: "{}" };
}

test("records status, body, headers and bytes, and whether the connection was kept", async () => {
  answer = (request, response) => {
    response.sendDate = false;
    request.resume().on("end", () => response.end("ok"));
  };
  const text = "HTTP/1.1 200 OK\r\nConnection: keep-alive\r\nKeep-Alive: timeout=5\r\n";
  const seen = {
    status: 200,
    code: undefined,
    text: "ok",
    httpVersion: "1.1",
    connection: "keep-alive",
    keepAlive: "timeout=5",
    contentLength: "2",
    transferEncoding: undefined,
    bytes: `${text}Content-Length: 2\r\n\r\nok`.length,
    timeMs: expect.any(Number) as number,
  };
  expect(await client.exchange(outgoing(), signal)).toEqual({ ...seen, isKept: false });
  expect(await client.exchange(outgoing(), signal)).toEqual({ ...seen, isKept: true });
});

test("notices that a connection is closed after an answer", async () => {
  answer = (_, response) => response.writeHead(204, { Connection: "close" }).end();
  await client.exchange(outgoing(), signal);
  expect(await client.exchange(outgoing(), signal)).toMatchObject({
    status: 204,
    connection: "close",
    keepAlive: undefined,
    isKept: false,
  });
});

test("a connection that breaks gives no answer, even in the middle of an answer", async () => {
  answer = (request) => request.socket.destroy();
  expect(await client.exchange(outgoing(), signal)).toEqual({ problem: "socket hang up" });
  answer = (request, response) => {
    response.writeHead(200, { "Content-Length": 9 }).write("half");
    setImmediate(() => request.socket.destroy());
  };
  expect(await client.exchange(outgoing(), signal)).toEqual({ problem: "aborted" });
});

describe("an idle connection", () => {
  test("reports when the server closes it, also later than announced", async () => {
    answer = (request, response) => {
      response.writeHead(200, { Connection: "keep-alive", "Keep-Alive": "timeout=1" }).end("null");
      setTimeout(() => request.socket.end(), 1_500);
    };
    const idle = await measureIdle(outgoing(), 60_000, signal);
    expect(idle?.closedAfterMs).toBeGreaterThan(1_200);
    expect(idle?.closedAfterMs).toBeLessThan(20_000);
  });

  test("reports a connection that stays open, is closed with its answer, or gets no answer", async () => {
    answer = (_, response) => response.end("null");
    expect(await measureIdle(outgoing(), 50, signal)).toEqual({ waitedMs: 50 });
    answer = (_, response) => response.writeHead(200, { Connection: "close" }).end("null");
    expect((await measureIdle(outgoing(), 60_000, signal))?.closedAfterMs).toBeLessThan(1_000);
    answer = (request) => request.socket.destroy();
    expect(await measureIdle(outgoing(), 60_000, signal)).toBeUndefined();
  });

  test("is not waited for after a signal", async () => {
    const stopping = new AbortController();
    answer = (_, response) => {
      response.end("null");
      setTimeout(() => stopping.abort(), 50);
    };
    expect(await measureIdle(outgoing(), 60_000, stopping.signal)).toEqual({ waitedMs: 60_000 });
  });
});
