/** Channels with a confirmed address, their escalation, and quiet hours, in German. */

import { withUnit } from "@greenhouse/domain/quantities/measurements";
import type { ChannelTexts } from "../en/channels";

export const de: ChannelTexts = {
  unsupported: (channels) => `Auf dieser Seite nicht verfügbar: ${channels}.`,
  isOn: (channel) => `${channel}: eingeschaltet.`,
  isOff: (channel) => `${channel}: ausgeschaltet.`,
  maxPerDay: (count) => `Höchstens ${count} am Tag.`,

  address: {
    notSetUp: (label) => `${label}: nicht eingerichtet`,
    setUp: "Einrichten",
    needsAlerts: "Zum Einrichten müssen die Alarme dieses Betriebs eingeschaltet sein.",
    example: (example) => `Zum Beispiel ${example}`,
    bad: (example) => `Bitte so eingeben: ${example}`,
    via: "Code senden per",
    send: "Code senden",
    sendAgain: "Noch einmal senden",
    change: (name) => `${name} ändern`,
    codesLeft: (count) =>
      `Sie können in dieser Stunde noch ${count === 1 ? "einen Code" : `${count} Codes`} anfordern.`,
    nextCode: (moment) =>
      `Sie haben drei Codes angefordert. Den nächsten können Sie um ${moment} anfordern.`,
    waiting: (address, channel) =>
      `Der Code geht per ${channel} an ${address}. Das dauert bis zu einer Minute …`,
    late: "Der Code wurde noch nicht gesendet. Vielleicht wird der Betrieb nicht geprüft.",
    sent: (address, channel) => `Der Code wurde per ${channel} an ${address} gesendet.`,
    failed: (problem) => `Der Code konnte nicht gesendet werden: ${problem}`,
    spent: "Fünfmal ein falscher Code. Fordern Sie einen neuen an.",
    code: "Code",
    codeHint: (tries, moment) =>
      `Sechs Ziffern, gültig bis ${moment}. Noch ${tries === 1 ? "ein Versuch" : `${tries} Versuche`}.`,
    badCode: "Geben Sie die sechs Ziffern ein.",
    wrongCode: "Der Code ist falsch oder abgelaufen.",
    confirm: "Bestätigen",
    confirmed: (address, channel) => `${address} ist bestätigt. ${channel}: eingeschaltet.`,
    removed: (label) => `${label} entfernt. Dorthin gehen keine Nachrichten mehr.`,
    notRestored: "Der Code ist abgelaufen. Richten Sie es neu ein.",
  },

  telegram: {
    start: (bot) => `Öffnen Sie @${bot} in Telegram`,
    thenStart: "und drücken Sie dort auf Start.",
    find: "Fragen Sie",
    findThen: "nach Ihrer Chat-ID. Die Antwort ist eine Zahl.",
    enter: "Geben Sie diese Zahl unten ein. Der Code kommt dann in den Chat.",
  },

  steps: {
    lead: "Wie lange ein Alarm unbeantwortet bleibt, bis ein Kanal benutzt wird.",
    now: "Sofort",
    later: (minutes) => `Nach ${withUnit(String(minutes), "min")}`,
    set: (channel, when) => `${channel}: ${when}`,
  },

  quiet: {
    title: "Ruhezeit",
    lead: "In allen Ihren Betrieben.",
    on: "Die Ruhezeit ist eingeschaltet.",
    off: "Die Ruhezeit ist ausgeschaltet.",
    saved: (from, until) => `Ruhezeit: ${from} bis ${until} Uhr.`,
    from: "Von",
    until: "Bis",
    empty: "Geben Sie eine Uhrzeit ein.",
    equal: "Wählen Sie zwei verschiedene Uhrzeiten.",
    effect: (from, until) =>
      `Von ${from} bis ${until} Uhr erreichen Sie nur Frost, Hitze und andere Grenzwerte. Alles andere wartet bis ${until} Uhr.`,
    zone: (zone) => `Zeit dieses Betriebs: ${zone}.`,
    noZone: "Dieser Betrieb hat noch keinen Ort, daher gelten die Uhrzeiten in UTC.",
  },
};
