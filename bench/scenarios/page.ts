/** The page on a phone and at a desk: what it loads, and when it is there, at a first visit and at a later one. */

import { mkdirSync } from "node:fs";
import { launchBrowser } from "../../scripts/stack/browser.ts";
import { chromiumEnvironment } from "../../scripts/stack/chromium.ts";
import { demoSecret } from "../../scripts/stack/demo.ts";
import { writeJobsSecrets } from "../../scripts/stack/jobs-secrets.ts";
import { freePorts, HOST } from "../../scripts/stack/ports.ts";
import { fromRoot } from "../../scripts/stack/project.ts";
import { startSuite } from "../../scripts/stack/suite.ts";
import type { Bench } from "../effort.ts";
import {
  addBenchFarm,
  addBenchPerson,
  FARM,
  greenhouseId,
  GREENHOUSES,
  PERSON,
  SENSORS,
} from "../page/farm.ts";
import {
  DESK,
  forget,
  OVERVIEW,
  PHONE,
  showYear,
  SIGN_IN,
  signInSlowly,
  signedIn,
  SLOW,
  sortSensors,
  visit,
} from "../page/visit.ts";
import type { Figures } from "../page/visit.ts";
import { atMost, format, table } from "../report.ts";
import type { Row, Section, Target } from "../report.ts";
import { summarize } from "../statistics.ts";

const SCREENS = { phone: PHONE, desk: DESK } as const;
const LIMITS: readonly (readonly [keyof Figures, number, string])[] = [
  ["socket", 200, "kB over the socket"],
  ["complete", 6, "seconds until complete"],
  ["lcp", 3, "seconds to the largest paint"],
  ["cls", 0.05, "layout shift"],
  ["longestTask", 100, "ms of the longest task"],
];

/** By how much the device has: nothing, the sign-in alone, or also what the page keeps. */
type Visit = "signed out" | "first" | "later";
const VISITS = ["signed out", "first", "later"] as const;

export async function measurePage({ effort }: Bench): Promise<Section> {
  demoSecret();
  writeJobsSecrets();
  mkdirSync(fromRoot(".data"), { recursive: true });
  const ports = await freePorts();
  const log = fromRoot(".data/bench-firebase.log");
  const suite = await startSuite({ ports, logFile: log, hasSchedules: false });
  await addBenchPerson(ports);
  const browser = await launchBrowser({ ...process.env, ...(await chromiumEnvironment()) });
  const url = `http://${HOST}:${ports.hosting}/f/${FARM}`;
  const rows: Row[] = [];
  const targets: Target[] = [];
  for (const [screen, size] of Object.entries(SCREENS)) {
    const found: Record<Visit, Figures[]> = { "signed out": [], first: [], later: [] };
    const sorting: number[] = [];
    const years: number[] = [];
    const signingIn: number[] = [];
    for (let round = 0; round < effort.rounds; round += 1) {
      // Silent sensors would be another page.
      await addBenchFarm(ports, Date.now());
      const visitor = await signedIn(browser, url, PERSON, size);
      found.later.push(await visit(visitor, url, OVERVIEW));
      sorting.push(await sortSensors(visitor, `${url}/sensors`));
      years.push(await showYear(visitor, `${url}/g/${greenhouseId(0)}`));
      await forget(visitor, true);
      found.first.push(await visit(visitor, url, OVERVIEW));
      await forget(visitor, false);
      found["signed out"].push(await visit(visitor, url, SIGN_IN));
      signingIn.push(await signInSlowly(visitor, PERSON));
      await visitor.context.close();
    }
    for (const kind of VISITS) {
      const of = (key: keyof Figures): number[] => found[kind].map((figures) => figures[key]);
      rows.push([
        `${screen}, ${kind} visit`,
        ...(["files", "socket"] as const).map((key) => format(summarize(of(key)).median)),
        ...(["complete", "lcp"] as const).map((key) => format(summarize(of(key)).median, 1)),
        format(summarize(of("cls")).median, 3),
        format(summarize(of("longestTask")).median),
      ]);
      for (const [key, limit, what] of LIMITS) {
        const text = `page, ${screen}, ${kind} visit: ${what}, at most ${limit}`;
        targets.push(atMost(limit, text, summarize(of(key))));
      }
    }
    targets.push(
      atMost(
        6,
        `page, ${screen}: seconds from the sign-in until complete, at most 6`,
        summarize(signingIn),
      ),
    );
    const text = `page, ${screen}: ms of the longest task while ${SENSORS} sensors are sorted, at most 100`;
    targets.push(atMost(100, text, summarize(sorting)));
    if (screen === "desk") {
      const chart =
        "page, desk: ms until a year of a greenhouse of ten sensors is drawn, at most 500";
      targets.push(atMost(500, chart, summarize(years)));
    }
  }
  await browser.close();
  await suite.stop();
  return {
    title: "The page",
    paragraphs: [
      `The overview of ${GREENHOUSES} greenhouses with ${SENSORS} sensors, a reading each every 5 minutes, in Chromium ` +
        `with ${SLOW.kilobits} kbit/s, ${SLOW.latencyMs} ms of latency and a processor ${SLOW.cpu} times slower. At a ` +
        "first visit the device has nothing but the sign-in, at a later one also what the page keeps; whoever is signed " +
        "out sees the sign-in. Complete is when all that is in view was read.",
      table(
        ["visit", "kB files", "kB socket", "complete s", "LCP s", "CLS", "longest task ms"],
        rows,
      ),
    ],
    targets,
  };
}
