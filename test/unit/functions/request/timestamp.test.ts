import { findRaw, parseJsonObject } from "../../../../functions/src/request/json-object";
import { parseTimestamp } from "../../../../functions/src/request/timestamp";
import timestamps from "../../../cases/timestamps.json";

test.each(timestamps)("$name: $json", ({ json, raw, ms, missing, invalid }) => {
  const text = `{"a":{"timestamp":7},"timestamp":${json},"b":[{"timestamp":8}]}`;
  const body = parseJsonObject(text);
  if (!body.ok) throw new Error("no object");
  expect(parseTimestamp(body.value)).toEqual(
    invalid
      ? { ok: false, refusal: { code: "field-not-a-number", field: "timestamp" } }
      : { ok: true, value: missing ? undefined : ms },
  );
  if (!invalid && !missing) expect(findRaw(text, "timestamp")).toBe(raw);
});

test("refuses a missing timestamp", () => {
  const text = '{"a":{"timestamp":7}}';
  const body = parseJsonObject(text);
  expect(body.ok && parseTimestamp(body.value)).toEqual({ ok: true, value: undefined });
});

test.each([
  ["digits and a letter", `${"1".repeat(300_000)}x`],
  ["digits, a point, digits and a letter", `${"1".repeat(150_000)}.${"1".repeat(150_000)}x`],
  ["blanks between two digits", `1${" ".repeat(300_000)}1`],
  ["signs", "+".repeat(300_000)],
  ["an exponent without an end", `1e${"1".repeat(300_000)}x`],
])("parses 300,000 characters in linear time: %s", (_name, timestamp) => {
  // Quadratic time would take minutes, more than the test's time limit.
  const text = JSON.stringify({ timestamp });
  const body = parseJsonObject(text);
  if (!body.ok) throw new Error("no object");
  const refusal = { code: "field-not-a-number", field: "timestamp" };
  expect(parseTimestamp(body.value)).toEqual({ ok: false, refusal });
});
