import { Unavailable } from "../../../functions/src/database/database";
import { createLog } from "../../../functions/src/log";

const logged: object[] = [];
const log = createLog((entry) => logged.push(entry));
beforeEach(() => (logged.length = 0));

test("an error's cause is told", () => {
  log.databaseUnavailable(
    "reportIp",
    new Unavailable("failed", "It failed.", { cause: new Error("inner") }),
  );
  expect(logged).toEqual([
    {
      severity: "WARNING",
      event: "database_unavailable",
      endpoint: "reportIp",
      reason: "failed",
      message: "It failed.",
      cause: expect.stringContaining("inner"),
    },
  ]);
});

test("warnings of the SDK are passed on", () => {
  log.sdkWarning("The credential is refused.");
  expect(logged).toEqual([
    { severity: "WARNING", event: "sdk_warning", message: "The credential is refused." },
  ]);
});
