/** The texts of the alerts, in German. */

import { de as words } from "@greenhouse/domain/words/de";
import type { AlertTexts } from "../en/alerts";

export const de: AlertTexts = {
  words,
  title: "Alarme",

  service: {
    absent: "Noch werden keine Nachrichten verschickt.",
    absentHint:
      "Gerade eingerichtet? Dann beginnt es binnen einer Minute. Sonst fragen Sie, wer diese Seite für Ihren Betrieb betreibt.",
    asleep: (moment) => `Der Betrieb wird seit ${moment} nicht mehr überwacht.`,
    asleepHint: "Bis das behoben ist, gibt es keinen Alarm und keine Nachricht.",
  },

  off: {
    lead: "Für diesen Betrieb sind die Alarme ausgeschaltet.",
    what: "Sind sie eingeschaltet, wird jede Minute nachgesehen: Wer möchte, bekommt eine Nachricht, wenn ein Wert seine Grenze verlässt, ein Sensor verstummt, eine Batterie schwach wird oder ein Ausgang nicht so ist wie angeordnet.",
    switchOn: "Alarme einschalten",
    switchedOn: "Die Alarme sind eingeschaltet. Wählen Sie unten, wie Sie benachrichtigt werden.",
    askOwner: "Ein Eigentümer des Betriebs kann sie hier einschalten.",
  },

  open: {
    lasting: (duration) => `seit ${duration}`,
    takeBack: "Zurücknehmen",
    snooze: "Pausieren",
    snoozeAll: "Alle pausieren",
    hour: "1 Stunde",
    hours: "8 Stunden",
    until: (moment) => `Bis ${moment}`,
    snoozed: (moment) => `Pausiert bis ${moment}.`,
    endSnooze: "Pause beenden",
    of: (sensor) => `für ${sensor}`,
  },

  linked: {
    over: (moment) => `Dieser Alarm ist seit ${moment} vorbei.`,
    gone: "Dieser Alarm ist vorbei.",
    loading: "Der Alarm wird gesucht …",
  },

  log: {
    title: "Was geschehen ist",
    none: "Bisher ist kein Alarm vorbei.",
    lasted: (duration) => `dauerte ${duration}`,
    acknowledgedBy: (who) => `bestätigt von ${who}`,
    reportedLate: (moment) => `spät gemeldet, ${moment}`,
    more: "Mehr zeigen",
  },

  undelivered: {
    title: "Nicht zugestellt",
    email: (who) => `E-Mail an ${who}`,
    push: (who, devices) =>
      `Push an ${devices === 1 ? "ein Gerät" : `${devices} Geräte`} von ${who}`,
    webhook: "Webhook",
  },

  someone: { by: "Ihnen", to: "Sie" },

  notify: {
    title: "Mich benachrichtigen",
    lead: "Nur für Sie, für alle Ihre Betriebe, bis Sie es ausschalten.",
    channels: { email: "E-Mail", push: "Push", webhook: "Webhook" },
    emailTo: (address) => `E-Mail an ${address}`,
    emailOn: "E-Mail ist eingeschaltet.",
    emailOff: "E-Mail ist ausgeschaltet.",
    noEmail: "Ihr Konto hat keine E-Mail-Adresse.",
    emailUnsupported: "Diese Installation verschickt keine E-Mails.",
    unverified:
      "Ihre Adresse ist noch nicht bestätigt. Sie bekommt keine E-Mail, bis Sie den Link in der Bestätigungsmail öffnen.",
    verify: "Bestätigungsmail senden",
    verifySent:
      "Die Bestätigungsmail ist unterwegs. Öffnen Sie den Link darin und kommen Sie dann zurück.",
    push: "Push auf diesem Gerät",
    pushOn: "Push ist auf diesem Gerät eingeschaltet.",
    pushOff: "Push ist auf diesem Gerät ausgeschaltet.",
    pushUnsupported: "Diese Installation verschickt keine Push-Nachrichten.",
    pushProblems: {
      insecure: "Push braucht eine Seite mit https:// in ihrer Adresse.",
      installFirst:
        "Legen Sie diese Seite zuerst auf den Home-Bildschirm (Teilen, „Zum Home-Bildschirm“), öffnen Sie sie von dort und schalten Sie Push hier ein.",
      unsupported:
        "Dieser Browser kennt keine Push-Nachrichten. Chrome, Edge, Firefox und Safari kennen sie.",
      denied:
        "Dieser Browser blockiert Mitteilungen dieser Seite. Erlauben Sie sie in seinen Einstellungen für diese Website (das Symbol neben der Adresse) und laden Sie dann neu.",
      noService:
        "Der Browser hat seinen Push-Dienst nicht erreicht. Prüfen Sie die Verbindung oder nehmen Sie einen anderen Browser.",
    },
    otherDevices: (count) =>
      count === 1
        ? "Eingeschaltet auf 1 weiteren Gerät von Ihnen."
        : `Eingeschaltet auf ${count} weiteren Geräten von Ihnen.`,
    when: (farm) => `Nachrichten von ${farm}`,
    whens: {
      atOnce: "Sofort",
      after: (minutes) => `Nach ${minutes} Min. ohne Antwort`,
      never: "Keine Nachrichten",
    },
    whenHints: {
      atOnce: "Sie erfahren von jedem Alarm, sobald er ausgelöst wird.",
      after: (minutes) =>
        `Andere erfahren es zuerst; Sie nur, wenn ${minutes} Minuten lang niemand den Alarm bestätigt.`,
      never: "Sie erfahren von keinem Alarm dieses Betriebs, auf keinem Weg.",
      alone: "Sie sind das einzige Mitglied: Bis dahin erfährt es niemand.",
    },
    whenSet: (farm, when) => `Nachrichten von ${farm}: ${when}.`,
    language: (now) => `Die Nachrichten sind auf ${now}.`,
    inThisLanguage: "Auf Deutsch schreiben",
    languageSet: "Die Nachrichten sind jetzt auf Deutsch.",
  },

  test: {
    send: "Testen",
    sendOf: (channel) => `Testen: ${channel}`,
    waiting: "Kommt innerhalb einer Minute …",
    late: "Der Test wurde noch nicht gesendet: Vielleicht wird der Betrieb nicht überwacht.",
    delivered: (moment) => `Test zugestellt ${moment}.`,
    failed: (problem) => `Der Test konnte nicht zugestellt werden: ${problem}`,
  },

  settings: {
    title: "Was einen Alarm auslöst",
    lead: "Werte außerhalb der Grenzen eines Gewächshauses, Messwerte, die nicht stimmen können, Ausgänge, die nicht so sind wie angeordnet, und was hier steht.",
    silentAfter: "Still seit (Minuten)",
    silentAfterHint: "0: Stille Sensoren lösen keinen Alarm aus.",
    battery: "Batterie höchstens (Prozent)",
    batteryHint: "0: Batterien lösen keinen Alarm aus.",
    thresholds: "Zu den Grenzen",
    language: "Sprache der Nachrichten des Betriebs",
    languageHint:
      "Die des Webhooks und der Gründe, warum etwas nicht zugestellt wurde. Jede Person bekommt ihre Nachrichten in der Sprache, die sie gewählt hat.",
    languageSet: (language) => `Die Nachrichten des Betriebs sind jetzt auf ${language}.`,
    webhook: "Webhook",
    webhookLead:
      "Jede Nachricht geht auch an diese Adresse, signiert nach Standard Webhooks: an ntfy, Slack, Telegram, Home Assistant.",
    url: "Adresse",
    addWebhook: "Hinzufügen",
    webhookSaved: "Die Adresse des Webhooks ist gespeichert.",
    webhookRemoved: "Der Webhook ist entfernt.",
    secretTitle: "Geheimnis des Webhooks",
    secretLead:
      "Damit prüft der Empfänger die Signatur. Es wird nur jetzt gezeigt: Kopieren Sie es. Ein verlorenes lässt sich ersetzen.",
    secret: "Geheimnis",
    newSecret: "Neues Geheimnis …",
    newSecretTitle: "Das Geheimnis ersetzen?",
    newSecretWarning:
      "Der Empfänger weist Nachrichten ab, bis er das neue hat. Das lässt sich nicht rückgängig machen.",
    newSecretSubmit: "Geheimnis ersetzen",
    done: "Fertig",
    switchOff: "Alarme ausschalten …",
    switchOffTitle: "Die Alarme ausschalten?",
    switchOffWarning:
      "Niemand erfährt mehr von Frost, Hitze oder stillen Sensoren dieses Betriebs. Diese Einstellungen, der Webhook und offene Alarme werden gelöscht; was geschehen ist, bleibt hier stehen.",
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
