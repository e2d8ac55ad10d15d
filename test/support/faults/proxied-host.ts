/** A functions host whose connection to the database goes through a proxy that tests control. */

import { DATABASE_ADDRESS } from "../backend/addresses";
import { databaseClient } from "../backend/database-client";
import { post } from "../backend/exchange";
import type { Answer } from "../backend/exchange";
import { addFarm, addSensor, signedBody } from "../backend/farm";
import type { Farm, Sensor } from "../backend/farm";
import { startFunctionsHost } from "../backend/functions-host";
import type { FunctionsHost } from "../backend/functions-host";
import { expectNoEscapes } from "./host-health";
import { measurementsOf } from "./ledger";
import { MARGIN_MS, RECOVERY_MS } from "./length";
import { startTcpProxy } from "./tcp-proxy";
import type { TcpProxy } from "./tcp-proxy";

/** The ordinal of a reading that only checks whether readings are stored. */
export const PROBE = -1;

export class ProxiedHost {
  readonly database = databaseClient();

  constructor(
    readonly deadlineMs: number,
    readonly proxy: TcpProxy,
    readonly host: FunctionsHost,
    private readonly farm: Farm,
  ) {}

  readonly url = (): string => this.host.url;

  /** Adds sensors of one greenhouse that nobody else uses. */
  async addSensors(count: number): Promise<readonly [Sensor, ...Sensor[]]> {
    const first = await addSensor(this.database, this.farm);
    const { greenhouse } = first;
    const others = Array.from({ length: count - 1 }, () =>
      addSensor(this.database, this.farm, { greenhouse }),
    );
    return [first, ...(await Promise.all(others))];
  }

  send(body: object, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return post(`${this.url()}/sensorData`, body, headers);
  }

  async expectUnavailable(sending: Promise<Answer>): Promise<void> {
    const answer = await sending;
    expect(answer.elapsedMs).toBeLessThan(this.deadlineMs + MARGIN_MS);
    expect(answer).toMatchObject({
      status: 503,
      json: { error: "Database unavailable. Try again." },
      headers: { "retry-after": expect.stringMatching(/^[1-9]\d*$/) },
    });
  }

  /** @param unnoticedMs time to notice connections that died without notice, in milliseconds */
  async expectRecovery(sensor: Sensor, unnoticedMs = 0): Promise<void> {
    const { status, elapsedMs } = await this.send(signedBody(sensor, measurementsOf(PROBE)));
    // Shows why the test failed.
    const log = status === 200 ? [] : this.host.entries().slice(-10);
    expect({ status, log }).toEqual({ status: 200, log: [] });
    expect(elapsedMs).toBeLessThan(RECOVERY_MS + unnoticedMs);
  }
}

/**
 * Call this once where the tests are described. After each test the proxy passes everything again.
 */
export function useProxiedHost(deadlineMs: number): () => ProxiedHost {
  let running: ProxiedHost | undefined;
  const current = (): ProxiedHost => {
    if (running === undefined) throw new Error("the host has not been started");
    return running;
  };
  beforeAll(async () => {
    const proxy = await startTcpProxy(DATABASE_ADDRESS);
    const host = await startFunctionsHost({
      FIREBASE_DATABASE_EMULATOR_HOST: proxy.address,
      DATABASE_DEADLINE_SECONDS: String(deadlineMs / 1000),
    });
    running = new ProxiedHost(deadlineMs, proxy, host, await addFarm(databaseClient()));
  });
  afterEach(() => current().proxy.pass());
  afterAll(async () => {
    const { proxy, host } = current();
    expectNoEscapes(host);
    await host.stop();
    await proxy.refuse();
  });
  return current;
}
