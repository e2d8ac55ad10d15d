import { isNamespace, Namespaces } from "../../src/namespaces";
import { OPEN_RULES } from "../../src/rules/ruleset";

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
