/**
 * Measures the page on a phone and at a desk: what it loads and when it is complete, at a first and
 * at a later visit.
 */

import type { Browser } from "playwright-core";
import { demoData } from "../../dev/demo/demo-data.ts";
import { FARM_ID, PEOPLE } from "../../dev/demo/demo-farm.ts";
import { addPeople } from "../../dev/demo/demo.ts";
import { HOST } from "../../dev/processes/ports.ts";
import type { Bench, Effort } from "../effort.ts";
import { addBenchFarm, greenhouseId, GREENHOUSES, SENSORS } from "../page/farm.ts";
import { withPageStack } from "../page/stack.ts";
import type { PageStack } from "../page/stack.ts";
import {
  blockedByYear,
  forget,
  GREENHOUSE,
  OVERVIEW,
  SCREENS,
  SIGN_IN,
  signInSlowly,
  signedIn,
  SLOW,
  sortSensors,
  timeOfYear,
  visit,
} from "../page/visit.ts";
import type { Figures, Visitor } from "../page/visit.ts";
import { write } from "../processes/database.ts";
import { atMost, format, table } from "../report.ts";
import type { Row, Section, Target } from "../report.ts";
import { summarize } from "../statistics.ts";
import type { Spread } from "../statistics.ts";

/** Names of the limits of a visit. */
const WORDS: Readonly<Record<keyof Figures, string>> = {
  files: "kB of files",
  socket: "kB over the socket",
  complete: "seconds until complete",
  lcp: "seconds to the largest paint",
  cls: "layout shift",
  longestTask: "ms of the longest task",
};

const EVERY_VISIT = { socket: 200, cls: 0.05, longestTask: 100 };
/** The longest task while charts are drawn. */
const CHARTS_TASK = 200;

/**
 * What the device has stored: nothing, only the sign-in, or also the page's own files and values.
 */
const VISITS = {
  "signed out": { ...EVERY_VISIT, files: 125, complete: 6, lcp: 3 },
  "first, demo farm": { ...EVERY_VISIT, files: 125, complete: 4.5, lcp: 3.5 },
  "first, a greenhouse of it": { ...EVERY_VISIT, complete: 8, lcp: 5 },
  "first, a greenhouse of ten sensors": {
    ...EVERY_VISIT,
    socket: 100,
    complete: 6.5,
    lcp: 4,
    longestTask: CHARTS_TASK,
  },
  first: { ...EVERY_VISIT, files: 125, complete: 6, lcp: 4.5 },
  later: { ...EVERY_VISIT, complete: 4.5, lcp: 1.5 },
} as const satisfies Readonly<Record<string, Partial<Figures>>>;
type Kind = keyof typeof VISITS;

const OTHER_LIMITS = [
  ["signIn", 6, ": seconds from the sign-in until complete"],
  ["sortingMs", 100, `: ms of the longest task while ${SENSORS} sensors are sorted`],
  ["yearMs", 500, ": ms until a year of ten sensors is drawn"],
  ["yearBlocked", 600, ": ms without a reaction while it is drawn, by a processor as slow"],
] as const;

type Round = Readonly<Record<Kind, Figures> & Record<(typeof OTHER_LIMITS)[number][0], number>>;

export function measurePage({ effort }: Bench): Promise<Section> {
  return withPageStack((stack) => measureVisits(stack, effort));
}

async function measureVisits({ ports, browser, url }: PageStack, effort: Effort): Promise<Section> {
  await addPeople(ports);
  const rows: Row[] = [];
  const targets: Target[] = [];
  for (const [screen, size] of Object.entries(SCREENS)) {
    const rounds: Round[] = [];
    for (let round = 0; round < effort.rounds; round += 1) {
      // Fresh readings, because silent sensors would change the page.
      const now = Date.now();
      await write("PUT", `${HOST}:${ports.database}`, "", JSON.stringify(demoData(now)));
      await addBenchFarm(ports, now);
      const demo = await measureDemo(browser, new URL(`/f/${FARM_ID}`, url).href, size);
      const visitor = await signedIn(browser, url, size);
      rounds.push({ ...demo, ...(await measureRound(visitor, url)) });
      await visitor.context.close();
    }
    const figureOf = (kind: Kind, key: keyof Figures): Spread =>
      summarize(rounds.map((round) => round[kind][key]));
    const limit = (maximum: number, name: string, value: Spread): void => {
      targets.push(atMost(maximum, `page, ${screen}${name}, at most ${maximum}`, value));
    };
    for (const [kind, limits] of Object.entries(VISITS) as [Kind, Partial<Figures>][]) {
      const median = (key: keyof Figures, digits = 0): string =>
        format(figureOf(kind, key).median, digits);
      rows.push([
        `${screen}, ${kind}`,
        median("files"),
        median("socket"),
        median("complete", 1),
        median("lcp", 1),
        median("cls", 3),
        median("longestTask"),
      ]);
      for (const [key, maximum] of Object.entries(limits) as [keyof Figures, number][]) {
        limit(maximum, `, visit (${kind}): ${WORDS[key]}`, figureOf(kind, key));
      }
    }
    for (const [key, maximum, name] of OTHER_LIMITS) {
      limit(maximum, name, summarize(rounds.map((round) => round[key])));
    }
  }
  return {
    title: "The page",
    paragraphs: [
      `The overview of ${GREENHOUSES} greenhouses with ${SENSORS} sensors, a reading each every 5 minutes, and the demo farm, in Chromium ` +
        `with ${SLOW.kilobits} kbit/s, ${SLOW.latencyMs} ms of latency and a processor ${SLOW.cpu} times slower. At a ` +
        "first visit the device has only the sign-in, at a later visit also the page's stored files and values. Signed-out " +
        "people see the sign-in. The page is complete when everything in view was read.",
      table(
        ["visit", "kB files", "kB socket", "complete s", "LCP s", "CLS", "longest task ms"],
        rows,
      ),
    ],
    targets,
  };
}

type OfDemo = Pick<Round, "first, demo farm" | "first, a greenhouse of it">;

async function measureDemo(
  browser: Browser,
  url: string,
  size: (typeof SCREENS)[keyof typeof SCREENS],
): Promise<OfDemo> {
  const visitor = await signedIn(browser, url, size, PEOPLE[0]);
  await forget(visitor, true);
  const overview = await visit(visitor, url, OVERVIEW);
  await forget(visitor, true);
  const greenhouse = await visit(visitor, `${url}/g/tomatoes`, GREENHOUSE);
  await visitor.context.close();
  return { "first, demo farm": overview, "first, a greenhouse of it": greenhouse };
}

async function measureRound(visitor: Visitor, url: string): Promise<Omit<Round, keyof OfDemo>> {
  const greenhouse = `${url}/g/${greenhouseId(0)}`;
  const later = await visit(visitor, url, OVERVIEW);
  const sortingMs = await sortSensors(visitor, `${url}/sensors`);
  const yearMs = await timeOfYear(visitor, greenhouse);
  const yearBlocked = await blockedByYear(visitor, greenhouse);
  await forget(visitor, true);
  const first = await visit(visitor, url, OVERVIEW);
  await forget(visitor, true);
  const ofTen = await visit(visitor, greenhouse, GREENHOUSE);
  await forget(visitor, false);
  const signedOut = await visit(visitor, url, SIGN_IN);
  const signIn = await signInSlowly(visitor);
  return {
    later,
    first,
    "first, a greenhouse of ten sensors": ofTen,
    "signed out": signedOut,
    sortingMs,
    yearMs,
    yearBlocked,
    signIn,
  };
}
