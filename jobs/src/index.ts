/** The deployed functions of the jobs. Parameters have values only at run time, so everything is made at first use. */

import { onRequest } from "firebase-functions/https";
import { write } from "firebase-functions/logger";
import { onSchedule } from "firebase-functions/scheduler";

import { leaveBodiesUnread } from "@greenhouse/database/client/platform";
import { once } from "@greenhouse/domain/once";
import { createPushKeys } from "@greenhouse/domain/identity/push-key";
import { textOf } from "@greenhouse/domain/stored";
import type { Channels } from "./outbox/deliverer";
import { watchFarms as checkFarms } from "./watch/watch-farms";
import { findAddress } from "./accounts";
import * as config from "./config";
import { withDatabase } from "./database";
import { createMailer } from "./delivery/mail";
import { createPost } from "./delivery/post";
import { createPusher } from "./delivery/push";
import { createWebhookSender } from "./delivery/webhook";
import { Log } from "./log";
import { foldReadings as foldAll } from "./rollups/fold-readings";
import type { Run } from "./run";
import { unsubscribe as answerUnsubscribe } from "./unsubscribe";

const RUN_SECONDS = 120;
/** Shorter than RUN_SECONDS, so that a run ends by itself if a service does not answer. */
const RUN_DEADLINE_MS = 100_000;
const REQUEST_DEADLINE_MS = 10_000;
const FOLD_SECONDS = 300;
const FOLD_DEADLINE_MS = 280_000;

leaveBodiesUnread();

const log = new Log(write);
const parts = {
  log,
  now: Date.now,
  random: Math.random,
  createPushKey: createPushKeys(Math.random),
};

const channels = once((): Channels => {
  const pageUrl = config.readPageUrl();
  const post = createPost({ allowsLocal: config.isLocal() });
  return {
    pageUrl,
    mailer: createOrLog(() => {
      const settings = config.readMailSettings();
      return settings && createMailer(settings);
    }),
    pusher: createOrLog(() => {
      const settings = config.readPushSettings(pageUrl);
      return settings && createPusher({ ...settings, post });
    }),
    sendWebhook: createWebhookSender(post),
  };
});

/** Logs the error of a channel with wrong parameters, which must not prevent other channels and checks. */
function createOrLog<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    log.runFailed(error);
    return undefined;
  }
}

/** Does the work of a run and logs its failure. The next run starts again. */
async function runJob(deadlineMs: number, work: (run: Run) => Promise<void>): Promise<void> {
  try {
    await withDatabase(config.readDatabaseUrl(), deadlineMs, (database) =>
      work({ ...parts, database }),
    );
  } catch (error) {
    log.runFailed(error);
  }
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
    secrets: config.secrets,
    timeoutSeconds: RUN_SECONDS,
  },
  () => runJob(RUN_DEADLINE_MS, (context) => checkFarms(context, channels(), findAddress)),
);

/**
 * Folds the hour that ended twelve minutes ago, and late readings every quarter of an hour. More frequent runs would not
 * improve the page, which reads unfolded hours from history. Each run reads the coverage of every greenhouse.
 */
export const foldReadings = onSchedule(
  { ...scheduled, schedule: "12,27,42,57 * * * *", timeoutSeconds: FOLD_SECONDS },
  () => runJob(FOLD_DEADLINE_MS, foldAll),
);

/** Answers the link in each e-mail that switches e-mail off. */
export const unsubscribe = onRequest(
  { region: config.region, invoker: "public", cors: false, maxInstances: 2 },
  async (request, response) => {
    const { method, query } = request;
    const [person = "", token = ""] = ["person", "token"].map((name) => textOf(query, name));
    const { status, html } = await answerUnsubscribe({ method, person, token }, (work) =>
      withDatabase(config.readDatabaseUrl(), REQUEST_DEADLINE_MS, work),
    );
    response.set(
      "Content-Security-Policy",
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
    );
    response.set("Referrer-Policy", "no-referrer");
    response.status(status).type("html").send(html);
  },
);
