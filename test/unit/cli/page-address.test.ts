import { pageAddress } from "../../../tools/cli/src/core/page-address";

const PROJECT = { kind: "project", projectId: "green-1" } as const;
const EMULATORS = { kind: "emulators", projectId: "demo-farm" } as const;

interface Known {
  readonly target?: typeof PROJECT | typeof EMULATORS;
  readonly parameter?: string;
}

function addressOf(given: string | undefined, settings: Known): string {
  const { target = PROJECT, parameter } = settings;
  const environment = {
    pageUrl: "http://127.0.0.1:5000",
    readParameter: (name: string, project: string, codebase?: string) =>
      `${name} ${project} ${codebase ?? ""}` === "PAGE_URL green-1 jobs" ? parameter : "wrong",
  };
  return pageAddress({ target, environment } as never, given);
}

test.each([
  ["its own address", undefined, {}, "https://green-1.web.app"],
  ["PAGE_URL, which is empty", undefined, { parameter: "" }, "https://green-1.web.app"],
  ["PAGE_URL", undefined, { parameter: "https://a.example/" }, "https://a.example"],
  ["--page", "https://b.example", { parameter: "https://a.example" }, "https://b.example"],
  ["that of the emulators", undefined, { target: EMULATORS }, "http://127.0.0.1:5000"],
  ["--page of an emulator", "http://10.0.0.2:5000", { target: EMULATORS }, "http://10.0.0.2:5000"],
] as const)("the page is at %s", (_, given, settings, expected) => {
  expect(addressOf(given, settings)).toBe(expected);
});

test.each([
  ["--page", "http://a.example", undefined],
  ["--page", "https://a.example/page", undefined],
  ["PAGE_URL in jobs/.env", undefined, "a.example"],
])("%s %s %s is refused", (source, given, parameter) => {
  const settings = parameter === undefined ? {} : { parameter };
  expect(() => addressOf(given, settings)).toThrow(`${source} ${given ?? parameter} is not the`);
});
