/** Changes that are not saved yet, and a new version of the page, in German. */

import type { OfflineTexts } from "../en/offline";

export const de: OfflineTexts = {
  pending: (count) => `${count} ${count === 1 ? "Änderung" : "Änderungen"} noch nicht gespeichert.`,
  pendingOffline: (count) =>
    `Lassen Sie diese Seite offen. ${count === 1 ? "Die Änderung wird" : "Die Änderungen werden"} gesendet, sobald Sie wieder online sind.`,
  discard: "Verwerfen",
  newVersion: "Eine neue Version dieser Seite ist verfügbar.",
  reload: "Neu laden",
};
