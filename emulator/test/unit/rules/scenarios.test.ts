/** Tables for whole rulesets: who may read and write which paths, and the reasons of denials. */

import { resolveWrite } from "../../../src/database/write";
import { ALL } from "../../../src/query/params";
import type { Auth, Ruleset, WriteDecision } from "../../../src/rules/ruleset";
import { type Json, nodeFromJson } from "../../../src/tree/json";
import type { Node } from "../../../src/tree/node";
import { parsePath } from "../../../src/tree/path";
import { type Section, sectionsOf } from "../../support/rules-tables";
import { rulesetOf } from "../../../testing/rulesets";

const NOW = 1_700_000_000_000;

const ACTORS: Readonly<Record<string, Auth>> = {
  nobody: null,
  bob: { uid: "bob" },
  agent: { uid: "kim", isAgent: true },
};

interface Step {
  readonly data: Json;
  readonly isAllowed: boolean;
  readonly actor: string;
  readonly action: string;
  /** A path to read, or the values of an update by path. */
  readonly target: string;
  reason?: string;
}

const STEP = /^(yes|no ) (\w+) (reads|writes) (.+)$/;

/** Returns the rules as text, and the steps with the data before each step. */
function scenarioOf({ lines }: Section): { readonly rules: string; readonly steps: Step[] } {
  const dataAt = lines.findIndex((line) => line.startsWith("data "));
  const rules = lines.slice(0, dataAt).join("\n").slice("rules ".length);
  const steps: Step[] = [];
  let data: Json = null;
  for (const line of lines.slice(dataAt)) {
    const [, isAllowed, actor = "", action = "", target = ""] = STEP.exec(line) ?? [];
    const [last] = steps.slice(-1);
    if (isAllowed !== undefined) {
      steps.push({ data, isAllowed: isAllowed === "yes", actor, action, target });
    } else if (line.startsWith("data ")) data = JSON.parse(line.slice("data ".length)) as Json;
    else if (last !== undefined) last.reason = line.slice("   because ".length);
  }
  return { rules, steps };
}

function decide(ruleset: Ruleset, before: Node, step: Step): WriteDecision {
  const auth = ACTORS[step.actor] ?? null;
  if (step.action === "reads") {
    const request = { path: parsePath(step.target), params: ALL, auth, root: before, now: NOW };
    return { isAllowed: ruleset.canRead(request).isAllowed };
  }
  const children = JSON.parse(step.target) as Readonly<Record<string, Json>>;
  const resolved = resolveWrite({ kind: "merge", path: [], children }, before, NOW);
  if (!resolved.ok) throw new Error(resolved.problem);
  return ruleset.canWrite({ update: resolved.update, auth, now: NOW });
}

describe.each(sectionsOf("scenarios.txt"))("$heading", (section) => {
  const { rules, steps } = scenarioOf(section);

  test.each(steps)("$isAllowed: $actor $action $target", (step) => {
    const { isAllowed, reason } = decide(
      rulesetOf(JSON.parse(rules)),
      nodeFromJson(step.data, NOW),
      step,
    );
    expect(isAllowed).toBe(step.isAllowed);
    if (step.reason !== undefined) expect(reason).toBe(step.reason);
    if (isAllowed) expect(reason).toBeUndefined();
  });
});
