/** What a gateway runs to report its address, through the faults of a network. */

import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "../../../scripts/stack/processes";
import { databaseClient } from "../../support/backend/database-client";
import { addFarm } from "../../support/backend/farm";
import type { Farm } from "../../support/backend/farm";
import { secretsIn } from "../../support/backend/secrets";
import { useHost } from "../../support/backend/targets";
import { startFaultServer } from "../../support/devices/fault-server";
import type { Fault, FaultServer } from "../../support/devices/fault-server";
import { REPORTERS } from "../../support/devices/reporters";

const target = useHost();
const database = databaseClient();

describe.each(REPORTERS)("$name", ({ missing, command: [program, ...script] }) => {
  if (missing !== undefined) {
    test.skip(`cannot be tried: ${missing}`, () => undefined); // Needs what this machine does not have.
    return;
  }
  let farm: Farm;
  let server: FaultServer;
  let folder: string;
  beforeEach(async () => {
    farm = await addFarm(database);
    server = await startFaultServer(target().url);
    folder = mkdtempSync(join(tmpdir(), "greenhouse-gateway-"));
    writeFileSync(join(folder, "sleep"), `#!/bin/sh\necho "slept $1"\n`, { mode: 0o755 });
    writeFileSync(join(folder, "key"), `${farm.apiKey}\n`);
  });
  afterEach(async () => {
    rmSync(folder, { recursive: true, force: true });
    await server.goOffline();
  });

  interface Report {
    readonly code: number | null;
    readonly output: string;
    /** Seconds. */
    readonly sleeps: readonly number[];
  }

  async function report(ip: string | undefined, env: Record<string, string> = {}): Promise<Report> {
    const reporter = run(program, [...script, ...(ip === undefined ? [] : [ip])], {
      env: {
        ...process.env,
        PATH: `${folder}:${process.env["PATH"] ?? ""}`,
        GREENHOUSE_URL: `${server.url}/reportIp`,
        GREENHOUSE_FARM_ID: farm.id,
        GREENHOUSE_KEY_FILE: join(folder, "key"),
        ...env,
      },
    });
    const code = await reporter.ended;
    const output = reporter.output();
    expect(secretsIn(output)).toEqual([]);
    const sleeps = [...output.matchAll(/^slept (.+)$/gm)].map(([, seconds]) => Number(seconds));
    return { code, output, sleeps };
  }

  test("stores the address", async () => {
    expect(await report("192.168.1.20")).toEqual({
      code: 0,
      output: "reported 192.168.1.20\n",
      sleeps: [],
    });
    expect(await database.get(`farms/${farm.id}/ip`)).toBe("192.168.1.20");
  });

  test.each<[string, readonly Fault[]]>([
    ["503", [{ status: 503 }]],
    ["a lost answer", ["lost answer"]],
    ["a page of a hotel's network", [{ status: 200, body: "<html>" }]],
    ["everything", ["lost request", "cut answer", { status: 429 }, { status: 500 }, "lost answer"]],
  ])("gets through after %s", async (_, faults) => {
    server.plan(...faults);
    const { code, sleeps } = await report("192.168.1.21");
    expect(code).toBe(0);
    expect(sleeps).toHaveLength(faults.length);
    expect(server.requests).toHaveLength(faults.length + 1);
    expect(await database.get(`farms/${farm.id}/ip`)).toBe("192.168.1.21");
  });

  test("waits as long as Retry-After says", async () => {
    server.plan({ status: 503, headers: { "Retry-After": "30" } });
    expect(await report("192.168.1.22")).toMatchObject({ code: 0, sleeps: [30] });
  });

  test("gives up after six attempts", async () => {
    await server.goOffline();
    const { code, sleeps } = await report("192.168.1.23");
    await server.goOnline();
    expect(code).toBe(75);
    expect(sleeps).toHaveLength(5);
  });

  test.each([
    ["an unknown farm", { GREENHOUSE_FARM_ID: "nobody's" }, "404 Farm ID not found: nobody's"],
    ["no address", {}, "400 Invalid field: ip must be a dotted-decimal IPv4 address."],
  ])("does not try again with %s", async (_, env, said) => {
    const { code, output } = await report("no address", env);
    expect(code).toBe(1);
    expect(output).toContain(said);
    expect(server.requests).toHaveLength(1);
  });

  test("does not try again with a wrong key", async () => {
    writeFileSync(join(folder, "key"), "wrong\n");
    const { code, output } = await report("192.168.1.24");
    expect(code).toBe(1);
    expect(output).toContain("403 Invalid API key.");
    expect(server.requests).toHaveLength(1);
  });

  test.each(["http://example.com/reportIp", "http://10.example.com/reportIp", "example.com"])(
    "does not send the key to %s",
    async (url) => {
      const { code, output } = await report("192.168.1.25", { GREENHOUSE_URL: url });
      expect([1, 64]).toContain(code);
      expect(output).toContain("must begin with https://");
    },
  );

  test.each(["127.0.0.1", "169.254.1.1", "0.0.0.0", "224.0.0.251", "255.255.255.255"])(
    "does not report %s, which no other machine can reach",
    async (address) => {
      const { code, output } = await report(address);
      expect(code).toBe(64);
      expect(output).toContain(`no other machine can reach ${address}`);
      expect(server.requests).toEqual([]);
    },
  );

  test.each(["GREENHOUSE_URL", "GREENHOUSE_FARM_ID", "GREENHOUSE_KEY_FILE"])(
    "says that %s is missing",
    async (name) => {
      const { code, output } = await report("192.168.1.26", { [name]: "" });
      expect(code).toBe(64);
      expect(output).toMatch(new RegExp(`^report.ip: ${name} is not set\n$`));
    },
  );

  test("takes a key from a file that Windows wrote", async () => {
    writeFileSync(join(folder, "key"), `\uFEFF${farm.apiKey}\r\n`);
    expect(await report("192.168.1.27")).toMatchObject({ code: 0 });
  });

  test.each([
    ["is missing", undefined],
    ["is empty", "\n"],
    ["has two lines", "one\ntwo\n"],
  ])("says that the key's file %s", async (_, content) => {
    rmSync(join(folder, "key"));
    if (content !== undefined) writeFileSync(join(folder, "key"), content);
    const { code, output } = await report("192.168.1.28");
    expect(code).toBe(66);
    expect(output).toContain("the key's file");
    expect(server.requests).toEqual([]);
  });

  /** The first attempt gets this, and the next one the backend's answer. */
  async function reportAfter(play: (socket: Socket) => void): Promise<Report> {
    const sockets: Socket[] = [];
    const hostile = createServer((socket) => {
      sockets.push(socket.on("error", () => undefined)); // The reporter breaks off.
      socket.once("data", () => {
        if (sockets.length === 1) play(socket);
        else socket.end(`HTTP/1.1 200 OK\r\n\r\n{"success":true}`);
      });
    }).listen(0, "127.0.0.1");
    await once(hostile, "listening");
    const { port } = hostile.address() as AddressInfo;
    const made = await report("192.168.1.29", {
      GREENHOUSE_URL: `http://127.0.0.1:${port}/reportIp`,
    });
    for (const socket of sockets) socket.destroy();
    hostile.close();
    return made;
  }

  test.each([
    ["a body of 60,000 brackets", `HTTP/1.1 200 OK\r\n\r\n${"[".repeat(60_000)}`],
    ["a body of 15,000 brackets", `HTTP/1.1 200 OK\r\n\r\n${"[".repeat(15_000)}`],
    [
      "a Retry-After that is a digit, but no number",
      "HTTP/1.1 503 X\r\nRetry-After: \u00b2\r\n\r\n",
    ],
    ["a header of 60 kB", `HTTP/1.1 503 X\r\nX-Long: ${"x".repeat(60_000)}\r\n\r\n`],
    ["a header of 1 MB", `HTTP/1.1 200 OK\r\nX-Long: ${"x".repeat(1_000_000)}\r\n\r\n`],
    ["50,000 headers", `HTTP/1.1 200 OK\r\n${"X-More: 1\r\n".repeat(50_000)}\r\n`],
    ["no HTTP", "220 mail.example.com ESMTP\r\n"],
  ])("gets through after %s", async (_, answer) => {
    const { code, sleeps, output } = await reportAfter((socket) => socket.end(answer, "latin1"));
    expect(output).toContain("reported 192.168.1.29\n");
    expect(code).toBe(0);
    expect(sleeps).toHaveLength(1);
  });

  test("gets through after an answer that never ends, a byte at a time", async () => {
    const { code, sleeps } = await reportAfter((socket) => {
      socket.write("HTTP/1.1 200 OK\r\nX-Slow: ");
      const drip = setInterval(() => socket.write("x"), 300);
      socket.once("close", () => clearInterval(drip));
    });
    expect(code).toBe(0);
    expect(sleeps).toHaveLength(1);
  });
});
