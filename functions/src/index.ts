/** The two HTTPS functions of a deployment. */

import { onRequest, type HttpsFunction } from "firebase-functions/https";
import { write } from "firebase-functions/logger";
import { GoogleAuth } from "google-auth-library";

import { createEnvironment } from "@greenhouse/database/client/environment";
import { SCOPES } from "@greenhouse/database/client/tokens";
import { compose, type Endpoints } from "./composition";
import * as config from "./config";
import { writeReply } from "./http/dispatch";
import { leaveBodiesUnread, exitNodeDomain } from "@greenhouse/database/client/platform";

leaveBodiesUnread();

const environment = createEnvironment(() => new GoogleAuth({ scopes: SCOPES }));
const endpoints = compose(config.settings, environment, write);

function serve(name: keyof Endpoints): HttpsFunction {
  return onRequest(config.deployment[name], async (request, response) => {
    exitNodeDomain();
    writeReply(response, await endpoints[name](request));
  });
}

export const sensorData = serve("sensorData");
export const reportIp = serve("reportIp");
