import { HELP } from "../../../scripts/stack/help.cjs";
import { readStartOptions } from "../../../scripts/stack/start-options";

const NONE = {
  ...{ host: undefined, hasDemo: true, hasFreePorts: false },
  ...{ folder: "/data", isBuilt: false },
};

test("without options all is as usual", () => {
  expect(readStartOptions([], "/data")).toEqual(NONE);
});

test("each option says one thing", () => {
  const args = ["--host", "0.0.0.0", "--no-demo", "--free-ports", "--data", "/x", "--no-build"];
  expect(readStartOptions(args, "/data")).toEqual({
    ...{ host: "0.0.0.0", hasDemo: false, hasFreePorts: true },
    ...{ folder: "/x", isBuilt: true },
  });
});

test.each([["--demo"], ["--host"], ["now"], ["--no-demo=yes"]])(
  "%s is refused with the help",
  (text) => {
    expect(() => readStartOptions([text], "/data")).toThrow(HELP.start);
  },
);
