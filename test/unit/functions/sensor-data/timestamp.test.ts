import { parseJsonObject } from "../../../../functions/src/http/json-object";
import { readTimestamp } from "../../../../functions/src/sensor-data/timestamp";
import timestamps from "../../../cases/timestamps.json";

test.each(timestamps)("$name: $json", ({ json, raw, ms, missing, invalid }) => {
  const body = parseJsonObject(`{"a":{"timestamp":7},"timestamp":${json},"b":[{"timestamp":8}]}`);
  if (!body.ok) throw new Error("no object");
  expect(readTimestamp(body.value)).toEqual(
    invalid
      ? { ok: false, refusal: { code: "not-a-number", field: "timestamp" } }
      : { ok: true, value: missing ? undefined : { raw, ms } },
  );
});

test("a timestamp that is not there is missing", () => {
  const body = parseJsonObject('{"a":{"timestamp":7}}');
  expect(body.ok && readTimestamp(body.value)).toEqual({ ok: true, value: undefined });
});
