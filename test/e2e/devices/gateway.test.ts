/** The program that reports a gateway's address, through the faults of a network. */

import { createHmac } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { databaseClient } from "../../support/backend/database-client";
import { addFarm } from "../../support/backend/farm";
import type { Farm } from "../../support/backend/farm";
import { secretsIn } from "../../support/backend/secrets";
import { sharedHost } from "../../support/backend/targets";
import { NO_PYTHON } from "../../support/devices/commands";
import { startFaultServer } from "../../support/devices/fault-server";
import type { FaultServer } from "../../support/devices/fault-server";
import { usePrograms } from "../../support/devices/python";
import { VERSIONS } from "../../support/devices/rewrites";
import { testTogether } from "../../support/devices/trial";

/** Instead of sleeping it prints the duration. CLOCK_ERROR sets its clock. */
const WITHOUT_SLEEP = `
import os, time
from greenhouse_gateway import report_ip
time.sleep = lambda seconds: print("slept", seconds)
time.time_ns = lambda: int(time.time() + int(os.environ.get("CLOCK_ERROR", 0))) * 10**9
report_ip.main()`;
const SUBJECTS = [{ name: "report_ip.py", missing: NO_PYTHON }];

const runPython = usePrograms();
const target = sharedHost();
const database = databaseClient();
let nextHost = 1;

interface Gateway {
  readonly farm: Farm;
  readonly server: FaultServer;
  /** An address that no other test reports. */
  readonly ip: string;
  /** A folder with the file `key`. */
  readonly folder: string;
  readonly report: (ip: string, env?: Readonly<Record<string, string>>) => Promise<Report>;
}

interface Report {
  readonly code: number;
  readonly output: string;
  /** Seconds. */
  readonly sleeps: readonly number[];
}

function testReporter(name: string, scenario: (gateway: Gateway) => Promise<void>): void {
  testTogether(name, SUBJECTS, async () => {
    const farm = await addFarm(database);
    const server = await startFaultServer(target.url);
    const folder = mkdtempSync(join(tmpdir(), "greenhouse-gateway-"));
    // As a Windows editor writes it.
    writeFileSync(join(folder, "key"), `\uFEFF${farm.apiKey}\r\n`);
    const report = async (ip: string, env: Readonly<Record<string, string>> = {}) => {
      const { code, output } = await runPython({
        program: WITHOUT_SLEEP,
        arguments: [ip],
        env: {
          GREENHOUSE_URL: `${server.url}/reportIp`,
          GREENHOUSE_FARM_ID: farm.id,
          GREENHOUSE_KEY_FILE: join(folder, "key"),
          ...env,
        },
      });
      expect(secretsIn(output)).toEqual([]);
      const sleeps = [...output.matchAll(/^slept (.+)$/gm)].map(([, seconds]) => Number(seconds));
      return { code, output, sleeps };
    };
    try {
      nextHost += 1;
      await scenario({ farm, server, ip: `192.168.1.${nextHost}`, folder, report });
    } finally {
      rmSync(folder, { recursive: true, force: true });
      await server.goOffline();
    }
  });
}

testReporter("gets through after every fault", async ({ farm, server, ip, report }) => {
  const faults = [
    "lost request",
    "cut answer",
    { status: 429, headers: { "Retry-After": "\u00b2" } },
    { status: 503, headers: { "Retry-After": "30" } },
    { status: 200, body: "<html>" },
  ] as const;
  server.plan(...faults);
  const { code, sleeps } = await report(ip);
  expect(code).toBe(0);
  expect(sleeps).toHaveLength(faults.length);
  expect(sleeps[3]).toBe(30);
  expect(server.requests).toHaveLength(faults.length + 1);
  expect(await database.get(`farms/${farm.id}/ip`)).toBe(ip);
});

testReporter("stores the address, and never sends the key", async (gateway) => {
  const { farm, server, ip, report } = gateway;
  expect(await report(ip)).toEqual({ code: 0, output: `reported ${ip}\n`, sleeps: [] });
  expect(await database.get(`farms/${farm.id}/ip`)).toBe(ip);
  const [request] = server.requests;
  const signature = createHmac("sha256", farm.apiKey)
    .update(request?.text ?? "")
    .digest("hex");
  expect(request?.signature).toBe(`sha256=${signature}`);
  const timestamp = expect.any(Number) as number;
  expect(JSON.parse(request?.text ?? "")).toEqual({ farmId: farm.id, timestamp, ip });
});

for (const { name, rewrite, hasCodes } of VERSIONS) {
  testReporter(
    `takes the time from ${name} when its clock is wrong, but only once`,
    async ({ farm, server, ip, folder, report }) => {
      server.rewriteWith(rewrite);
      const statuses = (): readonly unknown[] => server.requests.map(({ status }) => status);
      expect(await report(ip, { CLOCK_ERROR: "-86400" })).toMatchObject({ code: 0, sleeps: [] });
      expect(statuses()).toEqual([401, 200]);
      expect(await database.get(`farms/${farm.id}/ip`)).toBe(ip);
      writeFileSync(join(folder, "key"), "a-wrong-key-of-a-test\n");
      expect(await report(ip)).toMatchObject({ code: 1 });
      // Without a code the clock may be the cause.
      expect(statuses().slice(2)).toEqual(hasCodes ? [401] : [401, 401]);
    },
  );
}

testReporter("ends after six attempts", async ({ ip, report }) => {
  // Nothing listens at port 1, whatever ports other tests use.
  const { code, sleeps } = await report(ip, { GREENHOUSE_URL: "http://127.0.0.1:1/reportIp" });
  expect(code).toBe(75);
  expect(sleeps).toHaveLength(5);
});

testReporter(
  "does not repeat a report that the backend refuses",
  async ({ server, ip, report }) => {
    const { code, output } = await report(ip, { GREENHOUSE_FARM_ID: "nobody's" });
    expect(code).toBe(1);
    expect(output).toContain("404 Farm ID not found: nobody's");
    expect(server.requests).toHaveLength(1);
  },
);

testReporter(
  "reports wrong settings, and sends nothing",
  async ({ server, ip, folder, report }) => {
    const unusable = ["127.0.0.1", "169.254.1.1", "0.0.0.0", "224.0.0.251", "255.255.255.255"];
    writeFileSync(join(folder, "empty"), "\n");
    for (const [address, env, says, exitCode = 64] of [
      [ip, { GREENHOUSE_URL: "http://10.example.com/reportIp" }, "must begin with https://"],
      ...unusable.map((each) => [each, {}, `no other machine can reach ${each}`] as const),
      [ip, { GREENHOUSE_FARM_ID: "" }, "GREENHOUSE_FARM_ID is not set"],
      [ip, { GREENHOUSE_KEY_FILE: join(folder, "empty") }, "the key's file", 66],
    ] as const) {
      const { code, output } = await report(address, env);
      expect([says, code]).toEqual([says, exitCode]);
      expect(output).toMatch(/^report_ip: .*\n$/);
      expect(output).toContain(says);
    }
    expect(server.requests).toEqual([]);
  },
);
