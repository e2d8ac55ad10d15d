import { findAddresses } from "../../../tools/cli/src/farm/accounts";

const requested: string[][] = [];

/** Accounts of which every second one has an address. */
const accounts = {
  getUserByEmail: () => Promise.reject(new Error("not asked")),
  getUsers: (ids: { uid: string }[]) => {
    requested.push(ids.map(({ uid }) => uid));
    const isEven = (uid: string): boolean => Number(uid.slice(1)) % 2 === 0;
    return Promise.resolve({
      users: ids.map(({ uid }) => {
        const email = `${uid}@example.com`;
        return isEven(uid)
          ? { uid, email, emailVerified: uid !== "u2", disabled: uid === "u4" }
          : { uid };
      }),
    });
  },
};

test("looks up addresses by the hundred, only for uids that an account can have", async () => {
  const uids = Array.from({ length: 101 }, (_, number) => `u${number}`);
  const addresses = await findAddresses(accounts, ["x".repeat(129), ...uids]);
  expect(addresses?.get("u100")).toEqual({ email: "u100@example.com", isConfirmed: true });
  // The jobs send nothing to an address that is not confirmed, or to a blocked account.
  expect([addresses?.get("u2"), addresses?.get("u4")]).toMatchObject([
    { isConfirmed: false },
    { isConfirmed: false },
  ]);
  expect(addresses?.size).toBe(51);
  expect(requested).toEqual([uids.slice(0, 100), ["u100"]]);
});

test("returns no addresses if the accounts cannot be asked", async () => {
  const getUsers = () => Promise.reject(new Error("connect ECONNREFUSED"));
  expect(await findAddresses({ ...accounts, getUsers }, ["olga"])).toBeUndefined();
});
