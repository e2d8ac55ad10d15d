/** Clients that stay connected without sending requests. */

import { Namespaces } from "../../src/namespaces";
import { type Traffic, warnOfOpenClients } from "../../src/open-clients";
import { RestHandler } from "../../src/rest/handler";
import { OPEN_RULES } from "../../src/rules/ruleset";
import { startServer } from "../../src/server";
import { expectSoon } from "../../testing/polling";
import { WireClient } from "../support/wire-client";

const HINT =
  "1 client is connected, but sent no request for 30 s. If your tests have finished but their process does not exit, " +
  "close the client: `await deleteApp(app)`, `await testEnv.cleanup()` or `goOffline(db)`.";
const QUIET: Traffic = { clients: 1, requests: 1, unanswered: 0 };

describe("after 30 s without a request", () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  /** @returns the logged lines for the given traffic, one value every 10 s; the last value stays */
  function linesWith(...traffic: readonly Partial<Traffic>[]): readonly string[] {
    const lines: string[] = [];
    let now = { ...QUIET, ...traffic[0] };
    const watch = warnOfOpenClients(
      () => now,
      (line) => lines.push(line),
    );
    for (const minute of traffic) {
      now = { ...QUIET, ...minute };
      jest.advanceTimersByTime(10_000);
    }
    watch.close();
    jest.advanceTimersByTime(60_000);
    return lines;
  }

  it("clients are logged once", () => {
    expect(linesWith({}, {}, {}, {}, {}, {}, {}, {})).toEqual([HINT]);
    const two = { clients: 2 };
    expect(linesWith(two, two, two)).toEqual([HINT.replace("1 client is", "2 clients are")]);
  });

  it("nothing is logged with requests or without clients", () => {
    expect([
      ...linesWith({}, {}),
      ...linesWith({}, {}, { requests: 2 }, { requests: 2 }, { requests: 2 }),
      ...linesWith({}, {}, { unanswered: 1 }, {}, {}),
      ...linesWith({ clients: 0 }, { clients: 0 }, { clients: 0 }),
    ]).toEqual([]);
  });
});

it("a server counts clients on sockets and all requests except keep-alives", async () => {
  const options = { now: Date.now, ruleset: OPEN_RULES };
  const namespaces = new Namespaces(() => options);
  const rest = new RestHandler({ namespaces, now: Date.now, createPushId: () => "-p" });
  const onFault = (error: unknown): never => {
    throw error;
  };
  const address = { host: "127.0.0.1", port: 0 };
  const server = await startServer({ ...address, namespaces, rest, isExplaining: false, onFault });
  const traffic = () => Promise.resolve(server.traffic());
  const at = `127.0.0.1:${server.port}`;
  const client = await WireClient.connect(`ws://${at}/.ws?v=5&ns=n`);
  client.sendText("0");
  await client.ask("s", { c: {} });
  expect(server.traffic()).toEqual({ clients: 1, requests: 1, unanswered: 0 });
  await (await fetch(`http://${at}/a.json?ns=n`)).text();
  const stream = new AbortController();
  const headers = { Accept: "text/event-stream" };
  await fetch(`http://${at}/a.json?ns=n`, { headers, signal: stream.signal });
  await expectSoon(traffic, { clients: 1, requests: 3, unanswered: 1 });
  stream.abort();
  await client.close();
  await expectSoon(traffic, { clients: 0, requests: 3, unanswered: 0 });
  await server.close();
});
