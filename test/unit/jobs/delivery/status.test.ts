/** What an HTTP status means for a message and its channel. */

import { problemText } from "../../../../jobs/src/delivery/outcome";
import { problemsOf, requireBaseUrl } from "../../../../jobs/src/delivery/provider";
import { outcomeOfReceiver, outcomeOfStatus } from "../../../../jobs/src/delivery/status";

const NAME = { en: "The pager", de: "Der Pager" };
const PROBLEMS = problemsOf(NAME, { login: "PAGER_TOKEN", url: "PAGER_URL" });
const WEBHOOK = { moved: { en: "Moved: {detail}", de: "" }, status: { en: "{detail}", de: "" } };

const answered = (status: number, seconds?: number) =>
  ({
    kind: "answered",
    status,
    ...(seconds !== undefined && { retryAfterMs: seconds * 1000 }),
  }) as const;

test.each([
  [302, "The pager is not at this address (status 302). The operator has to correct PAGER_URL."],
  [401, "The pager refuses the login. The operator has to correct PAGER_TOKEN."],
  [403, "The pager refuses the login. The operator has to correct PAGER_TOKEN."],
  [404, "The pager is not at this address (status 404). The operator has to correct PAGER_URL."],
  [408, "The pager has a fault (status 408). The message is sent later."],
  [503, "The pager has a fault (status 503). The message is sent later."],
])("a provider's %s holds every message back", (status, text) => {
  const outcome = outcomeOfStatus(answered(status), NAME, PROBLEMS);
  expect(outcome).toMatchObject({ kind: "retry", isChannelDown: true });
  expect("problem" in outcome && problemText(outcome.problem, "en")).toBe(text);
});

test("other statuses of a provider concern one message", () => {
  const outcomeOf = (status: number) => outcomeOfStatus(answered(status, 9), NAME, PROBLEMS);
  expect(outcomeOf(204)).toEqual({ kind: "delivered" });
  expect(outcomeOf(429)).toEqual({ kind: "retry", problem: PROBLEMS.busy, retryAfterMs: 9000 });
  const problem = { ...PROBLEMS.status, detail: "400" };
  expect(outcomeOf(400)).toEqual({ kind: "refused", problem });
});

test("a provider's waiting time is kept while it has a fault", () => {
  const outcome = outcomeOfStatus(answered(503, 60), NAME, PROBLEMS);
  expect(outcome).toMatchObject({ isChannelDown: true, retryAfterMs: 60_000 });
});

test("an address that people chose says nothing of other addresses", () => {
  const outcomeOf = (status: number) => outcomeOfReceiver(answered(status), WEBHOOK);
  const { moved, status } = WEBHOOK;
  expect(outcomeOf(301)).toEqual({ kind: "refused", problem: { ...moved, detail: "301" } });
  expect(outcomeOf(401)).toEqual({ kind: "refused", problem: { ...status, detail: "401" } });
  expect(outcomeOf(429)).toEqual({ kind: "retry", problem: { ...status, detail: "429" } });
});

test("the address of a provider", () => {
  expect(requireBaseUrl("https://a.example/send/", "PAGER_URL")).toBe("https://a.example/send");
  const wrong = ["http://a.example", "https://a:b@a.example", "https://a.example/?x", "a.example"];
  for (const text of [...wrong, "https://a.example/#x"]) {
    expect(() => requireBaseUrl(text, "PAGER_URL")).toThrow(
      "PAGER_URL must be an https address without a login, a query or a fragment",
    );
  }
});
