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

test.each([
  ["a signature", "5f4dcc3b5aa765d61d8327deb882cf99", "5f4dcc3b…"],
  ["a key", "demo-key-of-all-sensors", "demo-key…"],
  ["a uid", "herbs-gateway", "herbs-gateway"],
  ["a long uid", "a4:cf:12:6f:00:1c", "a4:cf:12:6f:00:1c"],
])("of what may be a key only the beginning is told: %s", (_, uid, told) => {
  log.requestRefused("sensorData", 404, `Sensor UID not found: ${uid}`);
  expect(logged).toEqual([
    {
      severity: "INFO",
      event: "request_refused",
      endpoint: "sensorData",
      status: 404,
      message: `Sensor UID not found: ${told}`,
    },
  ]);
});
