import {
  listSensors,
  NO_FILTER,
  parseFilter,
  searchOf,
} from "../../../../web/src/model/farm/sensor-list";
import type { ListedSensor, SensorFilter } from "../../../../web/src/model/farm/sensor-list";

function listed(name: string, more: Partial<ListedSensor> = {}): ListedSensor {
  const { greenhouse } = more;
  const sensor = {
    uid: `uid-${name}`,
    name,
    type: "SHT31",
    greenhouse: greenhouse && "id",
    role: "air" as const,
  };
  return { sensor, state: undefined, greenhouse: undefined, findings: [], ...more };
}

const at = (time: number): ListedSensor["state"] => ({
  uid: "",
  values: {},
  at: time,
  freshness: "fresh",
  isOneReading: true,
});
const silent = (name: string): ListedSensor["findings"] => [
  { kind: "silent", sensor: listed(name).sensor, since: 1 },
];
const ALL = [
  listed("Bench 10", { greenhouse: "Herbs", state: at(30) }),
  listed("bench 2", { greenhouse: "Tomatoes", state: at(20), findings: silent("bench 2") }),
  listed("Äpfel"),
  listed("Zaun", { greenhouse: "Herbs", state: at(40) }),
];

function namesOf(filter: Partial<SensorFilter>): string {
  const found = listSensors(ALL, { ...NO_FILTER, ...filter }, "de");
  return found.map(({ sensor }) => sensor.name).join(", ");
}

test.each([
  ["nothing", {}, "Äpfel, bench 2, Bench 10, Zaun"],
  ["the other way round", { isDescending: true }, "Zaun, Bench 10, bench 2, Äpfel"],
  ["by greenhouse, then by name", { column: "greenhouse" }, "Äpfel, Bench 10, Zaun, bench 2"],
  ["the newest first", { column: "reading" }, "Zaun, Bench 10, bench 2, Äpfel"],
  ["by uid", { column: "uid" }, "Äpfel, bench 2, Bench 10, Zaun"],
  ["a word of a name in any case", { text: " BENCH" }, "bench 2, Bench 10"],
  ["words of several fields", { text: "herbs uid-bench" }, "Bench 10"],
  ["what no field has", { text: "herbs 2" }, ""],
  ["what needs attention", { shown: "attention" }, "bench 2"],
  ["what is not linked", { shown: "unlinked" }, "Äpfel"],
  ["both", { shown: "unlinked", text: "bench" }, ""],
] satisfies [string, Partial<SensorFilter>, string][])("filters by: %s", (_, filter, names) => {
  expect(namesOf(filter)).toBe(names);
});

test.each([
  ["", {}],
  ["?q=a+%26b", { text: "a &b" }],
  ["?show=attention&sort=-reading", { shown: "attention", column: "reading", isDescending: true }],
  ["?sort=-name", { isDescending: true }],
  ["?sort=uid", { column: "uid" }],
] satisfies [string, Partial<SensorFilter>][])(
  "writes and parses the address %p",
  (search, filter) => {
    expect(parseFilter(search)).toEqual({ ...NO_FILTER, ...filter });
    expect(searchOf({ ...NO_FILTER, ...filter })).toBe(search);
  },
);

test("ignores unknown parts of an address", () => {
  expect(parseFilter("?show=x&sort=-y&z")).toEqual(NO_FILTER);
});
