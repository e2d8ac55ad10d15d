/** Webhooks and the POST behind them, with listeners that work and that do not. */

import { once } from "node:events";
import { createServer } from "node:http";
import type { RequestListener } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { createServer as createTcpServer } from "node:net";
import type { AddressInfo, Server, Socket } from "node:net";
import { createPost, parseRetryAfter } from "../../../jobs/src/delivery/post.ts";
import type { PostRequest } from "../../../jobs/src/delivery/post.ts";
import { createWebhookSender, WEBHOOK_PROBLEMS } from "../../../jobs/src/channels/webhook.ts";
import { PROBLEMS } from "../../../jobs/src/delivery/problems.ts";
import { UNKNOWN_CERTIFICATE } from "../../support/jobs/unknown-certificate.ts";
import { expectSoon, POLLING_TIMEOUT_MS } from "rtdb-emulator/testing/polling";

const REQUEST: PostRequest = { headers: {}, body: "{}", timeoutMs: 10_000 };
const SOON: PostRequest = { ...REQUEST, timeoutMs: 300 };
const PRIVATE = {
  kind: "refused",
  problem: PROBLEMS.privateAddress,
};
const LATE = { kind: "retry", problem: PROBLEMS.noAnswer };

const servers: { server: Server; sockets: Set<Socket> }[] = [];

async function listen(server: Server): Promise<string> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
  });
  servers.push({ server, sockets });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const listenHttp = async (listener: RequestListener) =>
  `http://${await listen(createServer(listener))}/hook?token=s3cret`;
/** It reads everything, or it would not notice the end. */
const listenTcp = async (take: (socket: Socket) => void) =>
  `http://${await listen(createTcpServer((socket) => take(socket.resume())))}/hook`;
const openSockets = async () =>
  Promise.resolve(servers.reduce((sum, { sockets }) => sum + sockets.size, 0));

afterEach(async () => {
  for (const { server, sockets } of servers.splice(0)) {
    server.close();
    for (const socket of sockets) socket.destroy();
    await once(server, "close");
  }
});

const post = createPost({ allowsLocal: true });

describe("a webhook", () => {
  test.each([
    [204, { kind: "delivered" }],
    [404, { kind: "refused", problem: { ...WEBHOOK_PROBLEMS.status, detail: "404" } }],
    [408, { kind: "retry", problem: { ...WEBHOOK_PROBLEMS.status, detail: "408" } }],
    [425, { kind: "retry", problem: { ...WEBHOOK_PROBLEMS.status, detail: "425" } }],
    [429, { kind: "retry", problem: { ...WEBHOOK_PROBLEMS.status, detail: "429" } }],
    [500, { kind: "retry", problem: { ...WEBHOOK_PROBLEMS.status, detail: "500" } }],
  ])("answered with %s", async (status, expected) => {
    const url = await listenHttp((_, response) => response.writeHead(status).end());
    const message = { webhook: { url, secret: "whsec_x" }, id: "a", body: "{}" };
    expect(await createWebhookSender(post, () => 0)(message)).toEqual(expected);
  });

  test.each([
    ["120", 120_000],
    ["Thu, 01 Jan 1970 00:00:30 GMT", 30_000],
    ["soon", undefined],
    [undefined, undefined],
  ])("that asks to wait: %s", (header, ms) => {
    expect(parseRetryAfter(header, 0)).toBe(ms);
  });

  test("is tried again after the time that it asks for", async () => {
    const url = await listenHttp((_, response) =>
      response.writeHead(429, { "Retry-After": "7" }).end(),
    );
    const message = { webhook: { url, secret: "whsec_x" }, id: "a", body: "{}" };
    expect(await createWebhookSender(post, () => 0)(message)).toMatchObject({
      kind: "retry",
      retryAfterMs: 7_000,
    });
  });

  test("is not followed elsewhere by a redirect", async () => {
    let contacts = 0;
    const inside = await listenTcp(() => (contacts += 1));
    const url = await listenHttp((_, response) =>
      response.writeHead(307, { Location: inside }).end(),
    );
    const message = { webhook: { url, secret: "whsec_x" }, id: "a", body: "{}" };
    expect(await createWebhookSender(post, () => 0)(message)).toEqual({
      kind: "refused",
      problem: { ...WEBHOOK_PROBLEMS.moved, detail: "307" },
    });
    await expectSoon(openSockets, 0);
    expect(contacts).toBe(0);
  });
});

describe("a listener that misbehaves", () => {
  test("never answers", async () => {
    const url = await listenTcp(() => undefined);
    expect(await post(url, SOON)).toEqual(LATE);
    await expectSoon(openSockets, 0);
  });

  test("never ends its body: the connection ends with the headers", async () => {
    const url = await listenHttp((_, response) => response.writeHead(200).write("x"));
    // The timeout is not what ends it.
    const timeoutMs = 2 * POLLING_TIMEOUT_MS;
    expect(await post(url, { ...REQUEST, timeoutMs })).toEqual({ kind: "answered", status: 200 });
    await expectSoon(openSockets, 0);
  });

  test("changes the protocol", async () => {
    const url = await listenTcp((socket) => {
      socket.write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n");
    });
    expect(await post(url, REQUEST)).toMatchObject({ kind: "retry" });
    await expectSoon(openSockets, 0);
  });

  test("has a certificate that nobody trusts", async () => {
    let requests = 0;
    const address = await listen(createHttpsServer(UNKNOWN_CERTIFICATE, () => (requests += 1)));
    expect(await post(`https://${address}/`, REQUEST)).toEqual({
      kind: "retry",
      problem: { ...PROBLEMS.certificate, detail: "DEPTH_ZERO_SELF_SIGNED_CERT" },
    });
    expect(requests).toBe(0);
  });

  test("is not there", async () => {
    const url = await listenTcp(() => undefined);
    for (const { server } of servers.splice(0)) await once(server.close(), "close");
    const problem = { ...PROBLEMS.connectionFailed, detail: "ECONNREFUSED" };
    expect(await post(url, REQUEST)).toEqual({ kind: "retry", problem });
  });
});

describe("an address in a private network", () => {
  const resolvingTo = (addresses: readonly string[], allowsLocal = false) =>
    createPost({ allowsLocal, lookup: async () => Promise.resolve(addresses) });

  test.each(["https://2130706433/", "https://[::ffff:a9fe:a9fe]/"])(
    "in numbers: %s",
    async (url) => {
      expect(await createPost({ allowsLocal: false })(url, REQUEST)).toEqual(PRIVATE);
    },
  );

  test("by one of two addresses", async () => {
    const postToBoth = resolvingTo(["8.8.8.8", "10.0.0.1"]);
    expect(await postToBoth("https://a.example/", REQUEST)).toEqual(PRIVATE);
  });

  test("by a name that resolves to another address each time: it is resolved once", async () => {
    let contacts = 0;
    const url = await listenHttp((_, response) => {
      contacts += 1;
      response.writeHead(200).end();
    });
    const lookups: string[] = [];
    const rebound = createPost({
      allowsLocal: true,
      lookup: async (name) => {
        lookups.push(name);
        return Promise.resolve([lookups.length === 1 ? "127.0.0.1" : "10.0.0.1"]);
      },
    });
    const named = url.replace("127.0.0.1", "rebound.example");
    expect(await rebound(named, REQUEST)).toEqual({ kind: "answered", status: 200 });
    expect(await rebound(named, REQUEST)).toEqual(PRIVATE);
    expect(lookups).toEqual(["rebound.example", "rebound.example"]);
    expect(contacts).toBe(1);
  });

  test("on the emulators: this machine alone, and a public one never without TLS", async () => {
    for (const address of ["10.0.0.1", "169.254.169.254", "8.8.8.8"]) {
      expect(await resolvingTo([address], true)("http://a.example/", REQUEST)).toEqual(PRIVATE);
    }
    const url = await listenHttp((_, response) => response.writeHead(200).end());
    const named = url.replace("127.0.0.1", "localhost");
    expect(await post(named, REQUEST)).toEqual({ kind: "answered", status: 200 });
  });

  test("or that is not a web address", async () => {
    const deployed = createPost({ allowsLocal: false });
    const insecure = { kind: "refused", problem: PROBLEMS.notHttps };
    expect(await deployed("http://127.0.0.1/", REQUEST)).toEqual(insecure);
    expect(await post("file:///etc/passwd", REQUEST)).toEqual(insecure);
    const unreadable = { kind: "refused", problem: PROBLEMS.addressInvalid };
    expect(await deployed("example.org/hook", REQUEST)).toEqual(unreadable);
    const login = PROBLEMS.holdsLogin;
    const withLogin = await deployed("https://anna:secret@example.org/", REQUEST);
    expect(withLogin).toEqual({ kind: "refused", problem: login });
  });

  test("or whose name is unknown, or whose name server hangs", async () => {
    const problem = PROBLEMS.unknownName;
    expect(await resolvingTo([])("https://a.example/", REQUEST)).toEqual({
      kind: "retry",
      problem,
    });
    const hanging = createPost({
      allowsLocal: false,
      lookup: async () => new Promise(() => undefined),
    });
    expect(await hanging("https://a.example/", SOON)).toEqual(LATE);
  });
});
