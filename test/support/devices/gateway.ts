/** Runs the program of devices/gateway as a process with its own farm and store, behind a fault server. */

import { spawnSync } from "node:child_process";
import { request } from "node:http";
import type { IncomingMessage } from "node:http";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { run } from "../../../tools/dev/processes/processes";
import type { Running } from "../../../tools/dev/processes/processes";
import { databaseClient } from "../backend/database-client";
import type { DatabaseClient } from "../backend/database-client";
import { addFarm, addSensor } from "../backend/farm";
import type { Farm, Sensor } from "../backend/farm";
import { readRecords } from "../backend/records";
import { secretsIn } from "../backend/secrets";
import { sharedHost } from "../backend/targets";
import { NO_PYTHON, PYTHON, PYTHONPATH } from "./commands";
import { lineOf } from "./example";
import { startFaultServer } from "./fault-server";
import type { FaultServer } from "./fault-server";
import { MqttBroker } from "./mqtt-broker";
import type { Login } from "./mqtt-broker";

/** Runs the program with smaller pauses and bounds. Environment variables have the names of its constants. */
const PROGRAM = `
import os
from greenhouse_gateway import broker, discovery, program, relay
from greenhouse import client
client.FIRST_WAIT_MS = 100
for module, name in ((relay, "PROBE_MS"), (relay, "KEY_S"), (broker, "FULL_PAUSE_S"),
                     (discovery, "CHECK_S"), (program, "CHECK_S"), (discovery, "UNREGISTERED_MS")):
    setattr(module, name, float(os.environ.get(name, getattr(module, name))))
program.main()`;
const LISTENING = /^listening at (http:\S+)\/readings, /;

export interface State {
  readonly stored: number;
  readonly refused: number;
  readonly overflowed: number;
  readonly waiting: number;
  readonly isOnDisk: boolean;
  readonly failingSince: string | null;
  readonly error: string | null;
  /** The reasons why readings are kept, by the sensor's uid. */
  readonly kept: Readonly<Record<string, string>>;
}

interface LocalAnswer {
  readonly status: number;
  readonly json: unknown;
}

export interface Gateway {
  readonly url: string;
  readonly output: () => string;
  readonly ended: Promise<number | null>;
  /** Sends readings as a board does, from this address of this machine. */
  readonly post: (readings: unknown, from?: string) => Promise<LocalAnswer>;
  readonly state: () => Promise<State>;
  readonly kill: (signal?: "SIGKILL" | "SIGTERM") => Promise<number | null>;
}

export interface GatewayTrial {
  readonly farm: Farm;
  /** Two sensors in one greenhouse. */
  readonly sensors: readonly [Sensor, Sensor];
  readonly server: FaultServer;
  /** A folder with the key's file. */
  readonly folder: string;
  readonly start: (env?: Readonly<Record<string, string>>) => Promise<Gateway>;
  /** For settings with which the gateway does not start. */
  readonly run: (env: Readonly<Record<string, string>>) => Running;
  readonly history: () => Promise<readonly Readonly<Record<string, unknown>>[]>;
}

const NO_PAHO =
  NO_PYTHON ??
  (spawnSync(PYTHON ?? "", ["-c", "import paho.mqtt.client"]).status === 0
    ? undefined
    : "the package paho-mqtt is not installed");

/**
 * @param usually a reason to skip tests, unless a test has its own; undefined if nothing is missing
 * @returns a function that makes a test with its own gateway
 */
export function useGateways(
  usually: string | undefined,
): (name: string, scenario: (trial: GatewayTrial) => Promise<void>, missing?: string) => void {
  const target = sharedHost();
  const database = databaseClient();
  return (name, scenario, missing = usually) => {
    if (missing === undefined) {
      test(name, () => withGateway(target.url, database, scenario));
    } else {
      test.skip(`${name} (cannot be tried: ${missing})`, () => undefined); // Needs what this machine does not have.
    }
  };
}

/** Variables of the gateway's environment. */
type Settings = Readonly<Record<string, string>>;

/**
 * @param login the broker requires it
 * @returns a function that makes a test with its own gateway and broker, and the settings of the broker's address
 */
export function useMqttGateways(
  login?: Login,
): (
  name: string,
  scenario: (trial: GatewayTrial, broker: MqttBroker, address: Settings) => Promise<void>,
) => void {
  const testGateway = useGateways(NO_PAHO);
  return (name, scenario) =>
    testGateway(name, async (trial) => {
      const broker = new MqttBroker(login);
      const GREENHOUSE_MQTT_PORT = String(await broker.start());
      try {
        await scenario(trial, broker, { GREENHOUSE_MQTT_HOST: "127.0.0.1", GREENHOUSE_MQTT_PORT });
      } finally {
        await broker.stop();
      }
    });
}

async function withGateway(
  url: string,
  database: DatabaseClient,
  scenario: (trial: GatewayTrial) => Promise<void>,
): Promise<void> {
  const farm = await addFarm(database);
  const first = await addSensor(database, farm);
  const second = await addSensor(database, farm, { greenhouse: first.greenhouse });
  const server = await startFaultServer(url);
  const folder = mkdtempSync(join(tmpdir(), "greenhouse-gateway-"));
  writeFileSync(join(folder, "key"), `${farm.apiKey}\n`);
  const started: Running[] = [];
  const runGateway = (env: Readonly<Record<string, string>>): Running => {
    const running = run(PYTHON ?? "", ["-B", "-c", PROGRAM], {
      env: {
        ...process.env,
        PYTHONPATH,
        GREENHOUSE_URL: `${server.url}/sensorData`,
        GREENHOUSE_FARM_ID: farm.id,
        GREENHOUSE_KEY_FILE: join(folder, "key"),
        GREENHOUSE_STORE: join(folder, "store"),
        GREENHOUSE_HOST: "127.0.0.1",
        GREENHOUSE_PORT: "0",
        ...env,
      },
    });
    started.push(running);
    return running;
  };
  try {
    await scenario({
      farm,
      sensors: [first, second],
      server,
      folder,
      start: async (env = {}) => {
        const running = runGateway(env);
        const [, address = ""] = LISTENING.exec(await lineOf(running, LISTENING)) ?? [];
        return {
          url: address,
          output: running.output,
          ended: running.ended,
          post: (readings, from) =>
            send(`${address}/readings`, { body: JSON.stringify(readings), from }),
          state: async () => (await send(`${address}/`, {})).json as State,
          kill: (signal = "SIGKILL") => {
            running.child.kill(signal);
            return running.ended;
          },
        };
      },
      run: runGateway,
      history: async () => (await readRecords(database, first.greenhouse)).history,
    });
  } catch (error) {
    const outputs = started.map((running) => running.output());
    throw new Error(`Output of the gateways:\n${outputs.join("\n")}`, { cause: error });
  } finally {
    await Promise.all(started.map((running) => running.stop()));
    rmSync(folder, { recursive: true, force: true });
    await server.goOffline();
  }
  expect(server.failures).toEqual([]);
  expect(server.requests.filter((sent) => sent.text.includes(farm.apiKey))).toEqual([]);
  for (const running of started) expect(secretsIn(running.output())).toEqual([]);
}

/** Sends a GET, or a POST with a body. */
export async function send(
  url: string,
  {
    body,
    headers = {},
    from,
  }: {
    readonly body?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly from?: string | undefined;
  },
): Promise<LocalAnswer> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request(url, {
      method: body === undefined ? "GET" : "POST",
      agent: false,
      headers:
        body === undefined ? headers : { "Content-Length": Buffer.byteLength(body), ...headers },
      ...(from === undefined ? {} : { localAddress: from }),
    });
    sent.once("error", reject).once("response", resolve).end(body);
  });
  const answered = await text(response);
  return { status: response.statusCode ?? 0, json: answered === "" ? "" : JSON.parse(answered) };
}
