/** The two HTTPS functions, put together. Parameters have values only at run time, so parts are created at first use. */

import { onRequest, type HttpsFunction } from "firebase-functions/https";
import { write } from "firebase-functions/logger";

import { exitNodeDomain, leaveBodiesUnread } from "@greenhouse/database/client/platform";
import { createPushKeys } from "@greenhouse/domain/identity/push-key";
import { once } from "@greenhouse/domain/once";
import * as config from "./config";
import { connect } from "./database/connection";
import { answer, writeReply } from "./http/dispatch";
import { createRateLimit } from "./http/rate-limit";
import { Log } from "./log";
import type { Endpoint } from "./request/endpoint";
import { createReportIp } from "./report-ip/handler";
import { createSensorData } from "./sensor-data/handler";

leaveBodiesUnread();

const log = new Log(write);
const connection = once(() => connect(config.readDatabaseSettings(), log));

const sensorDataEndpoint = once(() => {
  const limit = createRateLimit(config.readSensorLimit(), () => performance.now());
  const createPushKey = createPushKeys(Math.random);
  const parts = { connection: connection(), limit, now: Date.now, createPushKey, log };
  return createSensorData({ ...config.readSensorDataConfig(), ...parts });
});
const reportIpEndpoint = once(() => createReportIp({ connection: connection(), now: Date.now }));

function serve(name: keyof typeof config.deployment, endpoint: () => Endpoint): HttpsFunction {
  return onRequest(config.deployment[name], async (request, response) => {
    exitNodeDomain();
    writeReply(response, await answer(request, name, (incoming) => endpoint()(incoming), log));
  });
}

export const sensorData = serve("sensorData", sensorDataEndpoint);
export const reportIp = serve("reportIp", reportIpEndpoint);
