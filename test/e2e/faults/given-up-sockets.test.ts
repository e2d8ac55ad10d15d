/**
 * What was written to a socket that is given up is not sent any more, as far as it has not left: with TLS and without.
 * The other side does not read, as a network that stalls, until the socket has been given up.
 */

import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect, createServer } from "node:net";
import type { AddressInfo, Server, Socket } from "node:net";
import * as tls from "node:tls";
import { createRawSockets, withoutOwner } from "../../../functions/src/database/raw-sockets";
import type { RawSockets } from "../../../functions/src/database/raw-sockets";
import { HOST } from "../../support/backend/addresses";
import { TIMEOUT_MS } from "../../support/faults/length";

jest.setTimeout(TIMEOUT_MS);

/** More than a network holds that nobody reads from, and less than the system takes from a sender. */
const WRITTEN_BYTES = 2_000_000;

// A key that both sides know spares a certificate.
const PSK = randomBytes(32);
const SECURE = { ciphers: "PSK-AES128-GCM-SHA256", maxVersion: "TLSv1.2" } as const;

const TRANSPORTS = [
  {
    name: "plain",
    listen: (onSocket: (socket: Socket) => void) => createServer(onSocket),
    open: (port: number) => connect(port, HOST),
    connected: "connect",
  },
  {
    name: "with TLS",
    listen: (onSocket: (socket: Socket) => void) =>
      tls.createServer({ ...SECURE, pskCallback: () => PSK }, onSocket),
    open: (port: number) =>
      tls.connect({
        ...SECURE,
        host: HOST,
        port,
        pskCallback: () => ({ psk: PSK, identity: "functions" }),
        checkServerIdentity: () => undefined,
      }),
    connected: "secureConnect",
  },
] as const;

/** However it comes to it: `once` of Node would reject where an error comes first. */
function untilClosed(socket: Socket): Promise<void> {
  return new Promise((resolve) => void socket.once("close", resolve));
}

describe.each(TRANSPORTS)("$name", ({ listen, open, connected }) => {
  let server: Server;
  let far: Promise<Socket>;
  let port: number;
  let sockets: RawSockets;
  beforeEach(async () => {
    let accept: (socket: Socket) => void;
    far = new Promise((resolve) => (accept = resolve));
    server = listen((socket) => accept(socket.on("error", () => socket.destroy()).pause()));
    server.listen(0, HOST);
    await once(server, "listening");
    ({ port } = server.address() as AddressInfo);
    sockets = createRawSockets();
  });
  afterEach(async () => {
    sockets.reset();
    server.close();
    await once(server, "close");
  });

  /** Opens a socket of `sockets`, writes, and gives up what `owner` has: how many bytes come out at the other end? */
  async function countReceived(owner: RawSockets): Promise<number> {
    const socket = sockets.within(() => open(port));
    await once(socket, connected);
    const reader = await far;
    const closed = Promise.all([untilClosed(socket), untilClosed(reader)]);
    let received = 0;
    reader.on("data", (bytes: Buffer) => (received += bytes.length)).pause();
    socket.write(Buffer.alloc(WRITTEN_BYTES));
    owner.reset();
    socket.end();
    reader.resume();
    await closed;
    return received;
  }

  test("given up, it sends no more", async () => {
    expect(await countReceived(sockets)).toBeLessThan(WRITTEN_BYTES / 2);
    expect(sockets.heard()).toBeUndefined();
  });

  test("where another owner's are given up, it sends everything", async () => {
    expect(await countReceived(createRawSockets())).toBe(WRITTEN_BYTES);
  });

  test("one that is not connected yet is given up too", async () => {
    const socket = sockets.within(() => open(port));
    expect(sockets.heard()).toBe(0);
    sockets.reset();
    await untilClosed(socket);
    expect(sockets.heard()).toBeUndefined();
  });

  test("only what is opened within is an owner's", async () => {
    const stranger = sockets.within(() => withoutOwner(() => open(port)));
    await once(stranger, connected);
    expect(sockets.heard()).toBeUndefined();
    stranger.destroy();
  });

  test("what arrives is heard", async () => {
    const socket = sockets.within(() => open(port));
    await once(socket, connected);
    const before = sockets.heard();
    (await far).write("something");
    await once(socket, "data");
    expect(sockets.heard()).not.toBe(before);
  });
});
