/** The texts about changes that are not stored, and about a new version: in German. */

import type { OfflineTexts } from "../en/offline";

export const de: OfflineTexts = {
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
