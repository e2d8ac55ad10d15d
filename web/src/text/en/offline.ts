/** Changes that are not saved yet, and a new version of the page, in English. */

export const en = {
  pending: (count: number): string =>
    `${count} ${count === 1 ? "change" : "changes"} not saved yet.`,
  /** Shown while offline. */
  pendingOffline: (count: number): string =>
    `Keep this page open. ${count === 1 ? "The change is" : "The changes are"} sent when you're back online.`,
  discard: "Discard",
  newVersion: "A new version of this page is available.",
  reload: "Reload",
};

export type OfflineTexts = typeof en;
