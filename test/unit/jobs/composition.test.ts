/** The time limits of the jobs, with a database that is empty and accepts everything. */

import { compose } from "../../../jobs/src/composition";
import type { Jobs } from "../../../jobs/src/composition";
import { answerUrl, callIdOf } from "../../../jobs/src/answered-calls";
import { answeringEnvironment } from "../../support/answering-environment";
import { ACCOUNT, press } from "../../support/jobs/phone-server";

const PAGE_URL = "https://example.web.app";
const CALL_URL = answerUrl(PAGE_URL, { id: callIdOf("-Oabc.0f"), language: "en" });

/** The timeouts of the platform are 120, 300 and 60 seconds (jobs/src/index.ts). */
test.each<[string, (jobs: Jobs) => Promise<unknown>, number]>([
  ["watching farms", ({ watchFarms }) => watchFarms(), 100_000],
  ["folding readings", ({ foldReadings }) => foldReadings(), 280_000],
  [
    "an unsubscription",
    ({ unsubscribe }) => unsubscribe({ method: "POST", person: "olga", token: "t" }),
    10_000,
  ],
  [
    "the answer to a call",
    ({ answerCall }) => {
      const { url, ...pressed } = press(CALL_URL, "1");
      return answerCall({ ...pressed, method: "POST", query: new URL(url).search });
    },
    10_000,
  ],
])("%s ends by itself before the platform ends it", async (_, run, limitMs) => {
  const delaysMs = new Set<number>();
  const environment = answeringEnvironment({
    now: Date.now,
    after: (delayMs) => {
      delaysMs.add(delayMs);
      return () => undefined;
    },
  });
  const channels = { services: new Map(), pageUrl: "https://example.web.app" };
  const jobs = compose(
    {
      readDatabase: () => ({ url: "https://demo.firebaseio.com", emulator: undefined }),
      openChannels: () => channels,
      readCallAnswering: () => ({ authToken: ACCOUNT.authToken, pageUrl: PAGE_URL }),
    },
    { environment, randomInt: () => 0, writeLog: () => undefined },
  );
  await run(jobs);
  expect([...delaysMs]).toEqual([limitMs]);
});
