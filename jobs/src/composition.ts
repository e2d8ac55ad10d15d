/** The jobs, put together from the settings of a deployment and from what the machine offers. */

import type { LogEntry } from "firebase-functions/logger";

import type { DatabaseAddress, Environment } from "@greenhouse/database/client/environment";
import { createPushKeys } from "@greenhouse/domain/identity/push-key";
import { once } from "@greenhouse/domain/once";
import { answerCall, type AnswerRequest, type CallAnswering, type Reply } from "./answer-call";
import type { OpenChannels } from "./outbox/deliverer";
import { watchFarms } from "./watch/watch-farms";
import { createDatabase } from "./database";
import { Log } from "./log";
import { foldReadings } from "./rollups/fold-readings";
import type { Run } from "./run";
import { unsubscribe, type Page, type UnsubscribeRequest } from "./unsubscribe";

/** Shorter than the platform's timeouts, so that a run ends by itself when something does not answer. */
const RUN_DEADLINE_MS = 100_000;
const FOLD_DEADLINE_MS = 280_000;
const REQUEST_DEADLINE_MS = 10_000;

/** Settings are read at the first run, which logs what they throw. */
export interface Settings {
  readonly readDatabase: () => DatabaseAddress;
  readonly openChannels: (log: Pick<Log, "runFailed">) => OpenChannels;
  readonly readCallAnswering: () => Pick<CallAnswering, "authToken" | "pageUrl">;
}

export interface Outside {
  readonly environment: Environment;
  /** Returns an integer from 0 to below `max` that nobody can predict. */
  readonly randomInt: (max: number) => number;
  /** Takes a structured log entry, as `write` of firebase-functions/logger does. */
  readonly writeLog: (entry: LogEntry) => void;
}

export interface Jobs {
  /** A run never rejects: it logs its failure, and the next run begins again. */
  readonly watchFarms: () => Promise<void>;
  readonly foldReadings: () => Promise<void>;
  readonly unsubscribe: (request: UnsubscribeRequest) => Promise<Page>;
  readonly answerCall: (request: AnswerRequest) => Promise<Reply>;
}

export function compose(
  { readDatabase, openChannels, readCallAnswering }: Settings,
  { environment, randomInt, writeLog }: Outside,
): Jobs {
  const { clock, random } = environment;
  const log = new Log(writeLog);
  const parts = { log, now: clock.now, random, randomInt, createPushKey: createPushKeys(random) };
  const withDatabase = once(() => createDatabase(readDatabase(), environment));
  const channels = once(() => openChannels(log));

  async function run(deadlineMs: number, work: (run: Run) => Promise<void>): Promise<void> {
    try {
      await withDatabase()(deadlineMs, (database) => work({ ...parts, database }));
    } catch (error) {
      log.runFailed(error);
    }
  }

  return {
    watchFarms: () => run(RUN_DEADLINE_MS, (context) => watchFarms(context, channels())),
    foldReadings: () => run(FOLD_DEADLINE_MS, foldReadings),
    unsubscribe: (request) =>
      unsubscribe(request, (work) => withDatabase()(REQUEST_DEADLINE_MS, work)),
    answerCall: (request) =>
      answerCall(request, {
        ...readCallAnswering(),
        now: clock.now,
        withDatabase: (work) =>
          withDatabase()(REQUEST_DEADLINE_MS, (database) =>
            work({
              jobs: database,
              updateAs: (person, update) =>
                createDatabase(
                  readDatabase(),
                  environment,
                  person,
                )(REQUEST_DEADLINE_MS, (personal) => personal.update(update)),
            }),
          ),
        onFailure: (error) => log.runFailed(error),
      }),
  };
}
