/** What no answer does to a device client: end its loop, fill its memory, or hold it beyond its deadline. */

import { useHost } from "../../support/backend/targets";
import { CLIENTS } from "../../support/devices/clients";
import { countsOf, NOTHING, settle } from "../../support/devices/device";
import { startHostileServer } from "../../support/devices/hostile-server";
import type { HostileServer } from "../../support/devices/hostile-server";
import { useTrials } from "../../support/devices/trial";

const OK = "HTTP/1.1 200 OK\r\n";
/** Taken for a success by whoever reads no further. */
const SUCCESS = `{"success":true}`;

function* repeat(part: string, count: number): Iterable<string> {
  for (let index = 0; index < count; index += 1) yield part;
}

function* join(...parts: readonly (string | Iterable<string>)[]): Iterable<string> {
  for (const part of parts) yield* typeof part === "string" ? [part] : part;
}

/** An answer with this body. */
function answer(body: string, head = OK): string {
  return `${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

/** Each would be a success otherwise. */
const MALFORMED: readonly (readonly [string, Iterable<string>])[] = [
  ["a header of 60 kB", [answer(SUCCESS, `${OK}X-Long: ${"x".repeat(60_000)}\r\n`)]],
  ["a thousand headers", [answer(SUCCESS, `${OK}${"X-Another: a small one\r\n".repeat(1_000)}`)]],
  ["a status line of 60 kB", [answer(SUCCESS, `HTTP/1.1 200 ${"O".repeat(60_000)}\r\n`)]],
  ["a body of 60,000 brackets", [answer("[".repeat(60_000))]],
  [
    "a success around 60,000 brackets",
    [answer(`{"success":true,"x":${"[".repeat(30_000)}${"]".repeat(30_000)}}`)],
  ],
  [
    "a success around 100 levels",
    [answer(`{"success":true,"x":${"[".repeat(100)}${"]".repeat(100)}}`)],
  ],
  ["a success of 60 kB", [answer(`{"success":true,"x":"${"x".repeat(60_000)}"}`)]],
  ["no bytes at all", []],
  ["bytes that are no HTTP", ["\x16\x03\x01\x02\x00\r\n\r\n"]],
  ["a status that is no number", [answer(SUCCESS, "HTTP/1.1 OK 200\r\n")]],
  ["a length that is no number", [`${OK}Content-Length: 1e9\r\n\r\n{`]],
  ["a length below 0", [`${OK}Content-Length: -5\r\n\r\n{`]],
  ["a chunk's length that is no number", [`${OK}Transfer-Encoding: chunked\r\n\r\nx\r\n{}\r\n`]],
  ["a chunk that breaks off", [`${OK}Transfer-Encoding: chunked\r\n\r\nfffff\r\n${SUCCESS}`]],
  ["letters that are no UTF-8", [answer(`{"success":true,"x":"\u0080`)]],
  [
    "a wait that is no number",
    [answer("{}", `HTTP/1.1 503 Busy\r\nRetry-After: ${"9".repeat(400)}x\r\n`)],
  ],
  ["an error that is a list", [answer(`{"error":[[[]]]}`, "HTTP/1.1 500 Oh\r\n")]],
];

/** Each goes on until the device has had enough; 32 MB are more than any buffer between them holds. */
const ENDLESS: readonly (readonly [string, () => Iterable<string>])[] = [
  ["a header without end", () => join(OK, "X-Long: ", repeat("x".repeat(65_536), 512))],
  ["headers without end", () => join(OK, repeat("X-Another: a small one\r\n".repeat(2_730), 512))],
  ["a body without end", () => join(OK, "\r\n", repeat(" ".repeat(65_536), 512))],
  [
    "chunks without end",
    () =>
      join(
        `${OK}Transfer-Encoding: chunked\r\n\r\n`,
        repeat(`10000\r\n${" ".repeat(65_536)}\r\n`, 512),
      ),
  ],
];

/** Each is a success in the end, which comes after minutes. */
const DRIPPING: readonly (readonly [string, () => Iterable<string>])[] = [
  ["status line", () => `HTTP/1.1 200 ${"O".repeat(900)}\r\n${answer(SUCCESS, "")}`],
  ["header", () => answer(SUCCESS, `${OK}X-Long: ${"x".repeat(900)}\r\n`)],
  ["body", () => answer(`${" ".repeat(900)}${SUCCESS}`)],
  [
    "chunk",
    () => `${OK}Transfer-Encoding: chunked\r\n\r\n3e8\r\n${SUCCESS.padEnd(1_000)}\r\n0\r\n\r\n`,
  ],
  [
    "answer of interim answers",
    () => join(repeat("HTTP/1.1 100 Continue\r\n\r\n", 900), answer(SUCCESS)),
  ],
];

const NAMES = ["Python", "MicroPython", "MicroPython (WebAssembly)", "Node"];
const target = useHost();

describe.each(CLIENTS.filter(({ name }) => NAMES.includes(name)))(
  "the $name client",
  ({ missing, use }) => {
    if (missing !== undefined) {
      test.skip(`cannot be tried: ${missing}`, () => undefined); // Needs what this machine does not have.
      return;
    }
    const begin = useTrials(use(), () => target().url);
    let server: HostileServer;
    beforeEach(async () => {
      server = await startHostileServer(target().url);
    });
    afterEach(() => server.close());

    /** One attempt against the answer fails and is reported in a line; then this reading and the next are stored. */
    async function expectToGoOn(parts: Iterable<string>, pauseMs?: number): Promise<void> {
      server.plan({ parts, ...(pauseMs === undefined ? {} : { pauseMs }) });
      const timeoutMs = pauseMs === undefined ? 15_000 : 1_000;
      const { device, history } = await begin({ url: `${server.url}/sensorData`, timeoutMs });
      await device.add({ temperature: 20 });
      expect(countsOf(await device.poll())).toEqual({ ...NOTHING, waiting: 1 });
      const reported = device
        .report()
        .split("\n")
        .filter((line) => !/^(\{.*\})?$/.test(line));
      expect(reported).toEqual([expect.stringMatching(/: trying again in .*, 1 waiting$/)]);
      expect(reported[0]?.length).toBeLessThan(400);
      expect(countsOf(await settle(device))).toEqual({ ...NOTHING, stored: 1 });
      await device.add({ temperature: 21 });
      expect(countsOf(await settle(device))).toEqual({ ...NOTHING, stored: 2 });
      expect((await history()).map(({ temperature }) => temperature)).toEqual([20, 21]);
    }

    test.each(MALFORMED)("goes on after %s", async (_, parts) => {
      await expectToGoOn(parts);
    });

    test.each(ENDLESS)("reads no more than it needs of %s", async (_, parts) => {
      await expectToGoOn(parts());
      expect(await Promise.all(server.outcomes)).toEqual(["cut off by the device"]);
    });

    test.each(DRIPPING)("ends an attempt whose %s comes byte by byte", async (_, parts) => {
      await expectToGoOn(parts(), 100);
      expect(await Promise.all(server.outcomes)).toEqual(["cut off by the device"]);
    });

    test("reports a refusal in one short line", async () => {
      const error = JSON.stringify({ error: `no\nsuch\u001b[31m thing${"!".repeat(2_000)}` });
      server.plan({ parts: [answer(error, "HTTP/1.1 404 Not Found\r\n")] });
      const { device } = await begin({ url: `${server.url}/sensorData` });
      await device.add({ temperature: 20 });
      expect(countsOf(await settle(device))).toEqual({ ...NOTHING, refused: 1 });
      const [line, ...others] = device
        .report()
        .split("\n")
        .filter((each) => each.includes("refused: 404"));
      expect(line).toMatch(/no such \[31m thing!{100,200}$/);
      expect(others).toEqual([]);
    });
  },
);
