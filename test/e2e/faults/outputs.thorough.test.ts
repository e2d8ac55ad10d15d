/**
 * How an output behaves while everything around it fails: a real board in Python, the functions,
 * orders from the command line and the page. `npm run soak -- outputs` prints a table, with times
 * from the board's own side; with `--long` the Wi-Fi fails for an hour. `npm test` runs the cases
 * that take seconds.
 */

import { DAY_MS, SECOND_MS } from "@greenhouse/domain/time";
import { setTimeout as pass } from "node:timers/promises";
import { DATABASE_ADDRESS, FUNCTIONS_URL } from "../../support/backend/addresses";
import { NO_PYTHON } from "../../support/devices/commands";
import { uptime } from "../../support/devices/logged-board";
import { testTogether } from "../../support/devices/trial";
import { IS_LONG, MARGIN_MS, TIMEOUT_MS } from "../../support/faults/length";
import { startOwnStack } from "../../support/outputs/own-stack";
import type { AtEnd } from "../../support/outputs/own-stack";
import { orderOnPage, orderTogether } from "../../support/outputs/people";
import { inSeconds, Scene } from "../../support/outputs/scene";
import type { SceneSettings, Stack } from "../../support/outputs/scene";
import {
  ASK_MS,
  expectLease,
  expectOnAgain,
  expectWhole,
  LEASE_MS,
  RETRY_MS,
  switchOn,
} from "../../support/outputs/steps";
import { addPageFarm } from "../../support/web/farm";
import type { PageFarm } from "../../support/web/farm";

const OUTAGE_MS = Number(process.env["OUTPUTS_OUTAGE_MINUTES"] ?? "3") * 60 * SECOND_MS;
/** How long functions and database are down. */
const DOWN_MS = LEASE_MS + 30 * SECOND_MS;
/** An order that lasts longer than every case. */
const LONG_SECONDS = OUTAGE_MS / SECOND_MS + 900;

jest.setTimeout(TIMEOUT_MS + OUTAGE_MS);

const SUITE: Stack = { databaseAddress: DATABASE_ADDRESS, functionsUrl: FUNCTIONS_URL };

interface Case {
  /** Selects the case: `npm run soak -- outputs wifi`. */
  readonly id: string;
  readonly what: string;
  readonly promised: string;
  /** Whether it takes only seconds, so that `npm test` runs it. */
  readonly isShort?: boolean;
  /** @param begin call it once */
  readonly play: (
    begin: (stack?: Stack, settings?: SceneSettings) => Promise<Scene>,
    atEnd: AtEnd,
  ) => Promise<void>;
}

/** Waits for the next day if needed: a case with daily limits must not run over midnight UTC. */
async function untilSameDay(ms: number): Promise<void> {
  const leftMs = DAY_MS - (Date.now() % DAY_MS);
  if (leftMs < ms) await pass(leftMs);
}

const CASES: readonly Case[] = [
  {
    id: "order",
    what: "ordered on",
    promised: "on when the board asks next, off at the order's end",
    isShort: true,
    play: async (begin) => {
      const scene = await begin();
      await scene.order(IS_LONG ? 60 : 8);
      await expectWhole(scene);
    },
  },
  {
    id: "wifi",
    what: `the board's Wi-Fi gone for ${OUTAGE_MS / 60_000} min while on`,
    promised: "off by its lease; on again as ordered",
    play: async (begin) => {
      const scene = await begin();
      await switchOn(scene, LONG_SECONDS);
      scene.event("the Wi-Fi is gone");
      scene.proxy.vanish();
      const offAt = await expectLease(scene);
      await pass(scene.eventAt + OUTAGE_MS - uptime());
      await scene.proxy.pass();
      await expectOnAgain(scene, offAt, uptime());
    },
  },
  {
    id: "wifi-off",
    what: "the same, and ordered off meanwhile",
    promised: "off by its lease; stays off",
    play: async (begin) => {
      const scene = await begin();
      await switchOn(scene, LONG_SECONDS);
      scene.event("the Wi-Fi is gone");
      scene.proxy.vanish();
      const offAt = await expectLease(scene);
      await pass(scene.eventAt + OUTAGE_MS / 2 - uptime());
      await scene.order(0);
      await pass(scene.eventAt + OUTAGE_MS - uptime());
      await scene.proxy.pass();
      const { at } = await scene.board.heardFrom(uptime(), RETRY_MS + MARGIN_MS);
      await scene.untilTold("off", ASK_MS + MARGIN_MS);
      const isOff = scene.board.onMs(offAt, uptime()) === 0;
      scene.note(`heard of it ${scene.since(at)}: ${isOff ? "stayed off" : "on"}`, isOff);
    },
  },
  {
    id: "page",
    what: "ordered on the page for 1 min, and the browser ended at once",
    promised: "on when the board asks next, off at the order's end",
    play: async (begin) => {
      let farm: PageFarm | undefined;
      const scene = await begin(SUITE, {
        sensorOf: async (database) => (farm = await addPageFarm(database)).air,
      });
      await orderOnPage(farm!);
      await expectWhole(scene);
    },
  },
  {
    id: "functions",
    what: "the functions killed while on, and started again",
    promised: "off by its lease; on again as ordered",
    play: async (begin, atEnd) => {
      const { stack, killHost, startHost } = await startOwnStack(atEnd);
      const scene = await begin(stack);
      await switchOn(scene, LONG_SECONDS);
      scene.event("the functions are killed");
      await killHost();
      const offAt = await expectLease(scene);
      await pass(scene.eventAt + DOWN_MS - uptime());
      await startHost();
      await expectOnAgain(scene, offAt, uptime());
    },
  },
  {
    id: "database",
    what: "the database killed while on, and started again from its disk",
    promised: "off by its lease; on again as ordered",
    play: async (begin, atEnd) => {
      const { stack, database } = await startOwnStack(atEnd);
      const scene = await begin(stack);
      await switchOn(scene, LONG_SECONDS);
      scene.event("the database is killed");
      await database.kill();
      const offAt = await expectLease(scene);
      await pass(scene.eventAt + DOWN_MS - uptime());
      await database.start();
      await expectOnAgain(scene, offAt, uptime());
    },
  },
  {
    id: "restart",
    what: "the board killed after 20 s of 90 s a day, and started again",
    promised:
      "off at once, on when it has heard anew; the day's limit counts through, less a lease",
    play: async (begin) => {
      await untilSameDay(300 * SECOND_MS);
      const limitMs = 90 * SECOND_MS;
      const scene = await begin(SUITE, { maxOnSeconds: limitMs / SECOND_MS });
      const { board } = scene;
      const firstOnAt = await switchOn(scene, LONG_SECONDS);
      await pass(firstOnAt + 20 * SECOND_MS - uptime());
      await board.kill();
      const killedAt = uptime();
      await pass(2 * SECOND_MS);
      const startedAt = scene.event("the board is started again");
      board.start();
      const offAt = await board.pinAt(0, startedAt, 10 * SECOND_MS);
      scene.note(`off ${scene.since(offAt)}, as its program starts`);
      const { at: heardAt } = await board.heardFrom(startedAt, RETRY_MS);
      const onAt = await board.pinAt(1, startedAt, RETRY_MS);
      scene.note(`heard ${scene.since(heardAt)}, on ${scene.since(onAt)}`, onAt >= heardAt);
      const endAt = await board.pinAt(0, onAt, limitMs + MARGIN_MS);
      const onMs = board.onMs(0, killedAt) + board.onMs(startedAt, endAt);
      const isCounted = onMs <= limitMs + MARGIN_MS && onMs >= limitMs - LEASE_MS - MARGIN_MS;
      scene.note(`off ${scene.since(endAt)}, on for ${inSeconds(onMs)} in all`, isCounted);
      await scene.untilTold("limit", ASK_MS + MARGIN_MS);
    },
  },
  {
    id: "people",
    what: `two people order at the same moment, ${IS_LONG ? 20 : 4} times`,
    promised: "one is refused; off is tried again, on is not; the pin shows the last order",
    isShort: true,
    play: async (begin) => {
      const scene = await begin(SUITE, { kind: "level", askSeconds: 2 });
      await scene.database.put(`farms/${scene.sensor.farm.id}/members/other`, "owner");
      scene.event("two people order");
      await orderTogether(scene, IS_LONG ? 20 : 4);
    },
  },
  {
    id: "limit",
    what: "on for as long as it may be in a day (20 s), while ordered for longer",
    promised: "off at the day's limit; stays off, also when ordered anew",
    isShort: true,
    play: async (begin) => {
      await untilSameDay(120 * SECOND_MS);
      const limitMs = (IS_LONG ? 20 : 6) * SECOND_MS;
      const scene = await begin(SUITE, { maxOnSeconds: limitMs / SECOND_MS });
      const { board } = scene;
      const { orderedAt } = await scene.order(300);
      scene.eventAt = orderedAt;
      const onAt = await board.pinAt(1, orderedAt, ASK_MS + MARGIN_MS);
      const offAt = await board.pinAt(0, onAt, limitMs + MARGIN_MS);
      const isInTime = Math.abs(offAt - onAt - limitMs) <= MARGIN_MS;
      scene.note(`on ${scene.since(onAt)}, off ${scene.since(offAt)}`, isInTime);
      await scene.untilTold("limit", ASK_MS + MARGIN_MS);
      const again = await scene.order(300);
      await board.heardFrom(again.orderedAt, ASK_MS + MARGIN_MS);
      await scene.untilTold("limit", ASK_MS + MARGIN_MS);
      const isOff = board.onMs(offAt, uptime()) === 0;
      scene.note(
        `ordered anew ${scene.since(again.orderedAt)}: ${isOff ? "stays off" : "on"}`,
        isOff,
      );
    },
  },
];

const CHOSEN = process.env["OUTPUTS_CASES"]?.split(",");
const unknown = CHOSEN?.filter((id) => CASES.every((entry) => entry.id !== id)) ?? [];
if (unknown.length > 0) throw new Error(`There is no ${unknown.join(", ")}.`);

function whyNot({ id, isShort }: Case): string | undefined {
  if (CHOSEN?.includes(id) === false) return "not chosen";
  return IS_LONG || isShort === true ? NO_PYTHON : "it takes minutes: npm run soak";
}

const rows = new Map<string, string>();

testTogether(
  "an output",
  CASES.map((entry) => ({ ...entry, name: entry.id, missing: whyNot(entry) })),
  async (entry) => {
    const tasks: (() => Promise<void>)[] = [];
    const problems: string[] = [];
    let scene: Scene | undefined;
    const begin = async (stack = SUITE, settings: SceneSettings = {}): Promise<Scene> => {
      const begun = await Scene.begin(entry.id, stack, settings);
      tasks.push(() => begun.end());
      return (scene = begun);
    };
    try {
      await entry.play(begin, (task) => tasks.push(task));
    } catch (error) {
      problems.push(error instanceof Error ? error.message : String(error));
    }
    const failures = problems.map((problem) => `**${problem.split("\n")[0]}**`);
    const seen = [...(scene?.seen ?? []), ...failures].join("; ");
    rows.set(entry.id, `| ${entry.what} | ${seen} | ${entry.promised} | ${scene?.told} |`);
    problems.push(...(scene?.broken ?? []));
    for (const task of tasks.toReversed()) await task();
    expect(problems).toEqual([]);
  },
);

afterAll(() => {
  if (!IS_LONG) return;
  const head = "| what happened | what the pin did | promised | what page and CLI were told |";
  const table = [head, "|---|---|---|---|", ...CASES.flatMap(({ id }) => rows.get(id) ?? [])];
  process.stdout.write(`\nSeconds since the event:\n\n${table.join("\n")}\n\n`);
});
