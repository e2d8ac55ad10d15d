/** Every problem of delivery, in both languages. */

import { MAX_PROBLEM_CHARACTERS } from "@greenhouse/domain/alerts/people";
import { checkText } from "@greenhouse/domain/words/text";
import { TEXTS } from "../../../../jobs/src/messages/describe";
import { problemText } from "../../../../jobs/src/messages/delivery-problem";
import type { DeliveryProblem } from "../../../../jobs/src/messages/delivery-problem";

test("is described in the farm's language", () => {
  expect(problemText({ code: "webhookStatus", detail: "500" }, "en")).toBe(
    "The webhook answered with status 500.",
  );
  expect(problemText({ code: "webhookStatus", detail: "500" }, "de")).toBe(
    "Der Webhook antwortete mit Status 500.",
  );
  expect(problemText({ code: "emailOff" }, "de")).toBe("E-Mail ist nicht eingeschaltet.");
});

test("a server's answer is not used as a replacement pattern", () => {
  const detail = "550 costs $& and $1 {detail}";
  expect(problemText({ code: "mailServerSaid", detail }, "en")).toBe(
    `The mail server answered: ${detail}`,
  );
});

test.each(["en", "de"] as const)("is short enough to be stored: %s", (language) => {
  for (const [code, words] of Object.entries(TEXTS[language].problems)) {
    const problem = words.includes("{detail}") ? { code, detail: "x".repeat(200) } : { code };
    const text = problemText(problem as DeliveryProblem, language);
    expect([code, checkText(text, MAX_PROBLEM_CHARACTERS)]).toEqual([code, undefined]);
  }
});
