/** What a gateway runs to report its address, through the faults of a network. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "../../../scripts/stack/processes";
import { ROOT } from "../../support/backend/addresses";
import { databaseClient } from "../../support/backend/database-client";
import { addFarm } from "../../support/backend/farm";
import type { Farm } from "../../support/backend/farm";
import { secretsIn } from "../../support/backend/secrets";
import { useHost } from "../../support/backend/targets";
import { findCommand } from "../../support/devices/clients";
import { startFaultServer } from "../../support/devices/fault-server";
import type { Fault, FaultServer } from "../../support/devices/fault-server";

const GATEWAY = join(ROOT, "devices/gateway");
/** Runs the script as it is, but for its sleep, which is told instead. */
const WITHOUT_SLEEP = `
import runpy, sys, time
time.sleep = lambda seconds: print("slept", seconds)
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name="__main__")`;

const REPORTERS = [
  {
    name: "report_ip.py",
    missing: findCommand("python3") === undefined ? "python3 is not installed" : undefined,
    command: ["python3", "-c", WITHOUT_SLEEP, join(GATEWAY, "report_ip.py")],
  },
  {
    name: "report-ip.sh",
    missing: findCommand("curl") === undefined ? "curl is not installed" : undefined,
    command: ["sh", join(GATEWAY, "report-ip.sh")],
  },
] as const;

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

  test("finds an address by itself", async () => {
    if (program === "sh" && findCommand("ip", "-V") === undefined) {
      writeFileSync(
        join(folder, "ip"),
        `#!/bin/sh\necho "192.0.2.1 dev eth0 src 10.1.2.3 uid 0"\n`,
        {
          mode: 0o755,
        },
      );
    }
    expect(await report(undefined)).toMatchObject({ code: 0 });
    expect(await database.get(`farms/${farm.id}/ip`)).toMatch(/^\d+(\.\d+){3}$/);
  });
});
