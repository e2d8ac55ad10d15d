/** Requests and answers on real connections. */

import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingHttpHeaders, RequestListener, Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import tls from "node:tls";
import { HttpTransport } from "@greenhouse/database/client/http-transport";
import type { HttpTransportOptions } from "@greenhouse/database/client/http-transport";
import type { AttemptEnd } from "@greenhouse/database/client/transport";
import { expectSoon } from "rtdb-emulator/testing/polling";
import { UNKNOWN_CERTIFICATE } from "../../../support/jobs/unknown-certificate";

const BODY = '{"a":"ä"}';

let server: Server;
let origin: string;
let connections: number;
let requests: { readonly url: string | undefined; readonly headers: IncomingHttpHeaders }[];
let answer: RequestListener;
let transport: HttpTransport;

async function start(protocol: "http" | "https", options?: HttpTransportOptions): Promise<void> {
  const serve: RequestListener = (request, response) => {
    requests.push({ url: request.url, headers: request.headers });
    answer(request, response);
  };
  server = protocol === "http" ? createServer(serve) : createTlsServer(UNKNOWN_CERTIFICATE, serve);
  server.on("connection", () => (connections += 1));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `${protocol}://127.0.0.1:${(server.address() as AddressInfo).port}`;
  transport = new HttpTransport(new URL(origin), options);
}

beforeEach(() => {
  connections = 0;
  requests = [];
  answer = (_, response) => response.end("null");
});
afterEach(async () => {
  transport.close();
  server.closeAllConnections();
  await once(server.close(), "close");
});

function send(body?: string): Promise<AttemptEnd> {
  const method = body === undefined ? "GET" : "PATCH";
  const request = { method, path: "/a%20b.json?ns=x", token: "t" } as const;
  return new Promise((resolve) => {
    transport.send(body === undefined ? request : { ...request, body }, resolve);
  });
}

test("sends the path as it is, and few headers", async () => {
  await start("http");
  await send();
  await send(BODY);
  const headers = {
    host: new URL(origin).host,
    connection: "keep-alive",
    authorization: "Bearer t",
  };
  expect(requests).toEqual([
    { url: "/a%20b.json?ns=x", headers },
    {
      url: "/a%20b.json?ns=x",
      headers: { ...headers, "content-length": String(Buffer.byteLength(BODY)) },
    },
  ]);
});

test("joins a character that arrives in two parts", async () => {
  await start("http");
  const bytes = Buffer.from('"🌱"');
  answer = (_, response) => {
    response.write(bytes.subarray(0, 3), () => response.end(bytes.subarray(3)));
  };
  expect(await send()).toEqual({ kind: "answered", answer: { status: 200, text: '"🌱"' } });
});

test("drops an answer that is longer than the limit", async () => {
  await start("http", { maxAnswerCharacters: 10 });
  answer = (_, response) => response.end("x".repeat(10));
  expect(await send()).toMatchObject({ kind: "answered" });
  answer = (_, response) => response.end("x".repeat(11));
  expect(await send()).toEqual({ kind: "too long" });
});

test("reports half an answer as a failure, and does not follow a redirect", async () => {
  await start("http");
  answer = (_, response) => {
    response.writeHead(200, { "Content-Length": "100" });
    response.write('{"half":', () => response.socket?.destroy());
  };
  expect(await send()).toMatchObject({ kind: "failed" });
  answer = (_, response) => response.writeHead(302, { Location: `${origin}/b.json` }).end();
  expect(await send()).toMatchObject({ kind: "answered", answer: { status: 302 } });
  expect(requests).toHaveLength(2);
});

test("waits for a connection if the limit is reached, and closes all connections", async () => {
  await start("http", { maxConnections: 2 });
  await Promise.all(Array.from({ length: 5 }, () => send()));
  expect([requests.length, connections]).toEqual([5, 2]);
  transport.close();
  const open = (): Promise<number> =>
    new Promise((resolve) => server.getConnections((_, count) => resolve(count)));
  await expectSoon(open, 0);
});

describe("over TLS", () => {
  const before = tls.getCACertificates();
  afterEach(() => tls.setDefaultCACertificates(before));

  test("sends nothing with an untrusted certificate", async () => {
    await start("https");
    const end = await send(BODY);
    expect(end).toMatchObject({ problem: { code: "DEPTH_ZERO_SELF_SIGNED_CERT" } });
    expect(requests).toEqual([]);
  });

  test("uses a connection with a trusted certificate again", async () => {
    tls.setDefaultCACertificates([...before, UNKNOWN_CERTIFICATE.cert]);
    await start("https");
    for (let time = 0; time < 2; time += 1) {
      expect(await send(BODY)).toMatchObject({ kind: "answered", answer: { status: 200 } });
    }
    expect(connections).toBe(1);
  });
});
