/** The two HTTPS functions, put together. Parameters have values only at run time, so all is made at first use. */

import { onRequest, type HttpsFunction } from "firebase-functions/https";
import { write } from "firebase-functions/logger";

import { createPushKeys } from "../../domain/src/push-key";
import * as config from "./config";
import { createInstances } from "./database/instances";
import { leaveBodiesUnread } from "../../domain/src/unread-bodies";
import { readClientAddress, type AddressSource } from "./http/client-address";
import { answer, writeReply, type Endpoint } from "./http/dispatch";
import { createRateLimit } from "./http/rate-limit";
import { Log } from "./log";
import { once } from "../../domain/src/once";
import { createReportIp } from "./report-ip/handler";
import { createSensorData } from "./sensor-data/handler";

leaveBodiesUnread();

const log = new Log(write);
const uptime = () => performance.now();
const addressLimit = once(() => {
  const ownProxies = config.readOwnProxies();
  const limit = createRateLimit(config.readAddressLimit(), uptime);
  return (source: AddressSource) => limit(readClientAddress(source, ownProxies));
});
const instances = once(() => createInstances(config.readDatabaseSettings(), uptime, log));

const sensorDataEndpoint = once(() => {
  const limit = createRateLimit(config.readSensorLimit(), uptime);
  const createPushKey = createPushKeys(Math.random);
  const reportDenied = (uid: string): void => log.registrationDenied(uid);
  const parts = { instanceOf: instances(), limit, now: Date.now, createPushKey, reportDenied };
  return createSensorData({ ...config.readSensorDataConfig(), ...parts });
});
const reportIpEndpoint = once(() => createReportIp({ instanceOf: instances(), now: Date.now }));

function serve(name: keyof typeof config.deployment, endpoint: () => Endpoint): HttpsFunction {
  return onRequest(config.deployment[name], async (request, response) => {
    const limit = (source: AddressSource): number => addressLimit()(source);
    writeReply(response, await answer(request, name, (each) => endpoint()(each), log, limit));
  });
}

export const sensorData = serve("sensorData", sensorDataEndpoint);
export const reportIp = serve("reportIp", reportIpEndpoint);
