/** People who order: on the page, whose browser then ends, or two people at the same moment. */

import { setTimeout as pass } from "node:timers/promises";
import { placeOrder } from "@greenhouse/database/outputs/place-order";
import { parseOrder } from "@greenhouse/domain/outputs/records";
import type { OrderDatabase } from "@greenhouse/database/outputs/place-order";
import { createPushKeys } from "@greenhouse/domain/identity/push-key";
import { entriesOf } from "@greenhouse/domain/stored";
import { launchBrowser } from "rtdb-emulator/testing/browser";
import { unsignedToken } from "rtdb-emulator/testing/unsigned-token";
import { NAMESPACE } from "../backend/addresses";
import { uptime } from "../devices/logged-board";
import { HOSTING_URL } from "../web/addresses";
import type { PageFarm } from "../web/farm";
import { farmPath, signIn } from "../web/visit";
import type { Scene } from "./scene";

const ORDER_MS = 300_000;
type Person = Pick<OrderDatabase, "read" | "update">;

/**
 * Creates a person who works over REST, under the rules. @param address of the database,
 * `host:port`
 */
function personAt(address: string, uid: string): Person {
  const headers = { Authorization: `Bearer ${unsignedToken(uid)}` };
  const call = (path: string, more: RequestInit = {}): Promise<Response> =>
    fetch(`http://${address}/${path}.json?ns=${NAMESPACE}`, { headers, ...more });
  return {
    read: async (path) => (await call(path)).json(),
    update: async (values) => {
      const { ok, status } = await call("", { method: "PATCH", body: JSON.stringify(values) });
      if (!ok && status !== 401) throw new Error(`an order was answered ${status}`);
      return ok;
    },
  };
}

/** Lets nobody write before all have read the present order. */
function together(people: readonly Person[]): {
  readonly people: readonly Person[];
  /** How often a write was refused. */
  readonly refused: () => number;
} {
  const haveRead = Promise.withResolvers<true>();
  let reads = 0;
  let refused = 0;
  return {
    people: people.map(({ read, update }) => ({
      read: async (path) => {
        const stored = await read(path);
        reads += 1;
        if (reads === people.length) haveRead.resolve(true);
        await haveRead.promise;
        return stored;
      },
      update: async (values) => {
        const isStored = await update(values);
        if (!isStored) refused += 1;
        return isStored;
      },
    })),
    refused: () => refused,
  };
}

/** Orders on the page as a person does, and then ends the whole browser. */
export async function orderOnPage(farm: PageFarm): Promise<void> {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(HOSTING_URL + farmPath(farm, "g", farm.tomatoes));
    await signIn(page, farm.owner);
    const row = page
      .getByRole("region", { name: "Valves and pumps" })
      .getByRole("listitem")
      .first();
    await row.getByRole("combobox").selectOption("60000");
    await row.getByRole("button", { name: "Hold to switch on" }).dispatchEvent("pointerdown");
    await row.getByText("waiting for the board").waitFor();
  } finally {
    await browser.close();
  }
}

/** Two people order at once: both switch on, or one switches on and the other off, in turn. */
export async function orderTogether(scene: Scene, rounds: number): Promise<void> {
  const { board, database, sensor } = scene;
  const logged = async () => entriesOf(await database.get(scene.path("outputLog"))).length;
  const counts = { refused: 0, repeatedOn: 0, offFailed: 0, otherPin: 0 };
  for (let round = 0; round < rounds; round += 1) {
    const before = await logged();
    const isOff = round % 2 === 1;
    const pair = together(
      ["someone", "other"].map((uid) => personAt(scene.stack.databaseAddress, uid)),
    );
    const id = { farmId: sensor.farm.id, uid: sensor.uid, output: "valve" };
    const until = Date.now() + ORDER_MS;
    const orderings = [
      { value: 1 + round, until, by: "someone" },
      isOff
        ? { value: 0, until: undefined, by: "other" }
        : { value: 50 + round, until, by: "other" },
    ];
    const createKey = createPushKeys(Math.random);
    const outcomes = await Promise.all(
      pair.people.map((person, index) =>
        placeOrder({ ...person, createKey, now: Date.now }, id, orderings[index]!),
      ),
    );
    const kinds = outcomes.map(({ kind }) => kind);
    const stored = kinds.filter((kind) => kind === "ordered").length;
    counts.refused += pair.refused();
    if ((await logged()) - before !== stored || (!isOff && stored !== 1)) counts.repeatedOn += 1;
    if (isOff && kinds[1] !== "ordered") counts.offFailed += 1;
    const order = parseOrder(await database.get(scene.path("outputOrders")));
    const { at } = await board.heardFrom(uptime(), 20_000);
    await pass(Math.max(0, at + 200 - uptime()));
    if (board.pin !== order?.value || (isOff && order?.value !== 0)) counts.otherPin += 1;
  }
  await scene.untilTold("off", 20_000);
  scene.note(`${counts.refused} of ${rounds} first tries refused`, counts.refused === rounds);
  scene.note(`on was repeated ${counts.repeatedOn} times`, counts.repeatedOn === 0);
  scene.note(`off was left refused ${counts.offFailed} times`, counts.offFailed === 0);
  const shown = rounds - counts.otherPin;
  scene.note(`the pin showed the last order ${shown} times`, shown === rounds);
}
