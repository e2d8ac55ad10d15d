/** Every text of the page, in German. */

import type { Texts } from "./en";

export const de: Texts = {
  appName: "Gewächshäuser",
  skipToContent: "Zum Inhalt springen",
  measurements: {
    temperature: "Temperatur",
    humidity: "Luftfeuchte",
    light: "Licht",
    battery: "Batterie",
    vpd: "VPD",
    dewPoint: "Taupunkt",
  },
  problems: {
    refused: "Die Datenbank hat das abgelehnt: Sie dürfen das nicht oder nicht mehr.",
    wrongCredentials: "Die E-Mail-Adresse oder das Passwort stimmt nicht.",
    tooManyAttempts: "Zu viele Versuche. Warten Sie ein paar Minuten.",
    noNetwork: "Es besteht keine Verbindung zum Netz.",
    popupClosed: "Das Anmeldefenster wurde vorzeitig geschlossen.",
    popupBlocked:
      "Der Browser hat das Anmeldefenster blockiert. Erlauben Sie Pop-ups für diese Seite.",
    emailTaken: "Zu dieser E-Mail-Adresse gibt es schon ein Konto: Melden Sie sich an.",
    weakPassword: "Das Passwort ist zu kurz: Es braucht mindestens 6 Zeichen.",
    badEmail: "Das ist keine E-Mail-Adresse.",
    unknown: "Etwas ist schiefgegangen. Versuchen Sie es noch einmal.",
  },
  validation: {
    empty: "Hier fehlt noch etwas.",
    tooLong: "Höchstens 100 Zeichen.",
    idTooLong: "Höchstens 128 Zeichen.",
    lineBreak: "Das muss in einer Zeile stehen.",
    forbiddenCharacters: "Die Zeichen . # $ [ ] / sind nicht erlaubt.",
    reservedUid: "Dieses Wort ist vergeben: Wählen Sie eine andere UID.",
    uidLikeKey:
      "20 Zeichen mit einem Bindestrich am Anfang sind die Schlüssel von Messwerten: Wählen Sie eine andere UID.",
    reservedId: "Diese ID ist vergeben.",
    taken: "Ein Sensor mit dieser UID ist schon angemeldet.",
    refused:
      "Die Datenbank hat diese UID abgelehnt: Vielleicht hat sie ein Sensor eines anderen Betriebs.",
    notANumber: "Das muss eine Zahl sein.",
    ambiguous:
      "Tausender oder Nachkommastellen? Schreiben Sie 30000 oder 30,0, ohne Trennzeichen für Tausender.",
    minAboveMax: "Der niedrigste Wert liegt über dem höchsten.",
    alreadyMember: "Diese Person ist schon Mitglied.",
    notAnEmail: "Das ist keine E-Mail-Adresse.",
    shortPassword: "Es braucht mindestens 6 Zeichen.",
  },

  loading: "Lädt …",
  retry: "Noch einmal versuchen",
  cancel: "Abbrechen",
  save: "Speichern",
  saved: "Gespeichert.",
  close: "Schließen",
  undo: "Rückgängig",
  copy: "Kopieren",
  copied: "Kopiert",
  copyWhat: (what) => `${what} kopieren`,
  copyRefused:
    "Der Browser lässt diese Seite nicht kopieren. Hier steht der Text, markiert: Kopieren Sie ihn selbst.",
  edit: "Bearbeiten",
  remove: "Entfernen",

  signIn: {
    title: "Anmelden",
    lead: "Ihre Gewächshäuser, live.",
    signUpLead: "Danach gründen Sie einen Betrieb, oder ein Eigentümer nimmt Sie in seinen auf.",
    passwordHint: "Mindestens 6 Zeichen.",
    email: "E-Mail-Adresse",
    password: "Passwort",
    submit: "Anmelden",
    signUp: "Konto anlegen",
    google: "Mit Google anmelden",
    forgotten: "Passwort vergessen?",
    resetSent: "Wenn es ein Konto mit dieser Adresse gibt, ist eine E-Mail unterwegs.",
    resetNeedsEmail: "Geben Sie zuerst Ihre E-Mail-Adresse ein.",
    demo: "Demo: anmelden als",
    newHere: "Neu hier?",
    haveAccount: "Schon ein Konto?",
    roles: { owner: "Eigentümer", viewer: "Betrachter" },
  },

  account: {
    title: "Konto",
    signedInAs: (name) => `Angemeldet als ${name}`,
    yourId: "Ihre ID",
    yourIdHint: "Damit nimmt ein Eigentümer Sie in einen Betrieb auf.",
    signOut: "Abmelden",
    language: "Sprache",
  },

  connection: {
    offline: (moment) =>
      moment === undefined ? "Offline: verbindet …" : `Offline, Werte von ${moment}`,
  },

  nav: {
    main: "Ansichten",
    overview: "Gewächshäuser",
    sensors: "Sensoren",
    settings: "Einstellungen",
  },

  farms: {
    title: "Ihre Betriebe",
    none: "Sie sind noch in keinem Betrieb Mitglied.",
    join: "Einem Betrieb beitreten",
    joinHint:
      "Schicken Sie Ihre ID einem Eigentümer des Betriebs. Er trägt sie unter Einstellungen, Mitglieder ein; dann erscheint seine Einladung hier von selbst.",
    ask: "Wenn Sie keinen Eigentümer kennen, fragen Sie, wer Ihnen die Adresse dieser Seite gegeben hat.",
    create: "Betrieb gründen",
    createHint: "Sie werden sein Eigentümer und können andere aufnehmen.",
    invited: "Einladung",
    invitedAs: { owner: "als Eigentümer", viewer: "als Betrachter" },
    accept: "Annehmen",
    acceptOf: (name) => `Annehmen: ${name}`,
    accepted: (name) => `${name} steht auf Ihrer Liste.`,
    decline: "Ablehnen",
    declineOf: (name) => `Ablehnen: ${name}`,
    declined: (name) => `Sie haben die Einladung zu ${name} abgelehnt.`,
    leave: "Verlassen …",
    leaveOf: (name) => `${name} verlassen …`,
    unlistTitle: "Diesen Betrieb von der Liste nehmen?",
    unlistLead: "Sie bleiben sein Eigentümer. Über seine Adresse kommen Sie zurück:",
    unlist: "Von der Liste nehmen",
    unlisted: (name) => `${name} steht nicht mehr auf Ihrer Liste.`,
    command: "Oder in einem Terminal, im Ordner des Projekts, das hier läuft:",
    commandName: "Befehl",
    name: "Name des Betriebs",
    notYours: "Diesen Betrieb gibt es nicht, oder Sie sind kein Mitglied.",
  },

  farm: {
    allWell: "Alles in Ordnung",
    wasWell: (moment) => `Alles war in Ordnung, Stand ${moment}`,
    attention: (count) =>
      count === 1 ? "1 Sache braucht Aufmerksamkeit" : `${count} Dinge brauchen Aufmerksamkeit`,
    noReadings: "Noch kein Messwert",
    newest: (age) => `neuester Messwert ${age}`,
    id: "Betriebs-ID",
    gateway: "Gateway",
    gatewayNone: "noch nicht gemeldet",
    reported: (age) => `gemeldet ${age}`,
    greenhouses: "Gewächshäuser",
    noGreenhouses: "Es gibt noch kein Gewächshaus.",
    addGreenhouse: "Gewächshaus hinzufügen",
    greenhouseName: "Name des Gewächshauses",
    noSensors: "Noch kein Sensor verknüpft",
    sparkline: (measurement) => `${measurement}, letzte 24 Stunden`,
    sparklineFaults: (label) => `${label}; mit Sensorfehlern, unten markiert`,
    more: (count) => `und ${count} weitere`,
  },

  attention: ({ kind, measurement, value, bound, since, missing }) => {
    switch (kind) {
      case "above":
        return `${measurement} ${value}, über ${bound}`;
      case "below":
        return `${measurement} ${value}, unter ${bound}`;
      case "silent":
        return `${missing}${since === undefined ? "seit über einem Tag still" : `still seit ${since}`}`;
      case "fault":
        return `Sensorfehler: ${measurement} ${value}`;
      case "battery":
        return `Batterie ${value}`;
    }
  },
  attentionWord: { bad: "Alarm", warning: "Achtung" },

  sensorFault: "Sensorfehler",

  freshness: {
    never: "noch kein Messwert",
    olderThan: "älter als ein Tag",
    silentSince: (moment) => `still seit ${moment}`,
  },

  greenhouse: {
    back: "Alle Gewächshäuser",
    unknown: "Dieses Gewächshaus gibt es im Betrieb nicht.",
    sensors: "Sensoren",
    sensor: "Sensor",
    lastReading: "Letzter Messwert",
    median: (count) => `Median von ${count}`,
    span: (low, high) => `${low}\u00a0–\u00a0${high}`,
    allAlike: (value) => `alle ${value}`,
    threshold: (bounds) => `Soll: ${bounds}`,
    thresholdAtNight: (bounds) => `nachts ${bounds}`,
    noReadings: "Noch kein Messwert. Diese Zeile sendet den ersten:",
    noSensors: "Mit diesem Gewächshaus ist noch kein Sensor verknüpft.",
    linkOne: "Sensor anmelden oder verknüpfen",
  },

  bounds: (min, max) => {
    if (min === undefined) return `höchstens ${max ?? ""}`;
    return max === undefined ? `mindestens ${min}` : `${min}\u00a0–\u00a0${max}`;
  },

  charts: {
    title: "Verläufe",
    range: "Zeitraum",
    presets: { "1h": "1 h", "24h": "24 h", "7d": "7 T", "30d": "30 T" },
    presetNames: {
      "1h": "Letzte Stunde",
      "24h": "Letzte 24 Stunden",
      "7d": "Letzte 7 Tage",
      "30d": "Letzte 30 Tage",
    },
    own: "Zeitraum …",
    from: "Von",
    to: "Bis",
    apply: "Zeigen",
    badRange: "Das Ende muss nach dem Anfang liegen.",
    reset: "Zurück zu den letzten 24 Stunden",
    hintMouse:
      "Ziehen Sie über einen Verlauf, um hineinzuzoomen. Die Pfeiltasten bewegen seinen Cursor.",
    hintTouch: "Streichen Sie über einen Verlauf, um seine Werte zu lesen.",
    cursor: (measurement) => `Cursor: ${measurement}`,
    cursorNowhere: "kein Wert hier",
    since: (moment) => `Kein Messwert vor ${moment}.`,
    showSince: "Ab da zeigen",
    more: (count) => `${count} weitere`,
    fewer: "Weniger",
    former: "früher",
    export: "Als CSV exportieren",
    exporting: (count) => `${count} Messwerte`,
    exportCancelled: "Export abgebrochen.",
    exported: (count) => `${count} Messwerte exportiert.`,
    reading: "Liest den Verlauf …",
    sampled: "Gezeichnet ist eine gleichmäßige Stichprobe. Hineinzoomen zeigt alle.",
    nothing: "Keine Messwerte in diesem Zeitraum.",
    faults: (names) => `Sensorfehler sind nicht gezeichnet: ${names}`,
    table: (measurement) => `${measurement} als Tabelle`,
    tableTime: "Zeit",
    tableCell: (low, high) => `${low} – ${high}`,
    chart: (measurement, range) =>
      `Verlauf: ${measurement}, ${range}. Die Tabelle darunter enthält die Werte.`,
  },

  sensors: {
    title: "Sensoren",
    none: "Es gibt noch keinen Sensor.",
    noneHint:
      "Melden Sie den ersten an: Sie bekommen die Zeilen für sein Board, fertig ausgefüllt.",
    search: "Name, UID, Typ, Gewächshaus suchen",
    searchShort: "Name, UID, Typ … suchen",
    filter: "Welche Sensoren",
    shown: { all: "Alle", attention: "Achtung", unlinked: "Nicht verknüpft" },
    found: (count, all) => `${count} von ${all} Sensoren`,
    nothingFound: "So einen Sensor gibt es nicht.",
    showAll: "Alle zeigen",
    register: "Sensor anmelden",
    uid: "UID",
    uidHint: "Was das Board als uid sendet. Sie ist später nicht änderbar.",
    invent: "Erfinden",
    name: "Name",
    type: "Typ",
    typeHint: "Was auf dem Board sitzt: SHT31, BME280 …",
    greenhouse: "Gewächshaus",
    unlinked: "nicht verknüpft",
    unlinkedHint: "kann nicht senden",
    lastReading: "Letzter Messwert",
    snippet: "Board-Code",
    snippetOf: (name) => `Code für ${name}`,
    snippetUnlinked:
      "Dieser Sensor ist mit keinem Gewächshaus verknüpft: So lange werden seine Messwerte abgelehnt.",
    snippetLeads: {
      shell: "Sendet einen Messwert aus einem Terminal, mit curl und openssl.",
      python: "Sendet einen Messwert, mit Python allein.",
      arduino: "Gehört in secrets.h des Clients in devices/arduino.",
      micropython: "Gehört in config.py des Clients in devices/micropython.",
    },
    snippetKey: "Schlüssel einsetzen",
    snippetKeyHint:
      "KEY steht für den Schlüssel des Sensors oder, wenn er keinen eigenen hat, den des Betriebs. Eigentümer können ihn einsetzen.",
    ownKey: "Eigenen Schlüssel geben",
    ownKeyHint: "Geht das Board verloren, lässt es sich sperren, ohne die anderen anzufassen.",
    ownKeyRemove: "Diesen Schlüssel entfernen",
    ownKeyRemoved: (name) =>
      `${name} hat keinen eigenen Schlüssel mehr: Das Board braucht den des Betriebs.`,
    boardTitle: "Adresse, UID und Schlüssel",
    qr: (name) => `QR-Code mit Adresse, UID und Schlüssel für das Board von ${name}`,
    qrHint:
      "Enthält Adresse, UID und Schlüssel als Text. Zeigen Sie ihn nur, wem Sie den Schlüssel anvertrauen.",
    lost: "Board verloren?",
    cutOff: "Sperren …",
    cutOffTitle: (name) => `Das Board von ${name} sperren?`,
    cutOffWarning:
      "Der Sensor bekommt einen neuen Schlüssel; der auf dem verlorenen Board gilt für ihn sofort nicht mehr. Die Messwerte bleiben. Das lässt sich nicht rückgängig machen.",
    cutOffFarmKey:
      "Das verlorene Board hat den Schlüssel des Betriebs und kann damit noch für andere Sensoren senden. Ersetzen Sie auch diesen, in den Einstellungen.",
    cutOffSubmit: "Sperren",
    cutOffDone: "Das verlorene Board ist gesperrt. Sein Ersatz braucht den neuen Schlüssel.",
    languages: { shell: "Shell", python: "Python", arduino: "Arduino", micropython: "MicroPython" },
    snippetLoopback:
      "127.0.0.1 ist nur dieser Rechner. Ein Board braucht seine Adresse im Netz; die steht hier nach",
    snippetLanguage: "Sprache",
    edit: (name) => `${name} bearbeiten`,
    actions: (name) => `Aktionen für ${name}`,
    removed: (name) => `${name} wurde entfernt. Die Messwerte bleiben.`,
    registered: (name) => `${name} ist angemeldet.`,
    linked: (name, greenhouse) => `${name} ist mit ${greenhouse} verknüpft.`,
    unlinkedNow: (name) => `${name} ist nicht mehr verknüpft und kann keine Messwerte senden.`,
    linkOf: (name) => `Gewächshaus von ${name}`,
  },

  keys: {
    reveal: "Schlüssel zeigen",
    hide: "Schlüssel verbergen",
    replace: "Schlüssel ersetzen …",
    replaceSubmit: "Schlüssel ersetzen",
    newKey: "Neuer Schlüssel",
    oldKey: "Alter Schlüssel",
    endOld: "Alten Schlüssel beenden",
    keepOld: "gilt weiter, bis Sie ihn beenden",
    endAtOnce: "endet sofort",
    farm: {
      key: "Schlüssel des Betriebs",
      lead: "Damit signieren die Boards ihre Messwerte. Wer ihn hat, kann für diesen Betrieb Messwerte senden.",
      none: "Der Betrieb hat noch keinen Schlüssel: Ohne ihn wird kein signierter Messwert angenommen.",
      make: "Schlüssel erzeugen",
      oldWorks:
        "Zwei Schlüssel gelten. Beenden Sie den alten, wenn alle Boards und das Gateway den neuen haben.",
      oldEnded: "Der alte Schlüssel gilt in spätestens einer Minute nicht mehr.",
      replaceTitle: "Den Schlüssel ersetzen?",
      keepQuestion: "Der Schlüssel, den die Boards jetzt haben,",
      kept: "Beide Schlüssel gelten. Spielen Sie den neuen auf alle Boards und das Gateway, dann beenden Sie hier den alten.",
      keptTwice:
        "Der schon alte Schlüssel endet: Boards, die ihn noch haben, werden abgewiesen. Das lässt sich nicht rückgängig machen.",
      warning:
        "Alle Boards und das Gateway werden abgewiesen, bis sie den neuen Schlüssel haben. Das lässt sich nicht rückgängig machen.",
      confirm: (name) => `Zur Bestätigung den Namen des Betriebs eintippen: ${name}`,
      replaced: "Der Schlüssel wurde ersetzt. Spielen Sie den neuen auf jedes Board.",
      replacedKept: "Es gibt einen neuen Schlüssel. Der alte gilt, bis Sie ihn beenden.",
    },
    sensor: {
      key: "Schlüssel dieses Sensors",
      lead: "Er gilt nur für diesen Sensor. Wer ihn hat, kann für keinen anderen senden.",
      none: "Dieser Sensor hat keinen eigenen Schlüssel: Sein Board signiert wie andere mit dem des Betriebs.",
      make: "Eigenen Schlüssel geben",
      oldWorks: "Zwei Schlüssel gelten. Beenden Sie den alten, wenn das Board den neuen hat.",
      oldEnded: "Der alte Schlüssel dieses Sensors gilt nicht mehr.",
      replaceTitle: "Den Schlüssel dieses Sensors ersetzen?",
      keepQuestion: "Der Schlüssel, den das Board jetzt hat,",
      kept: "Beide Schlüssel gelten. Spielen Sie den neuen auf das Board, dann beenden Sie hier den alten.",
      keptTwice:
        "Der schon alte Schlüssel endet: Ein Board, das ihn noch hat, wird abgewiesen. Das lässt sich nicht rückgängig machen.",
      warning:
        "Das Board wird abgewiesen, bis es den neuen Schlüssel hat. Das lässt sich nicht rückgängig machen.",
      confirm: (name) => `Zur Bestätigung den Namen des Sensors eintippen: ${name}`,
      replaced: "Der Sensor hat einen neuen Schlüssel. Spielen Sie ihn auf das Board.",
      replacedKept: "Der Sensor hat einen neuen Schlüssel. Der alte gilt, bis Sie ihn beenden.",
    },
  },

  settings: {
    title: "Einstellungen",
    farm: "Betrieb",
    members: "Mitglieder",
    membersLead: "Eigentümer ändern alles; Betrachter sehen alles außer dem Schlüssel.",
    member: "Mitglied",
    role: "Rolle",
    roles: { owner: "Eigentümer", viewer: "Betrachter" },
    you: "Sie",
    addMember: "Mitglied hinzufügen",
    memberId: "ID der Person",
    memberIdHint:
      "Die Person findet sie in ihrem Menü „Konto“, rechts oben auf dieser Seite, mit einem Knopf zum Kopieren.",
    wholeId: "Die ganze ID zeigen",
    add: "Hinzufügen",
    added: "Das Mitglied wurde hinzugefügt. Auf seiner Liste steht eine Einladung.",
    removedMember: (uid) => `${uid} ist kein Mitglied mehr.`,
    roleOf: (uid) => `Rolle von ${uid}`,
    leave: "Betrieb verlassen",
    leaveTitle: "Diesen Betrieb verlassen?",
    leaveWarning: "Sie sehen ihn erst wieder, wenn ein Eigentümer Sie erneut aufnimmt.",
    greenhouses: "Gewächshäuser und Schwellen",
    greenhousesLead:
      "Ein Wert jenseits seiner Schwelle wird in der Übersicht genannt; die Verläufe zeigen das Band.",
    lowest: "Mindestens",
    highest: "Höchstens",
    viewerOnly: "Einstellungen ändern nur Eigentümer.",
    noThresholds: "keine Schwellen",
    night: "Andere Grenzen in der Nacht",
    atNight: (quantity) => `${quantity} nachts`,
    nightHint:
      "Von Sonnenuntergang bis Sonnenaufgang. Wo ein Feld leer ist, gilt die Grenze des Tages.",
    nightNeedsPlace:
      "Nacht ist von Sonnenuntergang bis Sonnenaufgang: Diese Grenzen gelten erst, wenn oben der Ort des Betriebs steht.",
    place: "Ort",
    placeLead: "Sagt, wann es im Betrieb Nacht ist, für Grenzen, die dann andere sind.",
    noPlace: "nicht festgelegt",
    latitude: "Breitengrad",
    longitude: "Längengrad",
    timeZone: "Zeitzone",
    placeHint:
      "In Grad, Norden und Osten positiv. Ein Paar aus einer Karte lässt sich einfügen: 52.52, 13.40",
    placeFaults: {
      latitude: "Das muss eine Zahl von -90 bis 90 sein.",
      longitude: "Das muss eine Zahl von -180 bis 180 sein.",
      timeZone: "Diese Zeitzone gibt es nicht. Beispiel: Europe/Berlin",
    },
    sunDown: (sunset, sunrise) => `Sonne unten ${sunset}–${sunrise}`,
    sunUp: "Die Sonne geht dort heute nicht unter.",
    sunDownAllDay: "Die Sonne geht dort heute nicht auf.",
  },

  notFound: {
    title: "Hier ist nichts",
    lead: "Die Adresse führt nirgendwohin.",
    home: "Zu Ihren Betrieben",
  },

  fatal: {
    title: "Die Seite konnte nicht starten",
    lead: "Sie erreicht ihren Server nicht. Prüfen Sie die Verbindung und versuchen Sie es noch einmal.",
  },
};
