import { compileRules, OPEN_RULES, type Ruleset } from "../../../src/rules/ruleset";
import { ADMIN } from "../../../src/database/actor";
import { type Json, nodeFromJson, nodeToJson } from "../../../src/tree/json";
import { ACCESS_CASES } from "../../cases/rest/access";
import { ADDRESS_CASES } from "../../cases/rest/addresses";
import type { RestCase } from "../../cases/rest/case";
import { CONDITIONAL_CASES } from "../../cases/rest/conditional";
import { PATCH_CASES } from "../../cases/rest/patching";
import { PUSH_AND_DELETE_CASES } from "../../cases/rest/pushing-and-deleting";
import { PUT_CASES } from "../../cases/rest/putting";
import { QUERY_CASES } from "../../cases/rest/queries";
import { READING_CASES } from "../../cases/rest/reading";
import { REFUSED_BODY_CASES } from "../../cases/rest/refused-bodies";
import { NOW, type RestServer, startRestServer } from "../../support/rest-server";

const CASES = {
  reading: READING_CASES,
  PUT: PUT_CASES,
  PATCH: PATCH_CASES,
  "POST and DELETE": PUSH_AND_DELETE_CASES,
  "refused bodies": REFUSED_BODY_CASES,
  queries: QUERY_CASES,
  "conditional requests": CONDITIONAL_CASES,
  access: ACCESS_CASES,
  "addresses and settings": ADDRESS_CASES,
};

let server: RestServer;
let started = 0;

beforeAll(async () => {
  server = await startRestServer({ createPushId: () => "-pushed" });
});
afterAll(() => server.close());

function rulesetOf(rules: Json | undefined): Ruleset {
  if (rules === undefined) return OPEN_RULES;
  const compiled = compileRules(JSON.stringify(rules));
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
  return compiled.ruleset;
}

/** Lists and objects with the same keys are the same to the database. */
function asStored(json: Json): Json {
  return nodeToJson(nodeFromJson(json, NOW), true);
}

/** What a case expects, and what came of it, in one value each. */
async function run(one: RestCase): Promise<{ expected: unknown; actual: unknown }> {
  const namespace = `case-${(started += 1)}`;
  const database = server.namespaces.get(namespace);
  const { given = null } = one;
  database.commit({ kind: "set", path: [], value: given }, { actor: ADMIN });
  database.setRuleset(rulesetOf(one.rules));

  const [method = "", target = ""] = one.request.split(" ");
  const path = `${target}${target.includes("?") ? "&" : "?"}ns=${namespace}`;
  const body = one.send === undefined ? one.text : JSON.stringify(one.send);
  const { headers = {} } = one;
  const answer = await server.send({ method, path, headers, ...(body !== undefined && { body }) });

  const names = Object.keys(one.answerHeaders ?? {});
  const shown =
    one.answer !== undefined
      ? (JSON.parse(answer.text) as Json)
      : one.answerText !== undefined
        ? answer.text
        : undefined;
  return {
    expected: {
      status: one.status,
      headers: one.answerHeaders ?? {},
      answer: one.answer === undefined ? one.answerText : one.answer,
      after: asStored(one.after === undefined ? given : one.after),
    },
    actual: {
      status: answer.status,
      headers: Object.fromEntries(names.map((name) => [name, answer.headers[name] ?? null])),
      answer: shown,
      after: nodeToJson(database.snapshot, true),
    },
  };
}

describe.each(Object.entries(CASES))("%s", (_, cases) => {
  it.each(cases)("$name", async (one) => {
    const { expected, actual } = await run(one);
    expect(actual).toEqual(expected);
  });
});
