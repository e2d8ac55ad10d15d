/** The program that reports a gateway's address, through the faults of a network. */

import { createHmac } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "../../../tools/dev/processes/processes";
import { databaseClient } from "../../support/backend/database-client";
import { addFarm } from "../../support/backend/farm";
import type { Farm } from "../../support/backend/farm";
import { secretsIn } from "../../support/backend/secrets";
import { sharedHost } from "../../support/backend/targets";
import { startFaultServer } from "../../support/devices/fault-server";
import type { Fault, FaultServer } from "../../support/devices/fault-server";
import { REPORTER } from "../../support/devices/reporter";
import { testTogether } from "../../support/devices/trial";

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
  readonly code: number | null;
  readonly output: string;
  /** Seconds. */
  readonly sleeps: readonly number[];
}

function testReporter(name: string, scenario: (gateway: Gateway) => Promise<void>): void {
  testTogether(name, [REPORTER], async ({ command: [program, ...script] }) => {
    const farm = await addFarm(database);
    const server = await startFaultServer(target.url);
    const folder = mkdtempSync(join(tmpdir(), "greenhouse-gateway-"));
    writeFileSync(join(folder, "key"), `${farm.apiKey}\n`);
    const report = async (ip: string, env: Readonly<Record<string, string>> = {}) => {
      const reporter = run(program, [...script, ip], {
        env: {
          ...process.env,
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

testReporter("stores the address", async ({ farm, ip, report }) => {
  expect(await report(ip)).toEqual({ code: 0, output: `reported ${ip}\n`, sleeps: [] });
  expect(await database.get(`farms/${farm.id}/ip`)).toBe(ip);
});

for (const [name, faults] of [
  ["503", [{ status: 503 }]],
  ["a lost answer", ["lost answer"]],
  ["a page of a hotel's network", [{ status: 200, body: "<html>" }]],
  ["everything", ["lost request", "cut answer", { status: 429 }, { status: 500 }, "lost answer"]],
] satisfies readonly (readonly [string, readonly Fault[]])[]) {
  testReporter(`gets through after ${name}`, async ({ farm, server, ip, report }) => {
    server.plan(...faults);
    const { code, sleeps } = await report(ip);
    expect(code).toBe(0);
    expect(sleeps).toHaveLength(faults.length);
    expect(server.requests).toHaveLength(faults.length + 1);
    expect(await database.get(`farms/${farm.id}/ip`)).toBe(ip);
  });
}

testReporter("waits as long as Retry-After says", async ({ server, ip, report }) => {
  server.plan({ status: 503, headers: { "Retry-After": "30" } });
  expect(await report(ip)).toMatchObject({ code: 0, sleeps: [30] });
});

testReporter("never sends the key", async ({ farm, server, ip, report }) => {
  expect(await report(ip)).toMatchObject({ code: 0 });
  const [request] = server.requests;
  const signature = createHmac("sha256", farm.apiKey)
    .update(request?.text ?? "")
    .digest("hex");
  expect(request?.signature).toBe(`sha256=${signature}`);
  const timestamp = expect.any(Number) as number;
  expect(JSON.parse(request?.text ?? "")).toEqual({ farmId: farm.id, timestamp, ip });
});

for (const error of ["-86400", "31536000"]) {
  testReporter(
    `takes the time from the backend when its clock is ${error} s off`,
    async ({ farm, server, ip, report }) => {
      expect(await report(ip, { CLOCK_ERROR: error })).toMatchObject({ code: 0, sleeps: [] });
      expect(server.requests.map(({ status }) => status)).toEqual([401, 200]);
      expect(await database.get(`farms/${farm.id}/ip`)).toBe(ip);
    },
  );
}

testReporter("takes the backend's time only once", async ({ server, ip, report }) => {
  const body = JSON.stringify({
    error: "Timestamp is more than 5 minutes from the server's time.",
  });
  const stale = { status: 401, headers: { "Error-Code": "timestamp-out-of-range" }, body };
  server.plan(stale, stale);
  const { code, output } = await report(ip);
  expect(code).toBe(1);
  expect(output).toContain("refused: 401 Timestamp is more than 5 minutes");
  expect(server.requests).toHaveLength(2);
});

testReporter("ends after six attempts", async ({ ip, report }) => {
  // Nothing listens at port 1, whatever ports other tests use.
  const { code, sleeps } = await report(ip, { GREENHOUSE_URL: "http://127.0.0.1:1/reportIp" });
  expect(code).toBe(75);
  expect(sleeps).toHaveLength(5);
});

testReporter(
  "does not repeat a report that the backend refuses",
  async ({ server, ip, folder, report }) => {
    writeFileSync(join(folder, "wrong"), "wrong\n");
    const cases: readonly (readonly [string, Record<string, string>, string])[] = [
      [ip, { GREENHOUSE_FARM_ID: "nobody's" }, "404 Farm ID not found: nobody's"],
      ["no address", {}, "400 Invalid field: ip must be a dotted-decimal IPv4 address."],
      [ip, { GREENHOUSE_KEY_FILE: join(folder, "wrong") }, "401 Invalid signature."],
    ];
    for (const [address, env, error] of cases) {
      const { code, output } = await report(address, env);
      expect(code).toBe(1);
      expect(output).toContain(error);
    }
    expect(server.requests).toHaveLength(cases.length);
  },
);

testReporter("reports wrong settings, and sends nothing", async ({ server, ip, report }) => {
  const far = ["http://example.com/reportIp", "http://10.example.com/reportIp", "example.com"];
  const unusable = ["127.0.0.1", "169.254.1.1", "0.0.0.0", "224.0.0.251", "255.255.255.255"];
  const settings = ["GREENHOUSE_URL", "GREENHOUSE_FARM_ID", "GREENHOUSE_KEY_FILE"];
  for (const [address, env, message] of [
    ...far.map((url) => [ip, { GREENHOUSE_URL: url }, "must begin with https://"] as const),
    ...unusable.map((host) => [host, {}, `no other machine can reach ${host}`] as const),
    ...settings.map((name) => [ip, { [name]: "" }, `${name} is not set`] as const),
  ]) {
    const { code, output } = await report(address, env);
    expect([message, code]).toEqual([message, 64]);
    expect(output).toMatch(/^report_ip: .*\n$/);
    expect(output).toContain(message);
  }
  expect(server.requests).toEqual([]);
});

testReporter(
  "takes a key from a file of a Windows editor",
  async ({ farm, ip, folder, report }) => {
    writeFileSync(join(folder, "key"), `\uFEFF${farm.apiKey}\r\n`);
    expect(await report(ip)).toMatchObject({ code: 0 });
  },
);

testReporter("reports a wrong key file", async ({ server, ip, folder, report }) => {
  writeFileSync(join(folder, "empty"), "\n");
  writeFileSync(join(folder, "two-lines"), "one\ntwo\n");
  for (const name of ["missing", "empty", "two-lines"]) {
    const { code, output } = await report(ip, { GREENHOUSE_KEY_FILE: join(folder, name) });
    expect([name, code]).toEqual([name, 66]);
    expect(output).toContain("the key's file");
  }
  expect(server.requests).toEqual([]);
});

const OK = "HTTP/1.1 200 OK\r\n";
testReporter(
  "gets through after answers that do not come from the backend",
  async ({ server, ip, report }) => {
    for (const [name, answer] of [
      ["a body of 60,000 brackets", `${OK}\r\n${"[".repeat(60_000)}`],
      ["a body of 15,000 brackets", `${OK}\r\n${"[".repeat(15_000)}`],
      [
        "a Retry-After of a digit that is not a number",
        "HTTP/1.1 503 X\r\nRetry-After: \u00b2\r\n\r\n",
      ],
      ["a header of 60 kB", `HTTP/1.1 503 X\r\nX-Long: ${"x".repeat(60_000)}\r\n\r\n`],
      ["a header of 1 MB", `${OK}X-Long: ${"x".repeat(1_000_000)}\r\n\r\n`],
      ["50,000 headers", `${OK}${"X-More: 1\r\n".repeat(50_000)}\r\n`],
      ["an answer that is not HTTP", "220 mail.example.com ESMTP\r\n"],
    ] as const) {
      server.plan({ parts: [answer] });
      const { code, sleeps, output } = await report(ip);
      expect(output).toContain(`reported ${ip}\n`);
      expect([name, code, sleeps.length]).toEqual([name, 0, 1]);
    }
  },
);

testReporter(
  "gets through after an answer that arrives byte by byte",
  async ({ server, ip, report }) => {
    const parts = [`${OK}X-Slow: `, ...Array.from({ length: 10_000 }, () => "x")];
    server.plan({ parts, pauseMs: 100 });
    // Long enough for the next attempt, also on a busy machine.
    const { code, sleeps } = await report(ip, { ATTEMPT_SECONDS: "4" });
    expect(code).toBe(0);
    expect(sleeps).toHaveLength(1);
    expect(await Promise.all(server.outcomes)).toEqual(["cut off by the device"]);
  },
);
