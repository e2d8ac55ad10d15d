/** Answers that no backend gives: the shell client reads no more than it needs, and obeys nothing in them. */

import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { join } from "node:path";
import { useHost } from "../../support/backend/targets";
import { SHELLS, summary } from "../../support/devices/shell-call";
import { MISSING, useShellTrial } from "../../support/devices/shell-sensor";

const STALE = `{"error":"Timestamp is more than 5 minutes from the server's time."}`;

const target = useHost();

describe.each(SHELLS)("the shell client in $name", (shell) => {
  if (MISSING !== undefined) {
    test.skip(`cannot be tried: ${MISSING}`, () => undefined); // Needs what this machine does not have.
    return;
  }
  const trial = useShellTrial(() => target().url);

  test.each([
    "Tue, 14 Nov a[$(touch ran)] 22:13:20 GMT",
    "Tue, 1+ Nov 2023 22:13:20 GMT",
    "Tue, 14 Nov 0099 22:13:20 GMT",
    "* * * * * *",
    "",
  ])("takes no time from the date %p", async (date) => {
    const sensor = await trial.addSensor(shell);
    trial.server().plan({ status: 401, headers: { Date: date }, body: STALE });
    const { code, output } = await sensor.send("temperature=20");
    expect(output).toContain("the answer has no Date to go by");
    expect(output).toContain(summary({ refused: 1 }));
    expect(code).toBe(1);
    expect(existsSync(join(process.cwd(), "ran"))).toBe(false);
  });

  test.each(["08", "007", "99999999999999999999", "-5", "soon", "1 + 1"])(
    "goes on after Retry-After: %s",
    async (retryAfter) => {
      const sensor = await trial.addSensor(shell);
      trial.server().plan({ status: 503, headers: { "Retry-After": retryAfter } });
      const { code, output } = await sensor.send("temperature=20");
      expect(output).toContain(summary({ waiting: 1 }));
      expect(output).toMatch(/^greenhouse: 503 : no attempt for (?:[1-9]|600) s, 1 waiting\n/);
      expect(code).toBe(75);
    },
  );

  test("prints no control characters of an answer, and no more than a line", async () => {
    const sensor = await trial.addSensor(shell);
    const text = `\u001b[31m${"long ".repeat(200)}`;
    trial
      .server()
      .plan({ status: 400, body: JSON.stringify({ error: text }).replace("\\u001b", "\u001b") });
    const { output } = await sensor.send("temperature=20");
    expect(output).not.toContain("\u001b");
    expect(output.split("\n")[0]?.length).toBeLessThan(400);
    expect(output).toContain(summary({ refused: 1 }));
  });

  test.each([
    ["a body", "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n", "[".repeat(60_000)],
    ["headers", "HTTP/1.1 200 OK\r\n", `X-More: ${"x".repeat(1_000)}\r\n`],
    ["one header", "HTTP/1.1 200 OK\r\nX-Long: ", "x".repeat(60_000)],
  ])("ends an answer whose %s never ends, and keeps the reading", async (_, beginning, rest) => {
    const sockets: Socket[] = [];
    let sent = 0;
    const server = createServer((socket) => {
      sockets.push(socket);
      const fill = (): void => {
        while (!socket.destroyed && socket.write(rest)) sent += rest.length;
      };
      socket.on("error", () => undefined); // The client breaks off.
      socket.on("drain", fill).once("data", () => {
        socket.write(beginning);
        fill();
      });
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const sensor = await trial.addSensor(shell);
    const { port } = server.address() as AddressInfo;
    const { code, output } = await sensor.sendWith({
      GREENHOUSE_URL: `http://127.0.0.1:${port}/sensorData`,
      GREENHOUSE_TIMEOUT: "1",
    });
    for (const socket of sockets) socket.destroy();
    server.close();
    expect(output).toContain(summary({ waiting: 1 }));
    expect(code).toBe(75);
    expect(sent).toBeGreaterThan(0);
    expect(sent).toBeLessThan(20_000_000);
  });
});
