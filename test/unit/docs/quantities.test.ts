/** docs/quantities.md and docs/openapi.json say what the table of quantities says. */

import { readFileSync } from "node:fs";
import path from "node:path";
import openapi from "../../../docs/openapi.json";
import {
  AMBIENT,
  MEASUREMENTS,
  QUANTITIES,
  QUANTITY,
} from "@greenhouse/domain/quantities/measurements";
import { en } from "../../../web/src/text/en/page";

/** The cells of the rows with a name in the code's letters. */
function rows(): readonly string[][] {
  const text = readFileSync(path.join(__dirname, "../../../docs/quantities.md"), "utf8");
  return [...text.matchAll(/^\|.* `\w+` .*\|$/gm)].map(([row]) =>
    row
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

test("docs/quantities.md has a row for each quantity", () => {
  const number = (value: number): string => value.toLocaleString("en").replace("-", "−");
  const expected = QUANTITIES.map((name) => {
    const {
      unit,
      min,
      max,
      lowest = min,
      highest = max,
      margin,
      isOfAir,
      summary,
    } = QUANTITY[name];
    return [
      `\`${name}\``,
      en.measurements[name],
      unit,
      `${number(min)} to ${number(max)}`,
      lowest === min && highest === max ? "" : `${number(lowest)} to ${number(highest)}`,
      number(margin),
      isOfAir ? "of the air" : "any",
      summary === "median" ? "their median" : "each by itself",
    ];
  });
  expect(rows()).toEqual(expected);
});

test("docs/openapi.json has them all", () => {
  const { Measurements, KeyReading } = openapi.components.schemas;
  const properties = MEASUREMENTS.map((name) => {
    const { unit } = QUANTITY[name];
    const description = unit === "" ? {} : { description: `In ${unit}.` };
    return [name, { type: ["number", "null"], ...description }];
  });
  expect(Measurements.properties).toEqual(Object.fromEntries(properties));
  expect(Object.keys(KeyReading.properties)).toEqual(["uid", "apiKey", ...AMBIENT]);
});
