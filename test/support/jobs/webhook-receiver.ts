/** A webhook's receiver on this machine: keeps what arrives, and answers as the test says. */

import { createServer } from "node:http";
import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export interface Received {
  readonly path: string;
  readonly id: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface WebhookReceiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** How it answers from now on; 200 at first. */
  answer: (path: string, response: ServerResponse) => void;
  close(): Promise<void>;
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { headers, url: path = "" } = request;
      received.push({ path, id: String(headers["webhook-id"]), headers, body });
      receiver.answer(path, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${port}`,
    received,
    answer: (_, response) => response.end(),
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return receiver;
}
