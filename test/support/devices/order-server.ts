/** Stands in for the functions, for a sketch with outputs: it answers each request with what a test says. */

import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { REFUSALS, type RefusalCode } from "@greenhouse/domain/refusals";
import type { Reported } from "@greenhouse/domain/outputs/model";
import { Received } from "rtdb-emulator/testing/received";

export interface Ordered {
  /** What the request said of its outputs. */
  readonly outputs: Readonly<Record<string, Reported>>;
  answer(outputs: unknown): void;
}

export interface OrderServer {
  readonly url: string;
  /** The next request that has come, or will come. */
  next(): Promise<Ordered>;
  stop(): Promise<void>;
}

/**
 * Questions for the time are answered with it, and what is not signed with this key is refused. The caller stops it.
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
  const said = JSON.stringify(body);
  response.writeHead(status, { "Content-Length": Buffer.byteLength(said) }).end(said);
}
