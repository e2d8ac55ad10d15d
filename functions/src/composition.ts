/** The two endpoints, put together from the settings of a deployment and from what the machine offers. */

import type { LogEntry } from "firebase-functions/logger";

import type { Environment } from "@greenhouse/database/client/environment";
import { createPushKeys } from "@greenhouse/domain/identity/push-key";
import { once } from "@greenhouse/domain/once";
import { connect, type Settings as DatabaseSettings } from "./database/connection";
import { answer, type Incoming, type Reply } from "./http/dispatch";
import { createRateLimit } from "./http/rate-limit";
import { Log } from "./log";
import { createReportIp } from "./report-ip/handler";
import { createSensorData, type SensorDataParts } from "./sensor-data/handler";

/** Settings are read at the first request. What they throw is answered with 500. */
export interface Settings {
  readonly readDatabase: () => DatabaseSettings;
  readonly readSensorData: () => Pick<
    SensorDataParts,
    "acceptedVariants" | "sensorKeys" | "maxAgeMs"
  >;
  /** Requests of a sensor in a minute; 0 is no limit. */
  readonly readSensorLimit: () => number;
}

/** Takes a structured log entry, as `write` of firebase-functions/logger does. */
export type WriteLog = (entry: LogEntry) => void;

type Handler = (request: Incoming) => Promise<Reply>;

export interface Endpoints {
  readonly sensorData: Handler;
  readonly reportIp: Handler;
}

export function compose(
  settings: Settings,
  environment: Environment,
  writeLog: WriteLog,
): Endpoints {
  const { clock, random } = environment;
  const { now } = clock;
  const log = new Log(writeLog);
  const connection = once(() => connect(settings.readDatabase(), environment, log));
  const sensorData = once(() =>
    createSensorData({
      ...settings.readSensorData(),
      connection: connection(),
      limit: createRateLimit(settings.readSensorLimit(), clock.elapsed),
      createPushKey: createPushKeys(random),
      now,
      log,
    }),
  );
  const reportIp = once(() => createReportIp({ connection: connection(), now }));
  return {
    sensorData: (request) => answer(request, "sensorData", (each) => sensorData()(each), log),
    reportIp: (request) => answer(request, "reportIp", (each) => reportIp()(each), log),
  };
}
