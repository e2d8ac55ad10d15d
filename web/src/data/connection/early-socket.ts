/**
 * Opens the first socket while the page still loads the SDK. The SDK uses the global WebSocket that it finds when it
 * starts, so the page must import this module before the SDK.
 */

import type { Backend } from "./backend";
import { HeardSocket } from "./heard-socket";
import { readLocalJson } from "./local";

interface EarlySocket {
  readonly socket: HeardSocket;
  readonly messages: { readonly data: string; readonly at: number }[];
  readonly keep: (event: MessageEvent<string>) => void;
}

let early: EarlySocket | undefined;

globalThis.WebSocket = new Proxy(HeardSocket, {
  construct: (Socket, parameters: ConstructorParameters<typeof WebSocket>) =>
    takeEarly(String(parameters[0])) ?? new Socket(...parameters),
});

/** Opens the socket that the SDK will ask for. */
export function openEarly(backend: Backend): void {
  const url = socketUrl(backend);
  if (url === undefined) return;
  const messages: EarlySocket["messages"] = [];
  const keep: EarlySocket["keep"] = ({ data }) => messages.push({ data, at: performance.now() });
  const socket = new HeardSocket(url);
  socket.addEventListener("message", keep);
  early = { socket, messages, keep };
}

/**
 * Returns the address as the SDK composes it. With another address, the SDK would open its own socket and the early
 * socket would be closed.
 */
function socketUrl({ options, emulators }: Backend): string | undefined {
  const database = emulators?.database ?? options.databaseURL;
  if (database === undefined) return undefined;
  const { protocol, host, hostname, searchParams } = new URL(database);
  const [name = "", ...domain] = hostname.split(".");
  // The server to which the database sent the SDK at the last visit.
  const cachedHost = readLocalJson(`firebase:host:${host}`);
  const server = typeof cachedHost === "string" ? cachedHost : host;
  const namespace = searchParams.get("ns");
  const isNamed = namespace !== null || server !== host || domain.join(".") !== "firebaseio.com";
  const query = [
    "v=5",
    ...(options.appId === undefined ? [] : [`p=${options.appId}`]),
    ...(isNamed ? [`ns=${namespace ?? name}`] : []),
  ];
  return `${protocol === "https:" ? "wss" : "ws"}://${server}/.ws?${query.join("&")}`;
}

function takeEarly(url: string): HeardSocket | undefined {
  if (early === undefined) return undefined;
  const { socket, messages, keep } = early;
  early = undefined;
  if (socket.url !== url || socket.readyState > WebSocket.OPEN) {
    socket.close();
    return undefined;
  }
  socket.removeEventListener("message", keep);
  const isOpen = socket.readyState === WebSocket.OPEN;
  // The SDK adds its listeners immediately after it gets the socket.
  queueMicrotask(() => {
    if (isOpen) socket.onopen?.(new Event("open"));
    for (const { data, at } of messages) {
      const waited = Math.round(performance.now() - at);
      socket.onmessage?.(new MessageEvent("message", { data: addDelay(data, waited) }));
    }
  });
  return socket;
}

/**
 * Corrects the server's time in the first message. The SDK compares that time with the device's when it gets the
 * message.
 */
function addDelay(message: string, waited: number): string {
  return message.replace(/"ts":(\d+)/, (_, at) => `"ts":${Number(at) + waited}`);
}
