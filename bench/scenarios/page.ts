/** The page on a phone and at a desk: what it loads, and when it is there, at a first visit and at a later one. */

import type { Bench, Effort } from "../effort.ts";
import { addBenchFarm, greenhouseId, GREENHOUSES, SENSORS } from "../page/farm.ts";
import { withPageStack } from "../page/stack.ts";
import type { PageStack } from "../page/stack.ts";
import {
  forget,
  OVERVIEW,
  SCREENS,
  showYear,
  SIGN_IN,
  signInSlowly,
  signedIn,
  SLOW,
  sortSensors,
  visit,
} from "../page/visit.ts";
import type { Figures, Visitor } from "../page/visit.ts";
import { atMost, format, table } from "../report.ts";
import type { Row, Section, Target } from "../report.ts";
import { summarize } from "../statistics.ts";
import type { Spread } from "../statistics.ts";

const LIMITS: readonly (readonly [keyof Figures, number, string])[] = [
  ["socket", 200, "kB over the socket"],
  ["complete", 6, "seconds until complete"],
  ["lcp", 3, "seconds to the largest paint"],
  ["cls", 0.05, "layout shift"],
  ["longestTask", 100, "ms of the longest task"],
];

/** By how much the device has: nothing, the sign-in alone, or also what the page keeps. */
const VISITS = ["signed out", "first", "later"] as const;

const OTHER_LIMITS = [
  ["signIn", 6, ": seconds from the sign-in until complete"],
  ["sortingMs", 100, `: ms of the longest task while ${SENSORS} sensors are sorted`],
  ["yearMs", 500, ": ms until a year of ten sensors is drawn"],
] as const;

type Round = Readonly<
  Record<(typeof VISITS)[number], Figures> & Record<(typeof OTHER_LIMITS)[number][0], number>
>;

export function measurePage({ effort }: Bench): Promise<Section> {
  return withPageStack((stack) => measureVisits(stack, effort));
}

async function measureVisits({ ports, browser, url }: PageStack, effort: Effort): Promise<Section> {
  const rows: Row[] = [];
  const targets: Target[] = [];
  for (const [screen, size] of Object.entries(SCREENS)) {
    const rounds: Round[] = [];
    for (let round = 0; round < effort.rounds; round += 1) {
      // Silent sensors would be another page.
      await addBenchFarm(ports, Date.now());
      const visitor = await signedIn(browser, url, size);
      rounds.push(await measureRound(visitor, url));
      await visitor.context.close();
    }
    const of = (kind: (typeof VISITS)[number], key: keyof Figures): Spread =>
      summarize(rounds.map((round) => round[kind][key]));
    const limit = (most: number, what: string, found: Spread): void => {
      targets.push(atMost(most, `page, ${screen}${what}, at most ${most}`, found));
    };
    for (const kind of VISITS) {
      const median = (key: keyof Figures, digits = 0): string =>
        format(of(kind, key).median, digits);
      rows.push([
        ...[`${screen}, ${kind} visit`, median("files"), median("socket"), median("complete", 1)],
        ...[median("lcp", 1), median("cls", 3), median("longestTask")],
      ]);
      for (const [key, most, what] of LIMITS) {
        limit(most, `, ${kind} visit: ${what}`, of(kind, key));
      }
    }
    for (const [key, most, what] of OTHER_LIMITS) {
      limit(most, what, summarize(rounds.map((round) => round[key])));
    }
  }
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

async function measureRound(visitor: Visitor, url: string): Promise<Round> {
  const later = await visit(visitor, url, OVERVIEW);
  const sortingMs = await sortSensors(visitor, `${url}/sensors`);
  const yearMs = await showYear(visitor, `${url}/g/${greenhouseId(0)}`);
  await forget(visitor, true);
  const first = await visit(visitor, url, OVERVIEW);
  await forget(visitor, false);
  const signedOut = await visit(visitor, url, SIGN_IN);
  const signIn = await signInSlowly(visitor);
  return { later, first, "signed out": signedOut, sortingMs, yearMs, signIn };
}
