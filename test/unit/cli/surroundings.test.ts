import { callersFolder } from "../../../cli/src/surroundings";

test.each([
  [
    "through npm, where npm was called",
    { npm_lifecycle_event: "farm", INIT_CWD: "/home/me" },
    "/home/me",
  ],
  ["by itself, where it is", {}, "/repository"],
  [
    "by another script of npm's, where it is",
    { npm_lifecycle_event: "x", INIT_CWD: "/home/me" },
    "/repository",
  ],
  ["by an npm that does not say", { npm_lifecycle_event: "farm" }, "/repository"],
])("started %s", (_, env, folder) => {
  expect(callersFolder(env, "/repository")).toBe(folder);
});
