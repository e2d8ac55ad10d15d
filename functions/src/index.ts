/** The two HTTPS functions, put together. Parameters have values only at run time, so all is made at first use. */

import { onRequest, type HttpsFunction } from "firebase-functions/https";
import { write } from "firebase-functions/logger";

import { createPushKeys } from "@greenhouse/domain/identity/push-key";
import { once } from "@greenhouse/domain/once";
import * as config from "./config";
import { createInstances } from "./database/instances";
import { answer, writeReply, type Endpoint } from "./http/dispatch";
import { createRateLimit } from "./http/rate-limit";
import { Log } from "./log";
import { leaveBodiesUnread, leaveDomain } from "./platform";
import { createReportIp } from "./report-ip/handler";
import { createSensorData } from "./sensor-data/handler";

leaveBodiesUnread();

const log = new Log(write);
const findInstance = once(() => createInstances(config.readDatabaseSettings(), log));

const sensorDataEndpoint = once(() => {
  const limit = createRateLimit(config.readSensorLimit(), () => performance.now());
  const createPushKey = createPushKeys(Math.random);
  const parts = { findInstance: findInstance(), limit, now: Date.now, createPushKey, log };
  return createSensorData({ ...config.readSensorDataConfig(), ...parts });
});
const reportIpEndpoint = once(() =>
  createReportIp({ findInstance: findInstance(), now: Date.now }),
);

function serve(name: keyof typeof config.deployment, endpoint: () => Endpoint): HttpsFunction {
  return onRequest(config.deployment[name], async (request, response) => {
    leaveDomain();
    writeReply(response, await answer(request, name, (each) => endpoint()(each), log));
  });
}

export const sensorData = serve("sensorData", sensorDataEndpoint);
export const reportIp = serve("reportIp", reportIpEndpoint);
