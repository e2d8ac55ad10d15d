/**
 * Stands between the functions and the database and sees every message of the database protocol. It can be silent, as
 * a network is that loses everything, and it can deliver answers in batches, so that the waits can be counted.
 */

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { WebSocket, WebSocketServer } from "ws";
import type { RawData } from "ws";
import { DATABASE_ADDRESS, HOST } from "./addresses";

export interface WireMessage {
  readonly from: "functions" | "database";
  /** The frame's JSON. */
  readonly body: { readonly t: string; readonly d: Readonly<Record<string, unknown>> };
  /** How many batches of answers had been delivered before. */
  readonly waits: number;
}

export interface WireRelay {
  /** `host:port`, in place of the database's. */
  readonly address: string;
  /** What went through so far, in this order. */
  readonly messages: readonly WireMessage[];
  /** From now on nothing comes through. What was on its way when its connection is given up is lost. */
  beSilent(): void;
  /** Lets everything through again, first what was kept of connections that are still there. */
  speak(): void;
  /** Breaks every connection. */
  cut(): void;
  close(): Promise<void>;
}

/** How long nothing has to move until the answers that wait are delivered together, in milliseconds. */
const QUIET_MS = 80;

/** @param settings.inBatches deliver what the database says in batches */
export async function startWireRelay(
  settings: { readonly inBatches?: boolean } = {},
): Promise<WireRelay> {
  const server = createServer();
  const sockets = new WebSocketServer({ server });
  const messages: WireMessage[] = [];
  const answers: (() => void)[] = [];
  let held: (() => void)[] | undefined;
  let waits = 0;
  let quiet: NodeJS.Timeout | undefined;

  const deliver = (): void => {
    waits += 1;
    for (const send of answers.splice(0)) send();
  };
  const restart = (): void => {
    clearTimeout(quiet);
    quiet = setTimeout(deliver, QUIET_MS);
  };
  const pass = (from: WireMessage["from"], data: RawData, target: WebSocket): void => {
    const text = textOf(data);
    const send = (): void => {
      if (target.readyState === WebSocket.OPEN) target.send(text);
    };
    messages.push({ from, body: JSON.parse(text) as WireMessage["body"], waits });
    if (held !== undefined) held.push(send);
    else if (settings.inBatches !== true) send();
    else {
      if (from === "functions") send();
      else answers.push(send);
      restart();
    }
  };

  sockets.on("connection", (functions, request) => {
    const open = (): void => {
      const database = new WebSocket(`ws://${DATABASE_ADDRESS}${request.url ?? ""}`);
      functions.on("message", (data) => {
        if (database.readyState === WebSocket.OPEN) pass("functions", data, database);
        else database.once("open", () => pass("functions", data, database));
      });
      database.on("message", (data) => pass("database", data, functions));
      functions.on("close", () => database.close());
      database.on("close", () => functions.close());
      database.on("error", () => functions.terminate());
    };
    if (held === undefined) open();
    else held.push(open);
  });

  await new Promise<void>((resolve) => server.listen(0, HOST, resolve));
  return {
    address: `${HOST}:${(server.address() as AddressInfo).port}`,
    messages,
    beSilent: () => {
      held ??= [];
    },
    speak: () => {
      const kept = held ?? [];
      held = undefined;
      for (const act of kept) act();
    },
    cut: () => {
      for (const socket of sockets.clients) socket.terminate();
    },
    close: async () => {
      clearTimeout(quiet);
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
      server.close();
      await once(server, "close");
    },
  };
}

function textOf(data: RawData): string {
  return Buffer.isBuffer(data) ? data.toString() : Buffer.concat(data as Buffer[]).toString();
}
