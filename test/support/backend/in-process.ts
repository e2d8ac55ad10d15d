/**
 * Runs the functions in the test's process, on an embedded database with the shipped rules and without an emulator. An
 * HTTP server lets suites send the same requests as to other targets.
 */

import { DAY_MS } from "@greenhouse/domain/time";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { FUNCTIONS_UID } from "@greenhouse/domain/identity/keys";
import { createPushKeys } from "@greenhouse/domain/identity/push-key";
import { InProcessDatabase } from "../../../emulator/src/in-process";
import { rulesetOfFile } from "rtdb-emulator/testing/rulesets";
import { Unavailable } from "@greenhouse/database/client/database";
import type { Database, Update } from "@greenhouse/database/client/database";
import { answer, writeReply } from "../../../functions/src/http/dispatch";
import type { Endpoint } from "../../../functions/src/request/endpoint";
import { Log } from "../../../functions/src/log";
import { createReportIp } from "../../../functions/src/report-ip/handler";
import { createSensorData } from "../../../functions/src/sensor-data/handler";
import { RULES } from "../shipped-rules";
import { connectionWith } from "../memory-database";
import type { DatabaseClient, Json } from "./database-client";
import { inventKey, secretsIn } from "./secrets";
import type { Target } from "./targets";

/** Call this inside `describe`. After the tests, searches the log for keys. */
export function useInProcess(): {
  readonly target: () => Target;
  readonly database: DatabaseClient;
} {
  const ruleset = rulesetOfFile(RULES);
  const store = InProcessDatabase.open({ ruleset, data: null, now: Date.now });
  const sensorKey = inventKey();
  const logged: string[] = [];
  const log = new Log((entry) => logged.push(JSON.stringify(entry)));
  const endpoints = createEndpoints(asFunctions(store), sensorKey, log);
  const server = createServer((request, response) => {
    const name = request.url?.slice(1) ?? "";
    const endpoint = endpoints[name];
    if (endpoint === undefined) throw new Error(`there is no ${name}`);
    void answer(request, name, endpoint, log).then((reply) => {
      writeReply(response, reply);
    });
  });
  let url = "";
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    await new Promise((resolve) => server.close(resolve));
    expect(logged.filter((line) => secretsIn(line).length > 0)).toEqual([]);
  });
  return { target: () => ({ url, sensorKey }), database: asOwner(store) };
}

function createEndpoints(
  database: Database,
  sensorKey: string,
  log: Log,
): Readonly<Record<string, Endpoint>> {
  const parts = { connection: connectionWith(() => database), now: Date.now, log };
  return {
    reportIp: createReportIp(parts),
    sensorData: createSensorData({
      ...parts,
      acceptedVariants: "both",
      sensorKeys: [sensorKey],
      maxAgeMs: 30 * DAY_MS,
      limit: () => 0,
      createPushKey: createPushKeys(Math.random),
    }),
  };
}

/** The database with the rights of the functions. */
function asFunctions(store: InProcessDatabase): Database {
  const auth = { uid: FUNCTIONS_UID };
  return {
    read: async (path) => {
      const result = await Promise.resolve(store.read(path, undefined, auth));
      if (result.status === "denied") throw new Unavailable("denied", "The rules forbid it.");
      return result.value;
    },
    commit: async (update: Update) => {
      const status = await Promise.resolve(store.update(update, auth));
      if (status !== "ok" && status !== "denied") throw new Error(`a write that ended: ${status}`);
      return status === "ok" ? "stored" : "denied";
    },
  };
}

/** The database with administrator rights, like `databaseClient`. */
function asOwner(store: InProcessDatabase): DatabaseClient {
  const written = (status: string): Promise<void> => {
    if (status !== "ok") throw new Error(`a write of the owner ended: ${status}`);
    return Promise.resolve();
  };
  return {
    namespace: "in-process",
    get: (path) => {
      const result = store.read(path, undefined, "admin");
      if (result.status === "denied") throw new Error("the owner was denied");
      return Promise.resolve(result.value as Json);
    },
    put: (path, value) => written(store.set(path, value as Json, "admin")),
    patch: (values) => written(store.update(values as Record<string, Json>, "admin")),
    remove: (path) => written(store.set(path, null, "admin")),
    loadRules: () => Promise.reject(new Error("this database keeps the shipped rules")),
  };
}
