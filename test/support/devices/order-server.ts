/** Replaces the functions for a sketch with outputs. The test chooses the answer to each request. */

import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { REFUSALS, type RefusalCode } from "@greenhouse/domain/refusals";
import type { Reported } from "@greenhouse/domain/outputs/model";
import { Received } from "rtdb-emulator/testing/received";

export interface Ordered {
  /** The outputs in the request. */
  readonly outputs: Readonly<Record<string, Reported>>;
  answer(outputs: unknown): void;
}

export interface OrderServer {
  readonly url: string;
  /** Resolves with the next request. */
  next(): Promise<Ordered>;
  stop(): Promise<void>;
}

/**
 * Answers requests for the time, and refuses requests that are not signed with this key. The caller stops the server.
 */
export async function startOrderServer(key: string): Promise<OrderServer> {
  const come = new Received<Ordered>();
  let taken = 0;
  const server = createServer((request, response) => {
    if (request.method === "GET") {
      refuse(response, "method-not-allowed");
      return;
    }
    void text(request).then((body) => {
      const signature = `sha256=${createHmac("sha256", key).update(body).digest("hex")}`;
      if (request.headers["x-signature"] !== signature) {
        refuse(response, "invalid-signature");
        return;
      }
      come.add({
        outputs: (JSON.parse(body) as Pick<Ordered, "outputs">).outputs,
        answer: (outputs) => reply(response, 200, { success: true, outputs }),
      });
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/sensorData`,
    next: async () => {
      taken += 1;
      const ordinal = taken;
      return (await come.count(ordinal))[ordinal - 1]!;
    },
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

function refuse(response: ServerResponse, code: RefusalCode): void {
  const { status, error } = REFUSALS[code];
  response.setHeader("Error-Code", code);
  reply(response, status, { error });
}

function reply(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  response.writeHead(status, { "Content-Length": Buffer.byteLength(text) }).end(text);
}
