/** The words for plans, in both languages. Non-breaking spaces are written as plain spaces here. */

import { FINDINGS } from "@greenhouse/domain/words/finding-words";
import type { Plan, PlanRun } from "@greenhouse/domain/outputs/plans/model";
import { nextRuns } from "@greenhouse/domain/outputs/plans/next-runs";
import { HOUR_MS } from "@greenhouse/domain/time";
import { createPlanTeller } from "@greenhouse/domain/words/plan-sentences";
import { de } from "@greenhouse/domain/words/plans-de";
import { en } from "@greenhouse/domain/words/plans-en";
import { at, BERLIN_CLOCK, HOLD, OUTPUT, situation, TIMES } from "./fixtures";

const NOW = at("20:00");
const NAMES: Readonly<Record<string, string>> = { "soil-2": "Bed 2", olga: "Olga" };
const nameOf = (uid: string): string => NAMES[uid] ?? uid;
const telling = { clock: BERLIN_CLOCK, nowMs: NOW, sensorName: nameOf, personName: nameOf };
const english = createPlanTeller({ ...telling, words: en });
const german = createPlanTeller({ ...telling, words: de });
const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/gu, " ");

const LEVEL = { ...OUTPUT, kind: "level" } as const;
const LAMP: Plan = {
  ...HOLD,
  condition: { quantity: "dli", side: "below", bound: 14 },
  backAt: 14,
  minOnSeconds: 0,
  minOffSeconds: 0,
  between: { from: "0500", until: "2100" },
};

test.each<[string, Plan, typeof OUTPUT, string, string]>([
  [
    "waters when dry",
    { ...TIMES, days: "1111100", source: "soil-2" },
    OUTPUT,
    "Waters 3 × 4 min with 10 min between, at 06:15 and 18:30, Monday to Friday, if Bed 2 is drier than 30 %. At most 24 min a day; the output's limit is 30 min.",
    "Bewässert 3 × 4 min mit 10 min Pause, um 06:15 und 18:30, Montag bis Freitag, wenn Bed 2 trockener als 30 % ist. Höchstens 24 min am Tag; das Tageslimit ist 30 min.",
  ],
  [
    "switches by the clock and the sun",
    {
      ...TIMES,
      cycles: 1,
      forSeconds: 90,
      days: "1010000",
      times: ["1200", "sunrise+30", "sunset+0"],
      condition: undefined,
    },
    OUTPUT,
    "Switches on for 1 min 30 s, at 12:00, 30 min after sunrise and at sunset, on Monday and Wednesday. At most 4 min 30 s a day; the output's limit is 30 min.",
    "Schaltet für 1 min 30 s ein, um 12:00, 30 min nach Sonnenaufgang und bei Sonnenuntergang, am Montag und Mittwoch. Höchstens 4 min 30 s am Tag; das Tageslimit ist 30 min.",
  ],
  [
    "opens a vent when hot",
    { ...HOLD, value: 40 },
    { ...LEVEL, maxOnSeconds: 14_400 },
    "Switches on at 40 % when the greenhouse is warmer than 28 °C, and off at 25 °C, from 06:00 to 20:00, every day. Stays on for at least 5 min and off for at least 10 min. Switches off if the last value is older than 15 min. Up to 14 h a day, but the output's limit of 4 h ends it earlier.",
    "Schaltet auf 40 %, wenn das Gewächshaus wärmer als 28 °C ist, und bei 25 °C wieder aus, von 06:00 bis 20:00, jeden Tag. Bleibt mindestens 5 min an und mindestens 10 min aus. Schaltet aus, wenn der letzte Wert älter als 15 min ist. Bis zu 14 h am Tag, aber das Tageslimit von 4 h beendet es früher.",
  ],
  [
    "lights until the day has enough",
    LAMP,
    { ...OUTPUT, maxOnSeconds: 57_600 },
    "Switches on while today's light is below 14 mol/m², from 05:00 to 21:00, every day. Switches off if the last value is older than 2 h. At most 16 h a day; the output's limit is 16 h.",
    "Schaltet ein, solange das Tageslicht bisher unter 14 mol/m² liegt, von 05:00 bis 21:00, jeden Tag. Schaltet aus, wenn der letzte Wert älter als 2 h ist. Höchstens 16 h am Tag; das Tageslimit ist 16 h.",
  ],
  [
    "holds a quantity that has no comparison",
    {
      ...HOLD,
      condition: { quantity: "humidity", side: "above", bound: 85 },
      source: "soil-2",
      backAt: 80,
      minOnSeconds: 0,
      between: undefined,
      days: "0000000",
    },
    { ...OUTPUT, maxOnSeconds: 86_400 },
    "Switches on when humidity at Bed 2 is above 85 %, and off at 80 %, on no day. Stays off for at least 10 min. Switches off if the last value is older than 15 min. At most 24 h a day; the output's limit is 24 h.",
    "Schaltet ein, wenn die Luftfeuchte bei Bed 2 über 85 % liegt, und bei 80 % wieder aus, an keinem Tag. Bleibt mindestens 10 min aus. Schaltet aus, wenn der letzte Wert älter als 15 min ist. Höchstens 24 h am Tag; das Tageslimit ist 24 h.",
  ],
])("a plan that %s", (_, plan, output, inEnglish, inGerman) => {
  expect(plain(english.plan(plan, output))).toBe(inEnglish);
  expect(plain(german.plan(plan, output))).toBe(inGerman);
});

test("sums up a plan in one sentence, in the person's units", () => {
  const figures = { bound: (value = 0) => `${value * 1.8 + 32} °F` };
  const teller = createPlanTeller({ ...telling, words: en, figures });
  expect(teller.summary({ ...HOLD, between: undefined }, OUTPUT)).toBe(
    "Switches on when the greenhouse is warmer than 82.4 °F, and off at 77 °F, every day.",
  );
});

const UNHEARD: PlanRun = {
  id: "20261130T0615",
  action: "ran",
  reason: "below",
  at: at("06:16"),
  planned: at("06:15"),
  quantity: "soilMoisture",
  value: 27,
  bound: 30,
  measuredAt: at("06:10"),
  forSeconds: 300,
  cycles: 1,
  cycle: 1,
  version: 7,
  endsAt: at("06:20"),
};
const RAN: PlanRun = { ...UNHEARD, heard: 7 };
const SKIPPED: PlanRun = {
  id: "20261130T1830",
  action: "skipped",
  reason: "noValue",
  at: at("18:30"),
  planned: at("18:30"),
  quantity: "soilMoisture",
  bound: 30,
};
const ON: PlanRun = {
  id: "20261130T110400Z",
  action: "on",
  reason: "above",
  at: at("12:04"),
  quantity: "temperature",
  value: 28.04,
  bound: 28,
};

test.each<[PlanRun, string, string]>([
  [
    RAN,
    "06:15 watered 5 min: soil 27 %, below 30 %",
    "06:15 5 min bewässert: Boden 27 %, unter 30 %",
  ],
  [
    { ...RAN, at: at("06:27") + 50_000 },
    "06:27 (12 min late) watered 5 min: soil 27 %, below 30 %",
    "06:27 (12 min verspätet) 5 min bewässert: Boden 27 %, unter 30 %",
  ],
  [
    UNHEARD,
    "06:15 ordered 5 min, but the board did not confirm it: soil 27 %, below 30 %",
    "06:15 Schaltbefehl für 5 min, aber vom Board nicht bestätigt: Boden 27 %, unter 30 %",
  ],
  [
    { ...UNHEARD, endsAt: NOW + 1 },
    "06:15 ordered 5 min, the board has not confirmed it yet: soil 27 %, below 30 %",
    "06:15 Schaltbefehl für 5 min, vom Board noch nicht bestätigt: Boden 27 %, unter 30 %",
  ],
  [
    { ...RAN, cycles: 3, ended: "person", by: "olga" },
    "06:15 watered 3 × 5 min: soil 27 %, below 30 %; ended after 1 of 3: switched by Olga",
    "06:15 3 × 5 min bewässert: Boden 27 %, unter 30 %; nach 1 von 3 beendet: von Olga geschaltet",
  ],
  [
    { ...RAN, reason: "clock", quantity: "light", ended: "paused" },
    "06:15 on for 5 min; ended early: plan paused",
    "06:15 5 min an; vorzeitig beendet: Plan pausiert",
  ],
  [
    { ...SKIPPED, measuredAt: at("15:30") },
    "18:30 skipped: last soil value is 3 h old",
    "18:30 ausgelassen: letzter Wert für Boden ist 3 h alt",
  ],
  [SKIPPED, "18:30 skipped: no soil value", "18:30 ausgelassen: kein Wert für Boden"],
  [
    { ...SKIPPED, reason: "notBelow", value: 34 },
    "18:30 skipped: soil 34 %, not below 30 %",
    "18:30 ausgelassen: Boden 34 %, nicht unter 30 %",
  ],
  [
    { ...SKIPPED, reason: "person", by: "olga", until: at("19:15") },
    "18:30 skipped: switched by Olga; the plan resumes at 19:15",
    "18:30 ausgelassen: von Olga geschaltet; der Plan geht um 19:15 weiter",
  ],
  [
    { ...SKIPPED, id: "20261129Tsunrise+30", reason: "noSun", planned: at("12:00", "2026-11-29") },
    "29 Nov 12:00 skipped: no sunrise on this day",
    "29. Nov. 12:00 ausgelassen: kein Sonnenaufgang an diesem Tag",
  ],
  [ON, "12:04 on: temperature 28.04 °C, above 28 °C", "12:04 an: Temperatur 28,04 °C, über 28 °C"],
  [
    { ...ON, action: "off", reason: "back", value: 24.9, bound: 25 },
    "12:04 off: temperature 24.9 °C, back at 25 °C",
    "12:04 aus: Temperatur 24,9 °C, zurück bei 25 °C",
  ],
  [
    { ...ON, action: "off", reason: "person" },
    "12:04 off: set at the board",
    "12:04 aus: am Board gesetzt",
  ],
])("a run: %#", (run, inEnglish, inGerman) => {
  expect(plain(english.run(run))).toBe(inEnglish);
  expect(plain(german.run(run))).toBe(inGerman);
});

test.each<[string, ReturnType<typeof situation>, string, string]>([
  [
    "a run tomorrow",
    situation(TIMES, NOW, { value: 34 }),
    "tomorrow 06:15, if soil below 30 %, now 34 %",
    "morgen 06:15, falls Boden unter 30 %, jetzt 34 %",
  ],
  [
    "a run that is late",
    situation({ ...TIMES, times: ["1948"], at: at("06:00") }, NOW, { value: 20 }),
    "20:00 (12 min late), if soil below 30 %, now 20 %",
    "20:00 (12 min verspätet), falls Boden unter 30 %, jetzt 20 %",
  ],
  [
    "a run on another day, by an old value",
    situation({ ...TIMES, days: "0010000" }, NOW, { measuredAt: NOW - 3 * HOUR_MS }),
    "Wednesday 06:15, if soil below 30 %, last value is 3 h old",
    "Mittwoch 06:15, falls Boden unter 30 %, letzter Wert ist 3 h alt",
  ],
  [
    "a run by the clock that the limit cuts",
    situation({ ...TIMES, times: ["2100"], condition: undefined }, NOW, {
      defined: { ...OUTPUT, maxOnSeconds: 600 },
    }),
    "21:00, ended early by the daily limit",
    "21:00, endet früher durch das Tageslimit",
  ],
  [
    "a lamp that waits",
    situation(LAMP, NOW, { value: 9.26 }),
    "on when today's light below 14 mol/m², now 9.3 mol/m²",
    "an, wenn Tageslicht unter 14 mol/m², jetzt 9,3 mol/m²",
  ],
  [
    "a vent tomorrow",
    situation(HOLD, NOW, { value: 20 }),
    "from tomorrow 06:00: on when temperature above 28 °C, now 20.0 °C",
    "ab morgen 06:00 an, wenn Temperatur über 28 °C, jetzt 20,0 °C",
  ],
  [
    "a vent that is on",
    situation(HOLD, at("19:00"), {
      value: 26,
      order: { value: 1, version: 5, until: NOW, by: "plan", at: at("18:55") },
    }),
    "on now, off at temperature 25 °C, now 26.0 °C",
    "jetzt an, aus bei Temperatur 25 °C, jetzt 26,0 °C",
  ],
])("what comes next: %s", (_, input, inEnglish, inGerman) => {
  const [next] = nextRuns(input, 1).next;
  expect(plain(english.next(next!))).toBe(inEnglish);
  expect(plain(german.next(next!))).toBe(inGerman);
});

test("says for whom the plan waits, and how long it is paused", () => {
  const held = { by: "olga", until: at("20:05") };
  const waits = { next: [], held, pausedUntil: undefined };
  expect(english.waiting(waits)).toBe("Switched by Olga. Plan resumes at 20:05.");
  expect(german.waiting(waits)).toBe("Von Olga geschaltet. Der Plan geht um 20:05 weiter.");
  const atBoard = { ...waits, held: { ...held, by: undefined } };
  expect(english.waiting(atBoard)).toBe("Set at the board. Plan resumes at 20:05.");
  const paused = { ...waits, pausedUntil: at("20:00", "2026-12-07") };
  expect(english.waiting(paused)).toBe("Plan paused until 7 Dec 20:00.");
  expect(german.waiting(paused)).toBe("Plan pausiert bis 7. Dez. 20:00.");
  expect(english.waiting({ ...waits, held: undefined })).toBe("");
});

test("names what is wrong with a plan", () => {
  const fact = { name: "Drip line", isOn: false, since: "18:30" };
  expect(FINDINGS.en.output.blind(fact)).toBe("Drip line: plan without a fresh value since 18:30");
  expect(FINDINGS.de.output.ineffective({ ...fact, since: "" })).toBe(
    "Drip line: Boden nach drei Läufen nicht feuchter; Pumpe oder Schlauch?",
  );
});
