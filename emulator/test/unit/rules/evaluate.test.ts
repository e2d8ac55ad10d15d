/** Random expressions of the language: they can be evaluated on any data, and the laws of the operators hold. */

import { ALL } from "../../../src/query/params";
import { type Auth, compileRules } from "../../../src/rules/ruleset";
import { type Json, nodeFromJson } from "../../../src/tree/json";
import { isEqual, nodeAt } from "../../../src/tree/node";
import { fc } from "../../../testing/properties";
import { rulesetOf } from "../../../testing/rulesets";

const key = fc.constantFrom("a", "b", "uid");
const scalar = fc.oneof(
  fc.constantFrom("", "a", "ab", "uid"),
  fc.constantFrom(0, 1, -1, 2.5),
  fc.boolean(),
  fc.constant(null),
);
const { json } = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof({ maxDepth: 3, withCrossShrink: true }, scalar, fc.dictionary(key, tie("json"))),
}));
const auth: fc.Arbitrary<Auth> = fc.option(
  fc.record({ uid: fc.constantFrom("a", "b"), a: json, b: fc.array(scalar, { maxLength: 3 }) }),
);

/** Expressions by their certain or possible types. */
const { boolean } = fc.letrec<{
  boolean: string;
  value: string;
  text: string;
  snapshot: string;
  claim: string;
}>((tie) => {
  const shape = { maxDepth: 4, withCrossShrink: true };
  const joined = (...parts: (fc.Arbitrary<string> | string)[]): fc.Arbitrary<string> =>
    fc
      .tuple(...parts.map((part) => (typeof part === "string" ? fc.constant(part) : part)))
      .map((all) => all.join(""));
  const [boolean, value, text, snapshot] = [
    tie("boolean"),
    tie("value"),
    tie("text"),
    tie("snapshot"),
  ];
  return {
    boolean: fc.oneof(
      shape,
      fc.constantFrom("true", "false"),
      joined("(", boolean, fc.constantFrom(" && ", " || ", " == ", " != "), boolean, ")"),
      joined("!", boolean),
      joined("(", boolean, " ? ", boolean, " : ", boolean, ")"),
      joined("(", value, fc.constantFrom(" == ", " !== ", " < ", " >= "), value, ")"),
      joined(snapshot, fc.constantFrom(".exists()", ".isString()", ".hasChildren()")),
      joined(snapshot, fc.constantFrom(".hasChild(", ".hasChildren(['a', "), text, ")").map(
        (part) => (part.includes("['a', ") ? part.replace(/\)$/, "])") : part),
      ),
      joined(text, fc.constantFrom(".contains(", ".beginsWith(", ".endsWith("), text, ")"),
      joined(text, ".matches(/^[ab]*$/)"),
    ),
    value: fc.oneof(
      shape,
      fc.constantFrom("1", "'a'", "now", "2.5", "auth.uid"),
      joined(snapshot, ".val()"),
      tie("claim"),
      text,
      joined("(", value, " + ", value, ")"),
      joined(text, ".length"),
    ),
    text: fc.oneof(
      shape,
      fc.constantFrom("'a'", "'b'", "$k", "''"),
      joined(snapshot, ".val()"),
      tie("claim"),
      joined(text, ".replace(", text, ", ", text, ")"),
      joined(text, ".toUpperCase()"),
    ),
    snapshot: fc.oneof(
      shape,
      fc.constantFrom("data", "root"),
      joined(snapshot, ".child(", text, ")"),
      joined(snapshot, ".parent()"),
    ),
    claim: fc.oneof(
      shape,
      fc.constantFrom("auth", "auth.a", "auth.b[0]", "auth['a']['b']"),
      joined(tie("claim"), "[", text, "]"),
    ),
  };
});

type World = readonly [auth: Auth, data: Json];
const world: fc.Arbitrary<World> = fc.tuple(auth, json);

function evaluate(expression: string, [auth, data]: World): boolean | "error" {
  const read = (text: string): boolean => {
    const root = nodeFromJson(data, 0);
    const request = { path: ["a"], params: ALL, auth, root, now: 5 };
    return rulesetOf({ $k: { ".read": text } }).canRead(request).isAllowed;
  };
  return read(expression) || (read(`${expression} || true`) ? false : "error");
}

/** Returns only expressions that load: rules with `'a' < 1` are rejected. */
function isTypable(expression: string): boolean {
  return compileRules(JSON.stringify({ rules: { $k: { ".read": expression } } })).ok;
}

const typable = boolean.filter(isTypable);

test("every expression evaluates to true, false or an error", () => {
  fc.assert(
    fc.property(typable, world, (expression, request) => {
      expect([true, false, "error"]).toContain(evaluate(expression, request));
    }),
  );
});

test("negation swaps true and false and keeps an error", () => {
  const negated = new Map<unknown, unknown>([
    [true, false],
    [false, true],
    ["error", "error"],
  ]);
  fc.assert(
    fc.property(typable, world, (expression, request) => {
      expect(evaluate(`!(${expression})`, request)).toBe(
        negated.get(evaluate(expression, request)),
      );
    }),
  );
});

test("&& and || evaluate the right operand only if the left operand does not decide", () => {
  fc.assert(
    fc.property(typable, typable, world, (left, right, request) => {
      const first = evaluate(left, request);
      const second = evaluate(right, request);
      expect(evaluate(`((${left}) && (${right}))`, request)).toBe(first === true ? second : first);
      expect(evaluate(`((${left}) || (${right}))`, request)).toBe(first === false ? second : first);
      expect(evaluate(`((${left}) ? (${right}) : false)`, request)).toBe(
        first === true ? second : first,
      );
    }),
  );
});

test("a read's decision stays the same until a path that it depends on changes", () => {
  fc.assert(
    fc.property(typable, auth, json, json, (expression, actor, data, newData) => {
      const ruleset = rulesetOf({ $k: { ".read": expression } });
      const [before, after] = [nodeFromJson(data, 0), nodeFromJson(newData, 0)];
      const request = { path: ["a"], params: ALL, auth: actor, now: 5 };
      const { isAllowed, dependsOn } = ruleset.canRead({ ...request, root: before });
      fc.pre(dependsOn.every((place) => isEqual(nodeAt(before, place), nodeAt(after, place))));
      expect(ruleset.canRead({ ...request, root: after })).toEqual({
        isAllowed,
        dependsOn,
      });
    }),
  );
});
