import { findEmails } from "../../../cli/src/accounts";

const asked: string[][] = [];

/** Accounts of which every other has an address. */
const accounts = {
  getUserByEmail: () => Promise.reject(new Error("not asked")),
  getUsers: (ids: { uid: string }[]) => {
    asked.push(ids.map(({ uid }) => uid));
    const isEven = (uid: string): boolean => Number(uid.slice(1)) % 2 === 0;
    return Promise.resolve({
      users: ids.map(({ uid }) => (isEven(uid) ? { uid, email: `${uid}@example.com` } : { uid })),
    });
  },
};

beforeEach(() => asked.splice(0));

test("addresses are looked up by a hundred, of uids that an account can have", async () => {
  const uids = Array.from({ length: 101 }, (_, number) => `u${number}`);
  const emails = await findEmails(accounts, ["x".repeat(129), ...uids]);
  expect(emails?.get("u100")).toBe("u100@example.com");
  expect(emails?.size).toBe(51);
  expect(asked).toEqual([uids.slice(0, 100), ["u100"]]);
});

test("nobody is looked up without a request", async () => {
  expect(await findEmails(accounts, [])).toEqual(new Map());
  expect(asked).toEqual([]);
});

test("accounts that cannot be asked have no addresses", async () => {
  const getUsers = () => Promise.reject(new Error("connect ECONNREFUSED"));
  expect(await findEmails({ ...accounts, getUsers }, ["olga"])).toBeUndefined();
});
