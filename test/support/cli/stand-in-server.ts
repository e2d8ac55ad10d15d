/** A server that replaces the functions, for one file of tests or one group of them. */

import { createServer } from "node:http";
import type { IncomingMessage, RequestListener, Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { HOST } from "../backend/addresses";

/**
 * Call this where tests are described.
 * @param upgrade handles what becomes a WebSocket
 * @returns its address while the tests run
 */
export function useStandInServer(
  answer: RequestListener,
  upgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => void,
): () => string {
  let server: Server;
  const upgraded: Duplex[] = [];
  beforeAll(async () => {
    server = createServer(answer);
    if (upgrade !== undefined) {
      server.on("upgrade", (request, socket: Duplex, head) => {
        upgraded.push(socket);
        upgrade(request, socket, head);
      });
    }
    await new Promise<void>((resolve) => server.listen(0, HOST, resolve));
  });
  afterAll(async () => {
    server.closeAllConnections();
    // The server's own list does not include these sockets.
    for (const socket of upgraded) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return () => `http://${HOST}:${(server.address() as AddressInfo).port}`;
}
