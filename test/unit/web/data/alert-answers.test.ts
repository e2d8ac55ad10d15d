/** Acknowledges many alerts while some of them end. */

import { signal } from "@preact/signals-core";
import { acknowledge, snooze } from "../../../../web/src/data/changes/alert-answers";
import { Writes } from "../../../../web/src/data/changes/writes";
import type { Values } from "../../../../web/src/data/changes/writes";

const pathOf = (id: string): string => `alerts/oak/open/${id}`;

/** Opens a database with open alerts. It refuses to mark the refused ones, like the rules do. */
function openChanges(open: readonly string[], refused: readonly string[] = []) {
  const updates: Values[] = [];
  const marked: Record<string, unknown> = {};
  const isOpen = (path: string): boolean => open.some((id) => path.startsWith(`${pathOf(id)}/`));
  const update = (values: Values): Promise<void> => {
    updates.push(values);
    const isAllowed = (path: string): boolean =>
      isOpen(path) && !refused.some((id) => path.startsWith(`${pathOf(id)}/`));
    if (!Object.keys(values).every(isAllowed)) {
      return Promise.reject(new Error("permission_denied"));
    }
    Object.assign(marked, values);
    return Promise.resolve();
  };
  const read = (path: string): Promise<unknown> =>
    Promise.resolve(marked[path] ?? (isOpen(`${path}/`) ? {} : null));
  const connection = { isConnected: true, state: signal({}) };
  const writes = new Writes(update, read, connection);
  return { writes, updates, marked };
}

const IDS = Array.from({ length: 6000 }, (_, index) => `a${index}`);

test("acknowledges a storm in a few updates", async () => {
  const { writes, updates, marked } = openChanges(IDS);
  await acknowledge(writes, "oak", IDS, "ada");
  expect(updates.map((values) => Object.keys(values).length)).toEqual([5000, 1000]);
  expect(Object.keys(marked)).toHaveLength(6000);
  expect(marked[`${pathOf("a7")}/acknowledgedBy`]).toBe("ada");
});

test("acknowledges other alerts if some have ended", async () => {
  const { writes, updates, marked } = openChanges(IDS.slice(2, -1));
  await acknowledge(writes, "oak", IDS, "ada");
  expect(Object.keys(marked)).toHaveLength(5997);
  expect(updates.length).toBeLessThan(100);
});

test("fails for an open alert that the rules protect", async () => {
  const { writes, marked } = openChanges(["x", "y", "z"], ["y"]);
  await expect(snooze(writes, "oak", ["x", "y", "z"], 5)).rejects.toThrow("permission_denied");
  expect(Object.keys(marked).toSorted()).toEqual([
    `${pathOf("x")}/snoozedUntil`,
    `${pathOf("z")}/snoozedUntil`,
  ]);
});

test("undoes all answers except answers that somebody else has changed", async () => {
  const { writes, marked } = openChanges(["x", "y", "z"]);
  await acknowledge(writes, "oak", ["x", "y", "z"], "ada");
  marked[`${pathOf("y")}/acknowledgedBy`] = "bob";
  const undone: Promise<void>[] = [];
  writes.unlessChanged(() => undone.push(acknowledge(writes, "oak", ["x", "y", "z"], undefined)));
  await expect(Promise.all(undone)).rejects.toMatchObject({ code: "changedMeanwhile" });
  expect(Object.values(marked)).toEqual([null, "bob", null]);
});
