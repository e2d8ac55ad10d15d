/** The texts about changes that are not stored, and about a new version: in English. */

export const en = {
  pending: (count: number): string =>
    count === 1 ? "Not stored yet: 1 change." : `Not stored yet: ${count} changes.`,
  /** While there is no connection. */
  pendingOffline: (count: number): string =>
    `${count === 1 ? "It is" : "They are"} sent when the connection is back, as long as this page stays open.`,
  discard: "Discard",
  newVersion: "There is a new version of this page.",
  reload: "Reload",
};

export type OfflineTexts = typeof en;
