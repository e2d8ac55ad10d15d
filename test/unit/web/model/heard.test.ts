import { createFormatter } from "../../../../web/src/model/values/format";
import { valuesHeard } from "../../../../web/src/model/farm/heard";
import { de } from "../../../../web/src/text/de/page";
import { en } from "../../../../web/src/text/en/page";

const READING = '{"rssi":-61,"soilMoisture":31.0,"temperature":20.1,"mode":"eco","humidity":"?"}';

test("names values with units in the table's order, then unknown values", () => {
  expect(valuesHeard(READING, en.measurements, createFormatter("en"))).toEqual([
    "Temperature 20.1\u202f°C",
    "Soil moisture 31\u202f%",
    "rssi -61",
    "mode eco",
    "humidity ?",
  ]);
});

test("uses German and the person's unit", () => {
  const german = createFormatter("de", undefined, "F");
  expect(valuesHeard(READING, de.measurements, german).slice(0, 2)).toEqual([
    "Temperatur 68,18\u202f°F",
    "Bodenfeuchte 31\u202f%",
  ]);
});

test.each([
  ["{}", []],
  ['{"temperature":">1e308"}', ["temperature >1e308"]],
  ["3", []],
  ["null", []],
  ['{"temp', ['{"temp']],
  ['{"a":{"b":1}}', ['a {"b":1}']],
])("describes the reading %s as %j", (reading, texts) => {
  expect(valuesHeard(reading, en.measurements, createFormatter("en"))).toEqual(texts);
});
