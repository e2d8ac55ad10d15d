/** Warnings of namespaces without rules while others have rules, and of functions that use them. */

import { Namespaces } from "../../src/namespaces";
import { OPEN_RULES } from "../../src/rules/ruleset";
import { SingleProject, type SingleProjectOptions } from "../../src/single-project";
import { parseTrigger } from "../../src/triggers/registration";
import { Triggers } from "../../src/triggers/triggers";
import { rulesetOf } from "../../testing/rulesets";

const SECOND_MS = 1_000;
const OWN = "demo-shop-default-rtdb";
const OF_FUNCTIONS =
  `Functions use the database demo-shop, but the rules are for ${OWN}. Data written to one database is not in the ` +
  `other. Start with DATABASE_URL=https://${OWN}.firebaseio.com so that functions use ${OWN}.`;

let namespaces: Namespaces;
let lines: string[];
let triggers: Triggers;

function watch(options: Partial<SingleProjectOptions> = {}): SingleProject {
  const log = (line: string): void => void lines.push(line);
  const defaults = { triggers: undefined, functionsDatabaseUrl: undefined, isSingleProject: true };
  const watched = new SingleProject({ namespaces, log, ...defaults, ...options });
  watched.start();
  return watched;
}

function close(namespace: string): void {
  namespaces.get(namespace).setRuleset(rulesetOf({ ".read": false }));
}

/** Registers a function of the 1st generation. */
function register(namespace: string): void {
  const event = "providers/google.firebase.database/eventTypes/ref.write";
  const name = "projects/demo-shop/locations/us-central1/triggers/us-central1-f-0";
  const parsed = parseTrigger({ name, event, path: "a", namespacePattern: "*" }, namespace);
  if (typeof parsed === "string") throw new Error(parsed);
  triggers.register(parsed);
}

beforeEach(() => {
  jest.useFakeTimers();
  lines = [];
  namespaces = new Namespaces(() => ({ now: () => 0, root: null, ruleset: OPEN_RULES }));
  const functionsEmulator = { host: "127.0.0.1", port: 1 };
  triggers = new Triggers({ functionsEmulator, createEventId: () => "id", log: () => undefined });
});
afterEach(() => {
  triggers.close();
  jest.useRealTimers();
});

function otherLine(name: string, ruled: string): string {
  return (
    `The namespace ${name} has no rules, so everything is allowed there, unlike in ${ruled}. ` +
    `Check the databaseURL of clients and DATABASE_URL for functions, or set "singleProjectMode": false in firebase.json.`
  );
}

it("namespaces that get no rules are logged once", () => {
  namespaces.get("earlier");
  const watched = watch();
  namespaces.get("first");
  jest.advanceTimersByTime(3 * SECOND_MS);
  expect(lines).toEqual([]);

  close("demo");
  namespaces.get("test-1");
  jest.advanceTimersByTime(SECOND_MS);
  close("test-1");
  jest.advanceTimersByTime(5 * SECOND_MS);
  expect(lines).toEqual([otherLine("first", "demo, test-1")]);
  // A short run ends before the second check.
  namespaces.get("last");
  watched.close();
  namespaces.get("later");
  jest.advanceTimersByTime(5 * SECOND_MS);
  expect(lines.slice(1)).toEqual([otherLine("last", "demo, test-1")]);
});

describe("the database of functions", () => {
  beforeEach(() => close(OWN));

  it.each([
    ["functions of the 1st generation listen there", () => register("demo-shop")],
    ["it is used", () => void namespaces.get("demo-shop")],
  ])("is logged once when %s", (_, use) => {
    const watched = watch({ triggers, isSingleProject: false });
    jest.advanceTimersByTime(5 * SECOND_MS);
    use();
    jest.advanceTimersByTime(5 * SECOND_MS);
    expect(watched.warningFor(OWN, false)).toBe(OF_FUNCTIONS);
    watched.close();
    expect(lines).toEqual([OF_FUNCTIONS]);
  });

  it("is logged as a client's database if functions do not use it", () => {
    const functionsDatabaseUrl = `https://${OWN}.firebaseio.com`;
    const watched = watch({ triggers, functionsDatabaseUrl });
    namespaces.get("demo-shop");
    watched.close();
    expect(lines).toEqual([otherLine("demo-shop", OWN)]);
  });
});

it("a warning about a database without functions names the databases of functions", () => {
  const watched = watch({ triggers, isSingleProject: false });
  register("other");
  const line = "No function listens in the database n. Functions listen in other.";
  expect([watched.warningFor("n", true), watched.warningFor("n", true)]).toEqual([line, line]);
  expect(watched.warningFor("n", false)).toBeUndefined();
  expect(watched.warningFor("other", true)).toBeUndefined();
  watched.close();
  expect(lines).toEqual([line]);
});
