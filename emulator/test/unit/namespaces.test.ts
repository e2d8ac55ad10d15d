import { isNamespace, Namespaces } from "../../src/namespaces";
import { OPEN_RULES } from "../../src/rules/ruleset";
import { SingleProject } from "../../src/single-project";
import { rulesetOf } from "../../testing/rulesets";

const optionsFor = () => ({ now: () => 0, ruleset: OPEN_RULES });

function named(url: string, host?: string, namespaces = new Namespaces(optionsFor, "three")) {
  return namespaces.nameFor(new URL(url, "http://localhost").searchParams, host);
}

describe("a namespace", () => {
  it("comes from the query, else the host, else the default", () => {
    expect(named("/?ns=one", "two.firebaseio.com")).toBe("one");
    expect(named("/", "two.firebaseio.com")).toBe("two");
    expect(named("/", "two.localhost:9000")).toBe("two");
    for (const host of ["localhost:9000", "127.0.0.1:9000", "[::1]:9000", undefined]) {
      expect([host, named("/", host)]).toEqual([host, "three"]);
    }
    // An SDK whose URL has no namespace connects like this.
    expect(named("/?ns=", "localhost:9000")).toBe("three");
  });

  it("defaults to the first database with rules, else the first database", () => {
    const namespaces = new Namespaces(optionsFor);
    expect(named("/", "localhost", namespaces)).toBe("fake-server");
    namespaces.get("b");
    namespaces.get("a");
    expect(named("/", "localhost", namespaces)).toBe("b");
    // firebase-tools does this, too, after an import.
    namespaces.rulesLoaded("a");
    namespaces.rulesLoaded("b");
    expect(named("/", "localhost", namespaces)).toBe("a");
  });

  it("cannot have an invalid name", () => {
    for (const name of ["a/b", "../a", "-a", "a.b", "a b", "ü", "a".repeat(101)]) {
      expect([name, isNamespace(name)]).toEqual([name, false]);
      expect(named(`/?ns=${encodeURIComponent(name)}`, "two.localhost")).toBeUndefined();
    }
    for (const name of ["a", "demo-farm-default-rtdb", "A_1", "a".repeat(100)]) {
      expect([name, isNamespace(name)]).toEqual([name, true]);
    }
  });
});

it("namespaces that get no rules while others have rules are logged once", () => {
  jest.useFakeTimers();
  const lines: string[] = [];
  const namespaces = new Namespaces(optionsFor);
  const close = (name: string): void =>
    namespaces.get(name).setRuleset(rulesetOf({ ".read": false }));
  const line = (name: string, ruled: string): string =>
    `The namespace ${name} has no rules, so everything is allowed there, unlike in ${ruled}. ` +
    `Check the databaseURL of clients and DATABASE_URL for functions, or set "singleProjectMode": false in firebase.json.`;
  namespaces.get("earlier");
  const watched = new SingleProject({
    namespaces,
    triggers: undefined,
    functionsDatabaseUrl: undefined,
    isSingleProject: true,
    log: (text) => lines.push(text),
  });
  watched.start();
  namespaces.get("first");
  jest.advanceTimersByTime(3_000);
  expect(lines).toEqual([]);

  close("demo");
  namespaces.get("test-1");
  jest.advanceTimersByTime(1_000);
  close("test-1");
  jest.advanceTimersByTime(5_000);
  expect(lines).toEqual([line("first", "demo, test-1")]);
  // A short run ends before the second check.
  namespaces.get("last");
  watched.close();
  jest.advanceTimersByTime(5_000);
  expect(lines.slice(1)).toEqual([line("last", "demo, test-1")]);
  jest.useRealTimers();
});
