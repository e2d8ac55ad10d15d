import { ADMIN } from "../../../src/database/actor";
import { OPEN_RULES } from "../../../src/rules/ruleset";
import { type Json, nodeFromJson, nodeToJson } from "../../../src/tree/json";
import { NOW, type RestServer, startRestServer } from "../../support/rest-server";
import { exchangesOf } from "../../support/rest-transcripts";
import { rulesetOf } from "../../../testing/rulesets";

let server: RestServer;
let started = 0;

beforeAll(async () => {
  server = await startRestServer({ createPushId: () => "-pushed" });
});
afterAll(() => server.close());

/** Converts lists to objects: for the database a list equals an object with the same keys. */
function asStored(json: Json): Json {
  return nodeToJson(nodeFromJson(json, NOW), true);
}

describe.each([
  "reading",
  "writing",
  "refused-bodies",
  "queries",
  "conditional",
  "access",
  "addresses",
])("%s", (file) => {
  it.each(exchangesOf(file))("$name", async ({ given, rules, request, answer, after }) => {
    const namespace = `case-${(started += 1)}`;
    const database = server.namespaces.get(namespace);
    database.commit({ kind: "set", path: [], value: given }, { actor: ADMIN });
    database.setRuleset(rules === undefined ? OPEN_RULES : rulesetOf(rules));
    const path = `${request.path}${request.path.includes("?") ? "&" : "?"}ns=${namespace}`;
    const { status, headers, text } = await server.send({ ...request, path });
    const shown = Object.keys(answer.headers).map((name) => [name, headers[name] ?? null]);
    expect({ status, headers: Object.fromEntries(shown) as unknown, text }).toEqual(answer);
    expect(nodeToJson(database.snapshot, true)).toEqual(asStored(after));
  });
});
