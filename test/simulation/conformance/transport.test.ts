/** The transport of the simulation behaves as the real one: the same cases run on both. */

import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { HttpTransport } from "@greenhouse/database/client/http-transport";
import type {
  Attempt,
  AttemptEnd,
  RestRequest,
  Transport,
} from "@greenhouse/database/client/transport";
import { SimulatedTransport } from "../environment";
import { Process } from "../process";
import { Random } from "../random";
import { World } from "../world";

/** How the database handles a request. */
type Behaviour = "echo" | "break" | "never answer";

interface Driver {
  readonly transport: Transport;
  behaviour: Behaviour;
  /** Lets time pass until a request has ended; or, without an end, for a moment. */
  readonly pass: (until: () => boolean) => Promise<void>;
  readonly stop: () => Promise<void>;
}

const echoOf = ({ method, path, token, body = "" }: RestRequest): string =>
  JSON.stringify({ method, path, token, body });
const MOMENT_MS = 50;

async function realDriver(): Promise<Driver> {
  const listener: RequestListener = (request, response) => {
    if (driver.behaviour === "break") request.socket.destroy();
    if (driver.behaviour !== "echo") return;
    void text(request).then((body) => {
      const { method = "", url = "", headers } = request;
      const token = headers.authorization?.replace("Bearer ", "") ?? "";
      response.end(echoOf({ method: method as "GET", path: url, token, body }));
    });
  };
  const server: Server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const transport = new HttpTransport(new URL(`http://127.0.0.1:${port}`));
  const driver: Driver = {
    transport,
    behaviour: "echo",
    pass: async (until) => {
      const endsAt = Date.now() + MOMENT_MS;
      while (!until() && (driver.behaviour !== "never answer" || Date.now() < endsAt)) {
        await new Promise(setImmediate);
      }
      // The connection is free again a turn later.
      await new Promise(setImmediate);
    },
    stop: async () => {
      transport.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return driver;
}

function simulatedDriver(): Promise<Driver> {
  const world = new World(1, 0);
  const driver: Driver = {
    transport: new SimulatedTransport({
      process: new Process(world, "functions"),
      server: {
        now: world.now,
        answer: (request) => Promise.resolve({ status: 200, text: echoOf(request) }),
      },
      network: {
        send: ({ serve, onAnswer, onBroken }) => {
          if (driver.behaviour === "break") world.after(1, onBroken);
          if (driver.behaviour === "echo") world.after(1, () => void serve().then(onAnswer));
        },
      },
      faults: () => ({ deadConnection: 0, tokenMs: 1 }),
      random: new Random(1),
    }),
    behaviour: "echo",
    pass: () => world.run(world.now() + MOMENT_MS),
    stop: () => Promise.resolve(),
  };
  return Promise.resolve(driver);
}

const READ: RestRequest = { method: "GET", path: "/farms.json?ns=a", token: "t1" };
const WRITE: RestRequest = { method: "PATCH", path: "/.json", token: "t2", body: '{"a":1}' };

describe.each([
  ["the real transport", realDriver],
  ["the transport of the simulation", simulatedDriver],
])("%s", (_, start) => {
  let driver: Driver;
  beforeEach(async () => void (driver = await start()));
  afterEach(() => driver.stop());

  /** Sends a request, and waits for its end. */
  async function send(
    request: RestRequest,
  ): Promise<{ readonly attempt: Attempt; readonly ends: readonly AttemptEnd[] }> {
    const ends: AttemptEnd[] = [];
    const attempt = driver.transport.send(request, (end) => ends.push(end));
    expect(ends).toEqual([]);
    await driver.pass(() => ends.length > 0);
    return { attempt, ends };
  }

  test.each([READ, WRITE])("delivers a $method with its path, token and body", async (request) => {
    const { ends } = await send(request);
    expect(ends).toEqual([{ kind: "answered", answer: { status: 200, text: echoOf(request) } }]);
  });

  test("reports a broken connection once", async () => {
    driver.behaviour = "break";
    const { ends } = await send(READ);
    expect(ends.map(({ kind }) => kind)).toEqual(["failed"]);
  });

  test("reports nothing after an abort", async () => {
    const ends: AttemptEnd[] = [];
    const attempt = driver.transport.send(READ, (end) => ends.push(end));
    attempt.abort();
    driver.behaviour = "never answer";
    await driver.pass(() => false);
    expect(ends).toEqual([]);
  });

  test("uses a kept connection for the next request, and a new one after closing the idle ones", async () => {
    const first = await send(READ);
    const second = await send(READ);
    driver.transport.closeIdle();
    const third = await send(READ);
    expect([first, second, third].map(({ attempt }) => attempt.usesKeptConnection)).toEqual([
      false,
      true,
      false,
    ]);
  });
});
