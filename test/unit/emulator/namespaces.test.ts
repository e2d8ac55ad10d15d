import { isNamespace, namespaceOf, Namespaces } from "../../../emulator/src/namespaces";
import { OPEN_RULES } from "../../../emulator/src/rules/ruleset";

function named(url: string, host?: string, otherwise?: string): string | undefined {
  return namespaceOf(new URL(url, "http://localhost").searchParams, host, otherwise);
}

describe("a namespace", () => {
  it("is named by the query, else by the host, else by default", () => {
    expect(named("/?ns=one", "two.firebaseio.com", "three")).toBe("one");
    expect(named("/", "two.firebaseio.com", "three")).toBe("two");
    expect(named("/", "two.localhost:9000", "three")).toBe("two");
    expect(named("/", "localhost:9000", "three")).toBe("three");
    expect(named("/", "127.0.0.1:9000", "three")).toBe("three");
    expect(named("/", "[::1]:9000", "three")).toBe("three");
    expect(named("/", undefined, undefined)).toBeUndefined();
  });

  it("cannot be what no instance is called", () => {
    for (const name of ["", "a/b", "../a", "-a", "a.b", "a b", "ü", "a".repeat(101)]) {
      expect([name, isNamespace(name)]).toEqual([name, false]);
      expect(named(`/?ns=${encodeURIComponent(name)}`, "two.localhost", "three")).toBeUndefined();
    }
    for (const name of ["a", "demo-farm-default-rtdb", "A_1", "a".repeat(100)]) {
      expect([name, isNamespace(name)]).toEqual([name, true]);
    }
  });

  it("comes into being once, when it is first named", () => {
    const made: string[] = [];
    const namespaces = new Namespaces((name) => {
      made.push(name);
      return { now: () => 0, ruleset: OPEN_RULES };
    });
    expect(namespaces.get("b")).toBe(namespaces.get("b"));
    namespaces.get("a");
    expect([made, namespaces.names]).toEqual([
      ["b", "a"],
      ["a", "b"],
    ]);
  });
});
