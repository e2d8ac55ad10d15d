import { isNoValue } from "@greenhouse/domain/quantities/no-value";

test.each(
  ["", " ", "nan", "NaN", "NAN", "-nan", "inf", "-Infinity", "null", "None", "unknown"].concat([
    "unavailable",
    "-",
    "--",
    "---",
    "–",
    " -- ",
    "N/A",
    "n.a.",
    "#N/A",
    "undefined",
    "nan\r",
  ]),
)("reads %j as no value", (text) => {
  expect(isNoValue(text)).toBe(true);
});

test.each(["0", "-1", "21.5", "21,5", "--5", "on", "nano", "error", "warm", "1e3", "- 5"])(
  "does not read %j as no value",
  (text) => {
    expect(isNoValue(text)).toBe(false);
  },
);
