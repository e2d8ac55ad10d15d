/** The two HTTPS functions, put together. Parameters have values only at run time, so all is made at first use. */

import { onRequest } from "firebase-functions/https";
import { write } from "firebase-functions/logger";

import * as config from "./config";
import { createOpenSocket } from "./database/connection";
import { createPushKeys } from "./database/push-key";
import { createRegistrations } from "./database/registrations";
import { createSessions } from "./database/sessions";
import { respond } from "./http/dispatch";
import { createLog } from "./log";
import { once } from "./once";
import { createReportIp } from "./report-ip/handler";
import { createSensorData } from "./sensor-data/handler";

const log = createLog(write);
const uptime = () => performance.now();

const sessions = once(() => {
  const openSocket = createOpenSocket(config.readDatabaseUrl(), log);
  return createSessions(openSocket, config.readDeadlineMs(), uptime, log);
});
const sensorDataEndpoint = once(() => {
  const registrations = createRegistrations(config.readCacheLimits(), uptime, log);
  const createPushKey = createPushKeys(Math.random);
  const parts = { registrations, openDatabase: sessions().open, now: Date.now, createPushKey };
  return createSensorData({ ...config.readSensorDataConfig(), ...parts });
});
const reportIpEndpoint = once(() =>
  createReportIp({ openDatabase: sessions().open, now: Date.now }),
);

export const sensorData = onRequest(config.deployment.sensorData, (request, response) =>
  respond(request, response, "sensorData", (call) => sensorDataEndpoint()(call), log),
);

export const reportIp = onRequest(config.deployment.reportIp, (request, response) =>
  respond(request, response, "reportIp", (call) => reportIpEndpoint()(call), log),
);
