import type { Order } from "@greenhouse/domain/outputs/model";
import { MINUTE_MS } from "@greenhouse/domain/time";
import { placeOrder } from "@greenhouse/database/outputs/place-order";

const NOW = 1_700_000_000_000;
const ON: Order = { value: 1, version: 5, until: NOW + MINUTE_MS, by: "olga", at: NOW };

describe("another person orders at the same time", () => {
  const id = { farmId: "oak", uid: "dht-1", output: "valve" };
  /** Our order finds a newer order this many times. */
  async function place(value: number, others: number) {
    let order = ON;
    let left = others;
    const update = (values: Readonly<Record<string, object>>): Promise<boolean> => {
      // Like the rules: the order must follow the stored order.
      if (left === 0) {
        const stored = values["outputOrders/oak/dht-1/valve"];
        return Promise.resolve(Reflect.get(stored!, "version") === order.version + 1);
      }
      left -= 1;
      order = { ...order, version: order.version + 1 };
      return Promise.resolve(false);
    };
    const database = {
      update,
      read: () => Promise.resolve(order),
      createKey: () => "-K",
      now: () => NOW,
    };
    const until = value === 0 ? undefined : NOW + MINUTE_MS;
    return placeOrder(database, id, { value, until, by: "vera" });
  }

  test("does not repeat an order to switch on, but repeats off five times", async () => {
    expect(await place(1, 0)).toMatchObject({ kind: "ordered" });
    expect(await place(1, 1)).toEqual({ kind: "meanwhile", order: { ...ON, version: 6 } });
    const replaced = { ...ON, version: 9 };
    expect(await place(0, 4)).toEqual({ kind: "ordered", replaced });
    expect(await place(0, 5)).toEqual({ kind: "meanwhile", order: { ...ON, version: 10 } });
  });

  const databaseWith = (order: Order | undefined, isStored: boolean) => ({
    update: () => Promise.resolve(isStored),
    read: () => Promise.resolve(order),
    createKey: () => "-K",
    now: () => NOW,
  });

  test.each<[string, Order | undefined, Order | undefined]>([
    ["an order that holds", ON, ON],
    ["an order whose time is over", undefined, { ...ON, until: NOW }],
    ["off", undefined, { ...ON, value: 0, until: undefined }],
  ])("which order was replaced is known: %s", async (_, replaced, order) => {
    const ordering = { value: 1, until: NOW + 2 * MINUTE_MS, by: "vera" };
    const placed = await placeOrder(databaseWith(order, true), id, ordering);
    expect(placed).toEqual({ kind: "ordered", replaced });
  });

  test("gives up if an order is refused without another order", async () => {
    const ordering = { value: 0, until: undefined, by: "vera" };
    const placed = await placeOrder(databaseWith(ON, false), id, ordering);
    expect(placed).toEqual({ kind: "refused" });
  });
});
