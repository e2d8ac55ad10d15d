/** The comparison with recorded answers of the hosted database. */

import type { Answer, Asked } from "../../../parity/compare.ts";
import { hostedReport } from "../../../parity/hosted.ts";
import { parseQuestions } from "../../../parity/question.ts";

type Given = readonly [status: number, body: string, headers?: Answer["headers"]];

/** Returns a question of two lines, a request and its recorded answer, with the answer given here. */
function answered(lines: string, [status, body, headers = {}]: Given): Asked {
  const [question] = parseQuestions(
    `source a/b folder/f.json 2026-01-02\n\n# q\nIs it so?\n${lines}`,
  );
  if (question === undefined) throw new Error("no question");
  const request = question.requests[0]?.line ?? "";
  return { question, answers: [{ request, status, body, headers }] };
}

const TABLE_HEAD = expect.stringMatching(
  /^hosted .+ recordings +answers +equal +intended +errors$/,
) as unknown;

/** Returns the last lines of a report: the source, and the sum. */
function rows(...counts: readonly number[]): readonly unknown[] {
  return ["a/b folder", "all"].map(
    (name) => expect.stringMatching(new RegExp(`^${[name, ...counts].join(" +")}$`)) as unknown,
  );
}

describe("a recorded answer", () => {
  it.each([
    ["a verdict", "> GET /a.json\nhosted deny", [200, "1"], "hosted deny, here 200 1"],
    ["an expression", "expr 1 < 2\nhosted fails", [200, "true"], "hosted fails, here true"],
    ["a value", "> GET /a.json\nhosted 200 [1]", [200, "[2]"], "hosted 200 [1], here 200 [2]"],
  ] as const)("that is %s differs", (_, lines, given, difference) => {
    const [request = ""] = lines.split("\n");
    expect(hostedReport([answered(lines, given)], {})).toEqual({
      lines: [`q: Is it so? ${request}: ${difference}`, TABLE_HEAD, ...rows(1, 1, 0, 0, 1)],
      isPassed: false,
    });
  });

  it("that differs on purpose is counted, and must differ", () => {
    const lines = "> GET /a.json\nhosted deny";
    expect(hostedReport([answered(lines, [200, "1"])], { q: "on purpose" })).toEqual({
      lines: [TABLE_HEAD, ...rows(1, 1, 0, 1, 0)],
      isPassed: true,
    });
    expect(hostedReport([answered(lines, [401, "1"])], { q: "on purpose" }).isPassed).toBe(false);
  });
});
