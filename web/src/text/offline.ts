/** The texts about changes that are not stored, and about a new version. */

import { defineTexts } from "./define";

const en = {
  pending: (count: number): string =>
    count === 1 ? "Not stored yet: 1 change." : `Not stored yet: ${count} changes.`,
  /** While there is no connection. */
  pendingOffline: (count: number): string =>
    `${count === 1 ? "It is" : "They are"} sent when the connection is back, as long as this page stays open.`,
  discard: "Discard",
  newVersion: "There is a new version of this page.",
  reload: "Reload",
};

const de: typeof en = {
  pending: (count) =>
    count === 1
      ? "Noch nicht gespeichert: 1 Änderung."
      : `Noch nicht gespeichert: ${count} Änderungen.`,
  pendingOffline: (count) =>
    `${count === 1 ? "Sie wird" : "Sie werden"} gesendet, sobald die Verbindung wieder da ist, solange diese Seite offen bleibt.`,
  discard: "Verwerfen",
  newVersion: "Es gibt eine neue Version dieser Seite.",
  reload: "Neu laden",
};

export const useOfflineTexts = defineTexts({ en, de });
