import { createInstances, type Settings } from "../../../../functions/src/database/instances";
import { answerWith, HostileDatabase } from "../../../support/hostile-database";

const SETTINGS: Settings = {
  defaultUrl: "https://home.firebaseio.com",
  others: [
    { prefix: "north-", url: "https://north.firebaseio.com" },
    { prefix: "north-bare-", url: "https://bare.firebaseio.com" },
  ],
  emulator: undefined,
  timeoutMs: 10_000,
  maxRegistrations: 9,
};
const log = { overrideIgnored: jest.fn() };

test("an id's prefix decides its instance, which is made once", () => {
  const find = createInstances(SETTINGS, log);
  const [home, north, bare] = [find("a"), find("north-a"), find("north-bare-a")];
  expect(new Set([home, north, bare]).size).toBe(3);
  expect([find("b"), find("north"), find("north-b"), find("north-bare-b")]).toEqual([
    home,
    home,
    north,
    bare,
  ]);
  const finds = (uid: string): boolean[] =>
    [home, north, bare].map(({ cache }) => cache.isStoredHere(uid));
  expect([finds("a"), finds("north-a")]).toEqual([
    [true, false, false],
    [false, true, false],
  ]);
});

test("each instance is asked under its own name, through the emulator where there is one", async () => {
  const server = new HostileDatabase();
  await server.start();
  server.behaviours = [answerWith(200, "null")];
  const find = createInstances({ ...SETTINGS, emulator: server.address }, log);
  for (const id of ["a", "north-a", "north-bare-a"]) await find(id).open().read(id);
  const namespaces = server.requests.all.map(({ target }) =>
    new URL(target, "http://x").searchParams.get("ns"),
  );
  expect(namespaces).toEqual(["home", "north", "bare"]);
  expect(server.requests.all[0]!.headers.authorization).toBe("Bearer owner");
  await server.stop();
});
