import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { runBoards } from "../../../tools/dev/demo/demo-boards";

/**
 * Runs turns of boards; the database resets the connection in those marked ✗. Resolves with the
 * lines of all turns.
 */
async function linesOf(turns: string): Promise<readonly string[]> {
  const lines: string[] = [];
  const stop = new AbortController();
  let turn = -1;
  const server = createServer(({ url, socket }, response) => {
    const isRegistration = url!.startsWith("/registeredSensors/");
    if (isRegistration) turn += 1;
    if (turn === turns.length) stop.abort();
    if (isRegistration && turns[turn] === "✗") socket.destroy();
    else response.end("null");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  try {
    await runBoards({
      functionsUrl: `http://127.0.0.1:${port}`,
      databaseAddress: `127.0.0.1:${port}`,
      sensorKey: "a key",
      roundMs: 1,
      stopping: stop.signal,
      say: (line) => lines.push(line.replace(/: .*/, "")),
    });
  } finally {
    server.closeAllConnections();
    server.close();
  }
  return lines;
}

test.each([
  ["a failure while the stack ends", "✓✓✗", []],
  [
    "two interruptions",
    "✗✗✓✗✗",
    ["The demo's boards", "The demo's boards go on.", "The demo's boards"],
  ],
])(
  "boards report once that readings are not accepted, and once that they are again: %s",
  async (_, turns, lines) => {
    expect(await linesOf(turns)).toEqual(lines);
  },
);
