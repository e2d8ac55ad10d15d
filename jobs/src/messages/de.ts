/** The texts of notifications, in German. */

import { de as words } from "@greenhouse/domain/words/de";
import type { Texts } from "./en";

const number = (count: number): string => count.toLocaleString(words.locale);

export const de: Texts = {
  ...words,
  ago: { "60": "vor einer Stunde", "40": "40\u202fmin", "20": "20\u202fmin", "0": "jetzt" },

  sensors: (count) => (count === 1 ? "1 Sensor" : `${number(count)} Sensoren`),
  outputs: (count) => (count === 1 ? "1 Ausgang" : `${number(count)} Ausgänge`),
  inGreenhouses: (sensors, count) => `${sensors} in ${number(count)} Gewächshäusern`,
  silent: (sensors, since) => `keine Messwerte von ${sensors} seit ${since}`,
  silentFirst: (sensors, since) => `keine Messwerte von ${sensors}, die ersten seit ${since}`,
  sending: (sensors, duration) => `${sensors} senden nach ${duration} wieder`,
  silentSensors: (sensors) => `keine Messwerte von ${sensors}`,
  counted: {
    below: (sensors, name) => `${name} zu niedrig bei ${sensors}`,
    above: (sensors, name) => `${name} zu hoch bei ${sensors}`,
    fault: (sensors, name) => `${name} fehlerhaft bei ${sensors}`,
    silent: (sensors, name) => `${name} fehlt bei ${sensors}`,
    battery: (sensors) => `Batterie schwach bei ${sensors}`,
    unapplied: (outputs) => `Schaltbefehle nicht umgesetzt bei ${outputs}`,
    limit: (outputs) => `${outputs} durch das Tageslimit aus`,
    manual: (outputs) => `${outputs} von Hand an`,
    blind: (outputs) => `keine frischen Werte für die Pläne von ${outputs}`,
    ineffective: (outputs) => `Boden nach Läufen nicht feuchter bei ${outputs}`,
  },
  andMore: (count) => `und ${number(count)} weitere`,
  acknowledged: (count) => `${number(count)} bestätigt`,
  ended: (count) => `${number(count)} vorbei`,
  still: "Weiterhin",
  takesCare: (name) => `${name ?? "Jemand"} kümmert sich darum`,
  over: "Vorbei",
  late: "Spät gemeldet",
  reportedLate: (count) => `${number(count)} spät gemeldet`,
  lateBecause: "Die Messwerte von damals kamen verspätet an.",
  at: (moment) => `um ${moment}`,
  period: (from, to) => `${from} bis ${to}`,
  stillOpen: (count) => `${number(count)} noch offen`,

  since: (moment) => `seit ${moment}`,
  span: (from, to, duration) => `${from} bis ${to} (${duration})`,
  unanswered: (duration) => `seit ${duration} hat niemand reagiert`,
  acknowledgedBy: (name) => `bestätigt von ${name}`,
  open: "Gewächshaus öffnen",
  acknowledge: "Ansehen und bestätigen",
  acknowledgeHint:
    "Wenn Sie dort bestätigen, sehen die anderen, dass Sie sich kümmern, und niemand wird mehr erinnert.",
  allAlerts: "Alle Alarme ansehen",
  reason: "Sie bekommen diese E-Mail, weil Sie Alarme per E-Mail eingeschaltet haben.",
  unsubscribe: "Diese E-Mails abbestellen",
  test: {
    subject: (farm) => `Test: Alarme von ${farm} kommen hier an`,
    text: "Das ist ein Test. Es ist alles in Ordnung. Hier erhalten Sie Alarme zu Frost, Hitze und stillen Sensoren.",
  },
};
