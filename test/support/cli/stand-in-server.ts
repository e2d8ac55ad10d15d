/** A server that replaces the functions, for one file of tests or one group of them. */

import { createServer } from "node:http";
import type { RequestListener, Server } from "node:http";
import type { AddressInfo } from "node:net";
import { HOST } from "../backend/addresses";

/** Call this where tests are described. Returns its address while the tests run. */
export function useStandInServer(answer: RequestListener): () => string {
  let server: Server;
  beforeAll(async () => {
    server = createServer(answer);
    await new Promise<void>((resolve) => server.listen(0, HOST, resolve));
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return () => `http://${HOST}:${(server.address() as AddressInfo).port}`;
}
