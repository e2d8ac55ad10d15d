/** Alerts, in German. */

import { de as words } from "@greenhouse/domain/words/de";
import type { AlertTexts } from "../en/alerts";

export const de: AlertTexts = {
  words,
  title: "Alarme",
  languages: { en: "Englisch", de: "Deutsch" },

  service: {
    absent: "Es werden noch keine Nachrichten verschickt.",
    absentHint:
      "Nach der Einrichtung dauert das eine Minute. Ändert sich nichts, fragen Sie den Betreiber dieser Seite.",
    asleep: (moment) => `Ihr Betrieb wird seit ${moment} nicht mehr geprüft.`,
    asleepHint: "Bis das behoben ist, gibt es keine Alarme und keine Nachrichten.",
  },

  off: {
    lead: "Für diesen Betrieb sind die Alarme ausgeschaltet.",
    explanation:
      "Eingeschaltet wird der Betrieb jede Minute geprüft. Mitglieder können sich benachrichtigen lassen, wenn ein Wert außerhalb der Grenzwerte liegt, ein Sensor nichts mehr sendet, eine Batterie schwach wird oder ein Ventil oder eine Pumpe nicht schaltet.",
    switchOn: "Alarme einschalten",
    switchedOn: "Die Alarme sind eingeschaltet. Wählen Sie unten, wie Sie benachrichtigt werden.",
    askOwner: "Eigentümer können sie hier einschalten.",
  },

  open: {
    lasting: (duration) => `seit ${duration}`,
    takeBack: "Rückgängig",
    snooze: "Pausieren",
    snoozeAll: "Alle pausieren",
    hour: "1 Stunde",
    hours: "8 Stunden",
    until: (moment) => `Bis ${moment}`,
    snoozed: (moment) => `Pausiert bis ${moment}.`,
    endSnooze: "Pause beenden",
    forSensor: (sensor) => `für ${sensor}`,
  },

  linked: {
    over: (moment) => `Dieser Alarm ist beendet (${moment}).`,
    gone: "Dieser Alarm ist beendet.",
    loading: "Alarm wird geladen …",
  },

  log: {
    title: "Alarmverlauf",
    emptyList: "Keine früheren Alarme.",
    lasted: (duration) => `dauerte ${duration}`,
    acknowledgedBy: (name) => `bestätigt von ${name}`,
    reportedLate: (moment) => `spät gemeldet: ${moment}`,
    more: "Mehr zeigen",
  },

  undelivered: {
    title: "Nicht zugestellt",
    to: (channel, name) => `${channel} an ${name}`,
    devices: (channel, name, devices) =>
      `${channel} an ${devices === 1 ? "ein Gerät" : `${devices} Geräte`} von ${name}`,
  },

  currentPerson: { by: "Ihnen", to: "Sie" },

  notify: {
    title: "Mich benachrichtigen",
    lead: "Für Sie, in allen Ihren Betrieben.",
    emailTo: (address) => `E-Mail an ${address}`,
    emailOn: "E-Mail ist eingeschaltet.",
    emailOff: "E-Mail ist ausgeschaltet.",
    noEmail: "Ihr Konto hat keine E-Mail-Adresse.",
    unverified: "Ihre Adresse ist noch nicht bestätigt. Bis dahin bekommen Sie keine E-Mails.",
    verify: "Bestätigungsmail senden",
    verifySent:
      "Die Bestätigungsmail ist unterwegs. Klicken Sie auf den Link darin und kommen Sie dann zurück.",
    push: "Push auf diesem Gerät",
    pushOn: "Push ist auf diesem Gerät eingeschaltet.",
    pushOff: "Push ist auf diesem Gerät ausgeschaltet.",
    pushProblems: {
      insecure: "Push funktioniert nur auf Seiten mit https://.",
      installFirst:
        "Legen Sie diese Seite zuerst auf den Home-Bildschirm (Teilen, „Zum Home-Bildschirm“), öffnen Sie sie von dort und schalten Sie Push hier ein.",
      unsupported:
        "Dieser Browser unterstützt Push nicht. Nehmen Sie Chrome, Edge, Firefox oder Safari.",
      denied:
        "Mitteilungen sind blockiert. Erlauben Sie sie für diese Website (das Symbol neben der Adresse) und laden Sie dann neu.",
      noService:
        "Der Push-Dienst des Browsers ist nicht erreichbar. Prüfen Sie die Verbindung oder nehmen Sie einen anderen Browser.",
    },
    otherDevices: (count) =>
      `Auch auf ${count} ${count === 1 ? "weiteren Gerät" : "weiteren Geräten"} eingeschaltet.`,
    when: (farm) => `Nachrichten von ${farm}`,
    whens: {
      atOnce: "Sofort",
      after: (minutes) => `Wenn ${minutes} Minuten niemand reagiert`,
      never: "Keine Nachrichten",
    },
    whenHints: {
      atOnce: "Sie bekommen jeden Alarm sofort.",
      after: (minutes) =>
        `Zuerst werden andere benachrichtigt; Sie nur, wenn ${minutes} Minuten lang niemand den Alarm bestätigt.`,
      never: "Sie bekommen keine Alarme dieses Betriebs.",
      alone: "Sie sind das einzige Mitglied. Bis dahin wird niemand benachrichtigt.",
    },
    whenSet: (farm, when) => `Nachrichten von ${farm}: ${when}.`,
    language: (now) => `Nachrichten kommen auf ${now}.`,
    inThisLanguage: "Auf Deutsch senden",
    languageSet: "Nachrichten kommen jetzt auf Deutsch.",
  },

  test: {
    send: "Test senden",
    sendOf: (channel) => `Test senden: ${channel}`,
    waiting: "Kommt innerhalb einer Minute …",
    late: "Der Test wurde noch nicht gesendet. Vielleicht wird der Betrieb nicht geprüft.",
    delivered: (moment) => `Test zugestellt ${moment}.`,
    failed: (problem) => `Der Test konnte nicht zugestellt werden: ${problem}`,
  },

  settings: {
    title: "Wann Alarm auslösen",
    lead: "Bei Werten außerhalb der Grenzwerte eines Gewächshauses, unmöglichen Messwerten, Ventilen und Pumpen, die nicht schalten, und in den Fällen unten.",
    silentAfter: "Alarm, wenn ein Sensor nichts sendet (Minuten)",
    silentAfterHint: "0 = aus",
    battery: "Alarm bei Batteriestand bis (Prozent)",
    batteryHint: "0 = aus",
    thresholds: "Grenzwerte bearbeiten",
    language: "Sprache der Webhook-Nachrichten",
    languageHint:
      "Für Webhook-Nachrichten und für Gründe, warum eine Nachricht nicht zugestellt wurde. Mitglieder bekommen Nachrichten in ihrer eigenen Sprache.",
    languageSet: (language) => `Sprache der Webhook-Nachrichten: ${language}.`,
    webhook: "Webhook",
    webhookLead:
      "Jede Nachricht geht auch an diese Adresse (signiert, Standard Webhooks). Für ntfy, Slack, Telegram oder Home Assistant.",
    url: "Adresse",
    addWebhook: "Hinzufügen",
    webhookSaved: "Webhook gespeichert.",
    webhookRemoved: "Webhook entfernt.",
    secretTitle: "Geheimnis des Webhooks",
    secretLead:
      "Damit prüft der Empfänger die Signatur. Kopieren Sie das Geheimnis jetzt: Es wird nur einmal gezeigt. Geht es verloren, erzeugen Sie ein neues.",
    secret: "Geheimnis",
    newSecret: "Neues Geheimnis …",
    newSecretTitle: "Das Geheimnis ersetzen?",
    newSecretWarning:
      "Der Empfänger lehnt Nachrichten ab, bis er das neue Geheimnis hat. Das lässt sich nicht rückgängig machen.",
    newSecretSubmit: "Geheimnis ersetzen",
    done: "Fertig",
    switchOff: "Alarme ausschalten …",
    switchOffTitle: "Die Alarme ausschalten?",
    switchOffWarning:
      "Niemand erfährt mehr von Frost, Hitze oder Sensoren, die nichts senden. Diese Einstellungen, der Webhook und offene Alarme werden gelöscht; der Verlauf bleibt.",
    switchOffSubmit: "Alarme ausschalten",
    switchedOff: "Für diesen Betrieb sind die Alarme ausgeschaltet.",
    validation: {
      badMinutes: "Eine ganze Zahl von 0 bis 10080 (eine Woche).",
      badPercent: "Eine ganze Zahl von 0 bis 100.",
      badWebhook:
        "Eine Adresse im öffentlichen Internet mit https:// und einem Namen, höchstens 1000 Zeichen.",
    },
  },
};
