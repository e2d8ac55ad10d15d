/** Groups undelivered messages by person and channel, because a person may have ten devices. Pure. */

import type { Undelivered } from "@greenhouse/domain/alerts/people-records";
import type { Recipient } from "@greenhouse/domain/alerts/recipient-ids";

export interface UndeliveredRow {
  /** The recipient of the newest message. */
  readonly recipient: Recipient;
  readonly at: number;
  /** The number of devices, for push messages. */
  readonly count: number;
  /** The different problems, the newest first. */
  readonly problems: readonly string[];
}

/** @param all the newest message first */
export function undeliveredRows(all: readonly Undelivered[]): readonly UndeliveredRow[] {
  const rows = Map.groupBy(all, ({ recipient }) =>
    JSON.stringify([recipient.channel, "person" in recipient && recipient.person]),
  );
  return [...rows.values()].flatMap((row): readonly UndeliveredRow[] => {
    const [newest] = row;
    if (newest === undefined) return [];
    const { recipient, at } = newest;
    const problems = [...new Set(row.map(({ problem }) => problem))];
    return [{ recipient, at, count: row.length, problems }];
  });
}
