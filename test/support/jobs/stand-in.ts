/** A small HTTP server on this machine that stands in for a provider. */

import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export interface StandIn {
  readonly url: string;
  /**
   * What happens to answers from now on. `slow`: the request is taken, and never answered. `lost`: the request is taken,
   * and the connection breaks. `broken`: a proxy answers with a page.
   */
  fault: "none" | "slow" | "lost" | "broken";
  close(): Promise<void>;
}

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

interface Answered {
  readonly status: number;
  readonly json: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export async function startStandIn(answer: (asked: Asked) => Answered): Promise<StandIn> {
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { method = "", url: path = "", headers } = request;
      if (standIn.fault === "broken") {
        response.writeHead(502, { "Content-Type": "text/html" }).end("<h1>Bad Gateway</h1>");
        return;
      }
      const { status, json, headers: more } = answer({ method, path, headers, body });
      if (standIn.fault === "lost") request.socket.destroy();
      if (standIn.fault !== "none") return;
      response.writeHead(status, { "Content-Type": "application/json", ...more });
      response.end(JSON.stringify(json));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const standIn: StandIn = {
    url: `http://127.0.0.1:${port}`,
    fault: "none",
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return standIn;
}
