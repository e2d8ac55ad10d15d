/**
 * Faults of the connection between the functions and the database, while devices go on sending.
 * Every answer comes in time, a 200 is stored once, a refusal is not stored, and the service
 * recovers by itself.
 */

import { setTimeout as pass } from "node:timers/promises";
import { signedBody } from "../../support/backend/farm";
import { readRecords } from "../../support/backend/records";
import { findContradictions, findLate } from "../../support/faults/ledger";
import {
  DEADLINE_MS,
  IS_LONG,
  LENGTH,
  MARGIN_MS,
  SILENCE_MS,
  TIMEOUT_MS,
} from "../../support/faults/length";
import { abandonLoads, startLoad } from "../../support/faults/load";
import { useProxiedHost } from "../../support/faults/proxied-host";
import type { TcpProxy } from "../../support/faults/tcp-proxy";

jest.setTimeout(TIMEOUT_MS);
afterEach(abandonLoads);

const backend = useProxiedHost(DEADLINE_MS);

/** Lasting faults: begun while load runs, kept up, and ended while load runs. */
const LASTING: readonly {
  readonly name: string;
  readonly begin: (proxy: TcpProxy) => unknown;
  /** The part of the fault that remains for the affected connections. */
  readonly leave?: (proxy: TcpProxy) => void;
  /** Whether kept connections are dead afterwards without notice. */
  readonly isUnnoticed?: boolean;
  /** Whether the fault itself lets a write arrive after its request has timed out. */
  readonly losesConfirmations: boolean;
}[] = [
  {
    name: "so slow that nothing is in time",
    begin: (proxy) => proxy.slow(DEADLINE_MS * 1.5),
    losesConfirmations: true,
  },
  {
    name: "refusing connections",
    begin: (proxy) => proxy.refuse(),
    losesConfirmations: true,
  },
  {
    // Connections that were opened during the fault stay dead when the database is back.
    name: "hanging after it accepts",
    begin: (proxy) => {
      proxy.hang();
      proxy.cut();
    },
    losesConfirmations: true,
  },
  {
    name: "losing everything that is sent to it",
    begin: (proxy) => proxy.lose("requests"),
    losesConfirmations: false,
  },
  {
    name: "losing all its answers",
    begin: (proxy) => proxy.lose("answers"),
    losesConfirmations: true,
  },
  {
    // Like a router that loses its table of connections.
    name: "gone without notice",
    begin: (proxy) => proxy.vanish(),
    isUnnoticed: true,
    losesConfirmations: true,
  },
  {
    // Like a machine that restarts under the same address.
    name: "gone without notice, and resets its connections afterwards",
    begin: (proxy) => proxy.vanish(),
    leave: (proxy) => proxy.forget(),
    losesConfirmations: true,
  },
];

describe.each(LASTING)("a database that is $name", (fault) => {
  const { begin, leave, isUnnoticed = false, losesConfirmations } = fault;
  const unnoticedMs = isUnnoticed ? SILENCE_MS : 0;

  /** Ends the fault, except for `leave`. */
  async function end(): Promise<void> {
    leave?.(backend().proxy);
    await backend().proxy.pass();
  }

  test("under load: answers in time, stores as answered, and recovers", async () => {
    const { proxy, database, url } = backend();
    const sensors = await backend().addSensors(LENGTH.devices);
    const [other] = await backend().addSensors(1);
    const load = startLoad({ sensors, url, isInsistent: false });
    await load.confirmed(LENGTH.devices);
    await begin(proxy);
    await backend().expectUnavailable(backend().send(signedBody(other)));
    await pass(LENGTH.outageMs);
    await end();
    await backend().expectRecovery(other, unnoticedMs);
    await load.confirmed(LENGTH.devices);

    const postings = await load.stop();
    expect(new Set(postings.map(({ status }) => status))).toEqual(new Set([200, 503]));
    expect(findLate(postings, DEADLINE_MS + MARGIN_MS)).toEqual([]);
    // Beside other suites, the database may confirm a write too late even without a fault.
    const mayKeepUnconfirmed = losesConfirmations || !IS_LONG;
    expect(await findContradictions(postings, database, mayKeepUnconfirmed)).toEqual([]);
  });
});

test("a connection is lost without notice or outage: the next reading is stored once", async () => {
  const { proxy, database } = backend();
  const [sensor] = await backend().addSensors(1);
  await backend().expectRecovery(sensor);
  proxy.vanish();
  await proxy.pass();
  await backend().expectRecovery(sensor, SILENCE_MS);
  expect((await readRecords(database, sensor.greenhouse)).history).toHaveLength(2);
  // The dead connection is not used again.
  await backend().expectRecovery(sensor);
});

test("connections end while the process is frozen like an idle instance: the next reading is stored once", async () => {
  const { proxy, host, database } = backend();
  const [sensor] = await backend().addSensors(1);
  await backend().expectRecovery(sensor);
  process.kill(host.pid(), "SIGSTOP");
  try {
    proxy.cut();
  } finally {
    process.kill(host.pid(), "SIGCONT");
  }
  await backend().expectRecovery(sensor);
  expect((await readRecords(database, sensor.greenhouse)).history).toHaveLength(2);
});

test("a database that breaks all connections again and again: every reading is stored once", async () => {
  const { proxy, database, url } = backend();
  const sensors = await backend().addSensors(LENGTH.devices);
  const load = startLoad({ sensors, url, isInsistent: true });
  for (let cut = 0; cut < 10; cut += 1) {
    await load.confirmed(LENGTH.devices);
    proxy.cut();
  }
  const postings = await load.stop();
  expect(new Set(postings.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await findContradictions(postings, database, false)).toEqual([]);
});
