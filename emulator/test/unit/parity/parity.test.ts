import {
  type Answer,
  type Asked,
  normaliser,
  type Recordings,
  report,
} from "../../../parity/compare.ts";
import { parseQuestions, readQuestions } from "../../../parity/question.ts";

const RECORD =
  "Record Google's answers with npm run parity:record; parity/README.md lists its requirements.";
const SOURCE = "Google's 1.0, 2026-01-02";

/** Returns a question of these lines, with answers of status, body and headers. */
function answered(
  lines: string,
  ...answers: readonly (readonly [status: number, body: string, headers?: Answer["headers"]])[]
): Asked {
  const [question] = parseQuestions(`# q\nIs it so?\n${lines}`);
  if (question === undefined) throw new Error("no question");
  return {
    question,
    answers: answers.map(([status, body, headers = {}], index) => {
      return { request: question.requests[index]!.line, status, body, headers };
    }),
  };
}

/** Returns the report of one compared question. */
function compared(
  { errors = 0, intended = 0 }: { readonly errors?: number; readonly intended?: number },
  ...lines: readonly string[]
): ReturnType<typeof report> {
  const summary = `1 of 1 compared with ${SOURCE}: ${errors} errors, ${intended} intended differences.`;
  return { lines: [...lines, summary], isPassed: errors === 0 };
}

function recorded(answered: Asked): Recordings {
  return {
    emulator: "Google's 1.0",
    recordedAt: "2026-01-02",
    answers: { [answered.question.id]: answered.answers },
  };
}

describe("a value that differs in every run", () => {
  const own = { host: "127.0.0.1:9000", namespace: "q-abc", now: 1_700_000_000_000 };

  it("is replaced by a name, the same value by the same name", () => {
    const normalise = normaliser(own);
    const [first, second] = ["-OabcdefghijklmnopqR", "-OabcdefghijklmnopqS"];
    expect(
      [
        `{"name":"${first}"}`,
        `{"${first}":1700000000123,"${second}":1700000000124,"x":1700000000123}`,
        "http://127.0.0.1:9000/?ns=q-abc",
      ].map(normalise),
    ).toEqual([
      '{"name":"<push id 1>"}',
      '{"<push id 1>":1000000000003,"<push id 2>":1000000000004,"x":1000000000003}',
      "http://<host>/?ns=<namespace>",
    ]);
  });
});

describe("a comparison", () => {
  it.each([
    ["a status", "> GET /a.json", [200, "1"], [401, "1"], "200 1", "401 1"],
    [
      "a header",
      "> GET /a.json\n= allow",
      [200, "1", { allow: "GET" }],
      [200, "1"],
      "200 allow: GET 1",
      "200 1",
    ],
    ["only a status", "> GET /a.json\n= status", [400, "no"], [200, "1"], "400", "200"],
  ] as const)("names %s that differs", (_, lines, expected, actual, wanted, found) => {
    const line = lines.replace("\n", " ");
    expect(report([answered(lines, actual)], recorded(answered(lines, expected)), {})).toEqual(
      compared({ errors: 1 }, `q: Is it so? ${line}: expected ${wanted}, actual ${found}`),
    );
  });
});

describe("an intended difference", () => {
  const current = answered("> GET /a.json", [200, "1"]);

  it("is counted", () => {
    const recording = recorded(answered("> GET /a.json", [200, "2"]));
    expect(report([current], recording, { q: "on purpose" })).toEqual(compared({ intended: 1 }));
  });

  it("is an error if there is no difference", () => {
    expect(report([current], recorded(current), { q: "on purpose" })).toEqual(
      compared({ errors: 1 }, "q: no difference, although one is intended: on purpose"),
    );
  });
});

describe("without a recording", () => {
  const noRecordings: Recordings = { emulator: null, recordedAt: null, answers: {} };
  const nothingCompared = `0 of 1 questions have a recording of Google's emulator: nothing was compared with it. ${RECORD}`;

  it("or with a recording of other requests, the report says that nothing was compared", () => {
    const now = answered("> GET /a.json\n> GET /b.json", [200, "1"], [200, "2"]);
    for (const recordings of [noRecordings, recorded(answered("> GET /a.json", [200, "1"]))]) {
      expect(report([now], recordings, {})).toEqual({ lines: [nothingCompared], isPassed: true });
    }
  });
});

it("the questions have unique ids", () => {
  const ids = readQuestions().map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) < index)).toEqual([]);
});
