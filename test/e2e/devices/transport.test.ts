/** Whom the device clients talk to: servers that prove their name, and plain HTTP only in the local network. */

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { useHost } from "../../support/backend/targets";
import { CLIENTS, findCommand } from "../../support/devices/clients";
import { countsOf, NOTHING, settle } from "../../support/devices/device";
import { useTrials } from "../../support/devices/trial";

const target = useHost();

const FAR_AWAY = [
  "http://example.com/sensorData",
  "http://10.0.0.1.example.com/sensorData",
  "http://172.16.example.com/sensorData",
  "http://172.32.0.1/sensorData",
  "http://8.8.8.8/sensorData",
  "http://localhost:80@example.com/sensorData",
  "http://localhost.example.com/sensorData",
  "ftp://127.0.0.1/sensorData",
  "127.0.0.1/sensorData",
];

describe.each(CLIENTS)("the $name client", ({ missing, use }) => {
  if (missing !== undefined) {
    test.skip(`cannot be tried: ${missing}`, () => undefined); // Needs what this machine does not have.
    return;
  }
  const begin = useTrials(use(), () => target().url);

  test.each(FAR_AWAY)("does not send to %s", async (url) => {
    const { device } = await begin({ url });
    // Some refuse to begin, others say so and send nothing.
    const outcome = await device
      .add({ temperature: 20 })
      .then(() => device.poll())
      .catch((error: unknown) => error);
    if (outcome instanceof Error) expect(outcome.message).toContain("must begin with https://");
    else expect(device.report()).toContain("must begin with https://");
  });
});

const OPENSSL = findCommand("openssl");

/** The C++ core leaves TLS to the board, and has none here; nor has MicroPython as WebAssembly. */
const WITHOUT_TLS = ["C++", "MicroPython (WebAssembly)"];

describe.each(CLIENTS.filter(({ name }) => !WITHOUT_TLS.includes(name)))(
  "over HTTPS, the $name client",
  (client) => {
    const missing =
      client.missing ?? (OPENSSL === undefined ? "openssl is not installed" : undefined);
    if (missing !== undefined) {
      test.skip(`cannot be tried: ${missing}`, () => undefined); // Needs what this machine does not have.
      return;
    }
    const begin = useTrials(client.use(), () => target().url);
    let folder: string;
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), "greenhouse-tls-"));
      execFileSync(
        "openssl",
        [
          ...[
            "req",
            "-x509",
            "-newkey",
            "ec",
            "-pkeyopt",
            "ec_paramgen_curve:prime256v1",
            "-nodes",
          ],
          ...["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-days", "2"],
          ...["-keyout", join(folder, "key.pem"), "-out", join(folder, "cert.pem")],
        ],
        { stdio: "ignore" },
      );
      const der = execFileSync("openssl", [
        "x509",
        "-in",
        join(folder, "cert.pem"),
        "-outform",
        "DER",
      ]);
      const base64 = der.toString("base64");
      writeFileSync(
        join(folder, "roots.py"),
        `from binascii import a2b_base64\nROOTS = (a2b_base64("${base64}"),)\n`,
      );
    });
    afterAll(() => rmSync(folder, { recursive: true, force: true }));
    const identity = () => ({
      key: readFileSync(join(folder, "key.pem"), "utf8"),
      cert: readFileSync(join(folder, "cert.pem"), "utf8"),
    });

    test("sends nothing to a server that it does not know", async () => {
      const { device, server } = await begin({ identity: identity() });
      await device.add({ temperature: 20 });
      const state = await settle(device, 3);
      expect(countsOf(state)).toEqual({ ...NOTHING, waiting: 1 });
      expect(server.requests).toEqual([]);
      // Nothing was sent, so nothing can have been stored.
      await device.advance(6 * 60_000);
      expect(countsOf(await settle(device))).toEqual({ ...NOTHING, expired: 1 });
    });

    test("sends to a server that proves its name", async () => {
      const cert = join(folder, "cert.pem");
      const { device } = await begin({
        identity: identity(),
        env: {
          SSL_CERT_FILE: cert,
          NODE_EXTRA_CA_CERTS: cert,
          CURL_CA_BUNDLE: cert,
          ROOTS_FOLDER: folder,
        },
      });
      await device.add({ temperature: 20 });
      expect(countsOf(await settle(device))).toEqual({ ...NOTHING, stored: 1 });
    });
  },
);
