/** The deployed functions of the jobs. */

import { randomInt } from "node:crypto";

import { onRequest } from "firebase-functions/https";
import { write } from "firebase-functions/logger";
import { onSchedule } from "firebase-functions/scheduler";
import { GoogleAuth } from "google-auth-library";

import { createEnvironment } from "@greenhouse/database/client/environment";
import { SCOPES } from "@greenhouse/database/client/tokens";
import { textOf } from "@greenhouse/domain/stored";
import type { OpenChannels } from "./outbox/deliverer";
import { findAddress } from "./accounts";
import { compose } from "./composition";
import * as config from "./config";
import { openChannels, SECRETS } from "./channels";
import { authToken, readAuthToken } from "./channels/phone-provider";
import { readText } from "./bounded-text";
import { createPost } from "./delivery/post";
import type { Log } from "./log";
import { leaveBodiesUnread } from "@greenhouse/database/client/platform";

const RUN_SECONDS = 120;
const FOLD_SECONDS = 300;

leaveBodiesUnread();

const environment = createEnvironment(() => new GoogleAuth({ scopes: SCOPES }));
const jobs = compose(
  {
    readDatabase: config.readDatabaseAddress,
    openChannels: openServices,
    readCallAnswering: () => ({
      authToken: readAuthToken(config.isLocal()),
      pageUrl: config.readPageUrl(),
    }),
  },
  { environment, randomInt, writeLog: write },
);

function openServices(log: Pick<Log, "runFailed">): OpenChannels {
  const pageUrl = config.readPageUrl();
  const isLocal = config.isLocal();
  const post = createPost({ allowsLocal: isLocal });
  const outside = { pageUrl, isLocal, post, findAddress, now: environment.clock.now };
  return { pageUrl, services: openChannels(outside, (error) => log.runFailed(error)) };
}

const scheduled = {
  region: config.region,
  memory: "512MiB",
  maxInstances: 2,
  retryCount: 0,
} as const;

/** Checks every farm that has alert settings, once a minute. */
export const watchFarms = onSchedule(
  {
    ...scheduled,
    schedule: "every 1 minutes",
    secrets: SECRETS,
    timeoutSeconds: RUN_SECONDS,
  },
  jobs.watchFarms,
);

/**
 * Folds the hour that ended twelve minutes ago, and late readings every quarter of an hour. More frequent runs would not
 * improve the page, which reads unfolded hours from history. Each run reads the coverage of every greenhouse.
 */
export const foldReadings = onSchedule(
  { ...scheduled, schedule: "12,27,42,57 * * * *", timeoutSeconds: FOLD_SECONDS },
  jobs.foldReadings,
);

/** Answers the link in each e-mail that switches e-mail off. */
export const unsubscribe = onRequest(
  { region: config.region, invoker: "public", cors: false, maxInstances: 2 },
  async (request, response) => {
    const { method, query } = request;
    const [person = "", token = ""] = ["person", "token"].map((name) => textOf(query, name));
    const { status, html } = await jobs.unsubscribe({ method, person, token });
    response.set(
      "Content-Security-Policy",
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
    );
    response.set("Referrer-Policy", "no-referrer");
    response.status(status).type("html").send(html);
  },
);

/** The provider sends a dozen short parameters. */
const MAX_ANSWER_BYTES = 16_384;
/** The time limit of reading them. */
const MAX_ANSWER_MS = 5_000;

/** Takes the key that a person pressed during a call. */
export const answerCall = onRequest(
  {
    region: config.region,
    invoker: "public",
    cors: false,
    maxInstances: 2,
    secrets: [authToken],
  },
  async (request, response) => {
    const { method, originalUrl } = request;
    // Slow senders must not keep the function from others.
    const stop = environment.clock.after(MAX_ANSWER_MS, () => request.destroy());
    const start = originalUrl.indexOf("?");
    const { status, type, text } = await jobs.answerCall({
      method,
      query: start < 0 ? "" : originalUrl.slice(start),
      signature: request.get("X-Twilio-Signature"),
      body: await readText(request, MAX_ANSWER_BYTES).finally(stop),
    });
    response.set("Cache-Control", "no-store");
    response.status(status).type(type).send(text);
  },
);
