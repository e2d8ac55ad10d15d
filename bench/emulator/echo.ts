/**
 * The limit of any database behind this protocol: takes the frames of the bench and sends what a database would, with
 * nothing behind it. A write is passed on to all who listen, one buffer for all of them, and then acknowledged; a query
 * is answered with a hundred entries that were made at the start. No message is parsed, no value kept.
 */

import { WebSocketServer } from "ws";
import type { WebSocket } from "ws";
import { historyJson } from "../load/requests.ts";

const [host = "127.0.0.1", port = "0"] = process.argv.slice(2);
const text = { binary: false };

const { history } = JSON.parse(historyJson(100)) as { history: object };
const push = (body: string): Buffer => Buffer.from(`{"t":"d","d":{"a":"d","b":${body}}}`);
const hundred = push(`{"p":"history","d":${JSON.stringify(history)},"t":1}`);

/** The frames of the bench begin so; the number follows, then the action, then the body. */
const NUMBER_AT = '{"t":"d","d":{"r":'.length;
const ACTION = ',"a":"';
const BODY = '","b":';

const listeners = new Set<WebSocket>();
const sockets = new WebSocketServer({ host, port: Number(port), perMessageDeflate: false });
sockets.on("connection", (socket, { headers }) => {
  const hello = { ts: Date.now(), v: "5", h: headers.host, s: "session" };
  socket.send(JSON.stringify({ t: "c", d: { t: "h", d: hello } }));
  socket.on("message", (data: Buffer) => {
    const frame = data.toString();
    const actionAt = frame.indexOf(ACTION, NUMBER_AT) + ACTION.length;
    const bodyAt = frame.indexOf(BODY, actionAt) + BODY.length;
    const action = frame.slice(actionAt, bodyAt - BODY.length);
    if (action === "q" && frame.includes('"q":', bodyAt)) {
      socket.send(hundred, text);
    } else if (action === "q") {
      listeners.add(socket);
    } else if (listeners.size > 0 && (action === "p" || action === "m")) {
      const told = push(frame.slice(bodyAt, -2));
      for (const listener of listeners) listener.send(told, text);
    }
    const id = frame.slice(NUMBER_AT, actionAt - ACTION.length);
    socket.send(Buffer.from(`{"t":"d","d":{"r":${id},"b":{"s":"ok","d":""}}}`), text);
  });
  socket.on("close", () => listeners.delete(socket));
});
sockets.on("listening", () => process.stdout.write("Listening\n"));
