/**
 * A database in which every sensor there could be is registered, as far as the functions can tell: it answers what they
 * ask and stores nothing. Ends with its parent.
 */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { WebSocketServer } from "ws";

interface Question {
  readonly t: string;
  readonly d: { readonly r: number; readonly a: string; readonly b?: { readonly p?: string } };
}

const REGISTRATION = {
  sensorName: "Air, north bench",
  sensorType: "SHT31",
  farmId: "farm",
  greenhouse: "greenhouse",
};

const server = createServer();
const sockets = new WebSocketServer({ server });
sockets.on("connection", (socket, { headers }) => {
  const hello = { ts: Date.now(), v: "5", h: headers.host, s: "session" };
  socket.send(JSON.stringify({ t: "c", d: { t: "h", d: hello } }));
  socket.on("message", (data: Buffer) => {
    const text = data.toString();
    // A sign of life.
    if (text === "0") return;
    const { t, d } = JSON.parse(text) as Question;
    if (t === "d") socket.send(JSON.stringify({ t: "d", d: { r: d.r, b: answer(d) } }));
  });
});

function answer({ a: action, b: { p: path = "" } = {} }: Question["d"]): object {
  if (action !== "g" && action !== "q") return { s: "ok", d: "" };
  if (path.startsWith("/registeredSensors/")) return { s: "ok", d: REGISTRATION };
  if (path.startsWith("/farms/")) return { s: "ok", d: "farm-key" };
  return { s: "permission_denied", d: "Permission denied" };
}

server.listen(0, "127.0.0.1");
process.on("message", () => {
  process.send?.({ port: (server.address() as AddressInfo).port });
});
process.on("disconnect", () => process.exit());
