/** Which readings a client accepts from its program, and to which servers it sends them. */

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "../../support/backend/addresses";
import { CLIENTS, NODE_CLIENT, PYTHON_CLIENTS } from "../../support/devices/clients";
import { findCommand } from "../../support/devices/commands";
import { countsOf, NOTHING, settle } from "../../support/devices/device";
import { startFaultServer } from "../../support/devices/fault-server";
import { installMip } from "../../support/devices/mip";
import { ONE_SHELL, summary, useShells } from "../../support/devices/shells";
import { readRequest, useClients } from "../../support/devices/trial";

const TAKEN = "taken";
/** Invalid names, as in a program's text. */
const NO_NAMES = ["", "soil_moisture", "co2\\n", "höhe", "timestamp", "a".repeat(33)];

/** Arguments of a Python program, and the result. */
const PYTHON_VALUES: readonly (readonly [string, string | RegExp])[] = [
  ["temperature=21.5, humidity=60", TAKEN],
  ["sign_of_life=True", TAKEN],
  ["", /^ValueError: .*sign_of_life=True/],
  ["temperature=10**400", /^ValueError: no value is left: temperature must be a finite/],
  ["temperature='1,5', humidity=None", /^ValueError: no value is left: .*temperature .*'1,5'/],
  [`sapFlow=2, **{"${"a".repeat(32)}": 1}`, TAKEN],
  ["Warmth=21.5", /^TypeError: invalid measurement name 'Warmth': .* such as soilMoisture/],
  ...NO_NAMES.map(
    (name) => [`**{"${name}": 1}`, /^TypeError: invalid measurement name '/] as const,
  ),
];

const NODE_VALUES: readonly (readonly [string, string | RegExp])[] = [
  ["{ temperature: 21.5, humidity: 60 }", TAKEN],
  ["{}, { signOfLife: true }", TAKEN],
  ["{}", /^TypeError: .*signOfLife: true/],
  [
    "{ temperature: '1,5', humidity: null }",
    /^RangeError: no value is left: temperature must be a finite number, not '1,5'; humidity/,
  ],
  [`{ sapFlow: 2, ${"a".repeat(32)}: 1 }`, TAKEN],
  ["{ Warmth: 21.5 }", /^TypeError: invalid measurement name "Warmth": .* such as soilMoisture/],
  ...NO_NAMES.map(
    (name) => [`{ "${name}": 1 }`, /^TypeError: invalid measurement name "/] as const,
  ),
];

/** Values of a broken sensor in a program's text, and in the client's report. */
const PYTHON_NO_VALUES = { "float('nan')": "nan", True: "True", "'21.5'": "'21.5'" };
const NODE_NO_VALUES = { NaN: "NaN", true: "true", "'21.5'": "'21.5'", "1n": "1n" };

/** On Arduino the board has TLS, but not in these tests. MicroPython as WebAssembly has no TLS. */
const WITHOUT_TLS = ["Arduino", "MicroPython (WebAssembly)"];
const noOpenssl = findCommand("openssl") === undefined ? "openssl is not installed" : undefined;
const TLS_CLIENTS = [...CLIENTS, NODE_CLIENT]
  .filter(({ name }) => !WITHOUT_TLS.includes(name))
  .map((client) => ({
    ...client,
    missing: client.missing ?? noOpenssl,
  }));

const TLS_SHELL = ONE_SHELL.map((shell) => ({ ...shell, missing: shell.missing ?? noOpenssl }));

const testClients = useClients(CLIENTS);
const testShells = useShells();

for (const [clients, cases] of [
  [PYTHON_CLIENTS, PYTHON_VALUES],
  [[NODE_CLIENT], NODE_VALUES],
] as const) {
  testClients(
    "accepts only numbers",
    async (begin) => {
      for (const [values, outcome] of cases) {
        const { device } = await begin();
        const result = await device.ask("evaluate", values).then(
          () => TAKEN,
          (error: unknown) => (error as Error).message,
        );
        expect([values, result]).toEqual([values, expect.stringMatching(outcome)]);
        const waiting = outcome === TAKEN ? 1 : 0;
        expect(countsOf(await device.add({ temperature: 20 }))).toEqual({
          ...NOTHING,
          waiting: waiting + 1,
        });
      }
    },
    clients,
  );
}

for (const [clients, values, add] of [
  [PYTHON_CLIENTS, PYTHON_NO_VALUES, (value: string) => `temperature=21.5, humidity=${value}`],
  [[NODE_CLIENT], NODE_NO_VALUES, (value: string) => `{ temperature: 21.5, humidity: ${value} }`],
] as const) {
  testClients(
    "leaves out values that are not a number, reports them once, and sends the rest",
    async (begin) => {
      for (const [value, named] of Object.entries(values)) {
        const { device, server, sensor } = await begin();
        const take = async (humidity: string): Promise<void> => {
          await device.ask("evaluate", add(humidity));
          // Readings of the same moment have no order.
          await device.advance(1_000);
        };
        await take(value);
        await take(value);
        expect([value, device.report()]).toEqual([
          value,
          `left out of a reading: humidity must be a finite number, not ${named}\n`,
        ]);
        await take("60");
        await take(value);
        expect(device.report().match(/left out/g)).toHaveLength(2);
        expect(countsOf(await settle(device))).toEqual({ ...NOTHING, stored: 4 });
        const timestamp = expect.any(Number) as number;
        const rest = { timestamp, temperature: 21.5 };
        expect(server.requests.map((request) => readRequest(request, sensor).readings)).toEqual([
          [rest, rest, { ...rest, humidity: 60 }, rest],
        ]);
      }
    },
    clients,
  );
}

testClients(
  "counts a MemoryError as a failed attempt",
  async (begin) => {
    const { device } = await begin();
    await device.ask("starve");
    await device.add({ temperature: 20 });
    expect(countsOf(await settle(device))).toEqual({ ...NOTHING, stored: 1 });
    expect(device.report()).toMatch(
      /^no answer \(memory allocation failed, .*\): trying again in .*, 1 waiting\n/,
    );
  },
  PYTHON_CLIENTS,
);

testClients(
  "sends plain HTTP only within the local network",
  async (begin) => {
    for (const url of [
      "http://10.0.0.1.example.com/sensorData",
      "http://172.32.0.1/sensorData",
      "http://localhost:80@example.com/sensorData",
      "ftp://127.0.0.1/sensorData",
    ]) {
      // Some clients do not start, others print the reason and send nothing.
      const report = await begin({ url })
        .then(async ({ device }) => {
          await device.add({ temperature: 20 });
          await device.poll();
          return device.report();
        })
        .catch((error: unknown) => String(error));
      expect([url, report]).toEqual([url, expect.stringContaining("must begin with https://")]);
    }
  },
  [...CLIENTS, NODE_CLIENT],
);

describe("over HTTPS", () => {
  let folder: string;
  /** The folder with a board's files, which trust only this server. */
  let board: string;
  let identity: { readonly key: string; readonly cert: string };
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "greenhouse-tls-"));
    if (noOpenssl !== undefined) return;
    const [key, cert, der] = ["key.pem", "cert.pem", "cert.der"].map((name) => join(folder, name));
    const openssl = (line: string): unknown =>
      execFileSync("openssl", line.split(" "), { stdio: "ignore" });
    openssl(
      "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=localhost " +
        `-addext subjectAltName=DNS:localhost -days 2 -keyout ${key} -out ${cert}`,
    );
    openssl(`x509 -in ${cert} -outform DER -out ${der}`);
    identity = { key: readFileSync(key!, "utf8"), cert: readFileSync(cert!, "utf8") };
    board = join(folder, "board");
    installMip(join(ROOT, "devices/micropython.json"), board);
    writeFileSync(
      join(board, "greenhouse/roots.py"),
      `from binascii import a2b_base64\nROOTS = (a2b_base64("${readFileSync(der!, "base64")}"),)\n`,
    );
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  testClients(
    "sends only to a server with a trusted certificate",
    async (begin, client) => {
      const stranger = await begin({ identity });
      await stranger.device.add({ temperature: 20 });
      const state = await settle(stranger.device, { polls: 3 });
      expect(countsOf(state)).toEqual({ ...NOTHING, waiting: 1 });
      expect([stranger.server.requests, stranger.server.timeRequests]).toEqual([[], 0]);
      const cert = join(folder, "cert.pem");
      const env = {
        SSL_CERT_FILE: cert,
        NODE_EXTRA_CA_CERTS: cert,
        ...(client.name === "MicroPython" ? { CLIENT_FOLDERS: board } : {}),
      };
      const { device } = await begin({ identity, env });
      await device.add({ temperature: 20 });
      expect(countsOf(await settle(device))).toEqual({ ...NOTHING, stored: 1 });
    },
    TLS_CLIENTS,
  );

  testShells("sends only to a server with a trusted certificate", TLS_SHELL, async (trial) => {
    const sensor = await trial.addSensor();
    const server = await startFaultServer(trial.server.url, identity);
    try {
      const env = { GREENHOUSE_URL: `${server.url}/sensorData` };
      expect(await sensor.sendWith(env)).toMatchObject({ code: 75 });
      expect(server.requests).toEqual([]);
      const trusting = { ...env, CURL_CA_BUNDLE: join(folder, "cert.pem") };
      expect(await sensor.flush(trusting)).toEqual({ code: 0, output: summary({ stored: 1 }) });
    } finally {
      await server.goOffline();
    }
  });
});
