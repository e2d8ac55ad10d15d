/**
 * The suite of the rules: the rows of the tables, each with the same farms. All rows run in process, and a sample runs
 * through other interfaces.
 */

import { ACTION_CASES } from "../../cases/rules-matrix/actions";
import { ADDRESS_CODE_CASES } from "../../cases/rules-matrix/address-codes";
import { ALERT_MESSAGE_CASES } from "../../cases/rules-matrix/alert-messages";
import { ALERT_RECORD_CASES } from "../../cases/rules-matrix/alert-records";
import { ALERT_SETTINGS_CASES } from "../../cases/rules-matrix/alert-settings";
import { FARM_ATTACK_CASES } from "../../cases/rules-matrix/attacks-on-farms";
import { RECORD_ATTACK_CASES } from "../../cases/rules-matrix/attacks-on-records";
import { boundCases, parseRules, slashCases, untriedIn } from "../../cases/rules-matrix/bounds";
import type { Case, Verdict } from "../../cases/rules-matrix/case";
import { CORRECTION_CASES } from "../../cases/rules-matrix/corrections";
import { DELIVERY_CASES } from "../../cases/rules-matrix/deliveries";
import { INVITATION_CASES } from "../../cases/rules-matrix/invitations";
import { JOBS_CASES } from "../../cases/rules-matrix/jobs";
import { BOARD_CASES } from "../../cases/rules-matrix/boards";
import { LAST_SEEN_CASES } from "../../cases/rules-matrix/last-seen";
import { LIST_CASES } from "../../cases/rules-matrix/lists-of-farms";
import { NOTE_CASES } from "../../cases/rules-matrix/notes";
import { OUTPUT_PLAN_CASES } from "../../cases/rules-matrix/output-plans";
import { OUTPUT_CASES } from "../../cases/rules-matrix/outputs";
import { PERSONAL_ALERT_CASES } from "../../cases/rules-matrix/personal-alerts";
import { READING_CASES } from "../../cases/rules-matrix/readings";
import { ROLLUP_CASES } from "../../cases/rules-matrix/rollups";
import { SENSOR_KEY_CASES } from "../../cases/rules-matrix/sensor-keys";
import { SENSOR_LIFE_CASES } from "../../cases/rules-matrix/sensor-lives";
import { RULES } from "../database";
import type { Outcome, RulesClient } from "./client";

/** Rows that are written by hand. */
const WRITTEN_CASES: readonly Case[] = [
  ...ACTION_CASES,
  ...FARM_ATTACK_CASES,
  ...LIST_CASES,
  ...INVITATION_CASES,
  ...RECORD_ATTACK_CASES,
  ...READING_CASES,
  ...SENSOR_KEY_CASES,
  ...SENSOR_LIFE_CASES,
  ...CORRECTION_CASES,
  ...LAST_SEEN_CASES,
  ...BOARD_CASES,
  ...JOBS_CASES,
  ...ALERT_SETTINGS_CASES,
  ...ALERT_RECORD_CASES,
  ...ALERT_MESSAGE_CASES,
  ...PERSONAL_ALERT_CASES,
  ...ADDRESS_CODE_CASES,
  ...DELIVERY_CASES,
  ...ROLLUP_CASES,
  ...NOTE_CASES,
  ...OUTPUT_CASES,
  ...OUTPUT_PLAN_CASES,
];

export const SHIPPED_RULES = parseRules(RULES);
/** Writable paths that no row tries. */
export const UNTRIED = untriedIn(SHIPPED_RULES, WRITTEN_CASES);

export const CASES: readonly Case[] = [
  ...WRITTEN_CASES,
  ...boundCases(SHIPPED_RULES, WRITTEN_CASES),
  ...slashCases(WRITTEN_CASES),
];

/** The first row of each title and verdict. */
export const SAMPLE: readonly Case[] = CASES.filter(
  ({ title, verdict }, index) =>
    index === CASES.findIndex((row) => row.title === title && row.verdict === verdict),
);

const EXPECTED: Readonly<Record<Verdict, readonly Outcome[]>> = {
  allowed: ["allowed", "nothing"],
  denied: ["denied"],
  nothing: ["nothing", "denied"],
};

export function describeRules<C extends RulesClient>(
  open: () => C | Promise<C>,
  rows: readonly Case[],
): () => C {
  let client: C | undefined;
  beforeAll(async () => {
    client = await open();
  });
  afterAll(() => client?.close());

  it.each([...Map.groupBy(rows, ({ title }) => title)])("%s", async (_, ofTitle) => {
    const unexpected: string[] = [];
    for (const row of ofTitle) {
      await client!.reset(row.given);
      const outcome = await client!.attempt(row.actor, row.operation);
      if (!EXPECTED[row.verdict].includes(outcome))
        unexpected.push(`${describeCase(row)} is ${outcome}, not ${row.verdict}`);
    }
    expect(unexpected).toEqual([]);
  });
  return () => client!;
}

/** Such as `vera, "set":"farms/oak/members/vera","to":null`. */
function describeCase({ actor, operation }: Case): string {
  const operationText = JSON.stringify(operation).slice(1, -1).slice(0, 160);
  return `${actor ?? "signed out"}, ${operationText}`;
}
