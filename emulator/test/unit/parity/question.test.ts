import { parseQuestions, parseRequest, readQuestions } from "../../../parity/question.ts";

/** Returns the claims of an unsigned token. */
function claimsIn(authorization: string | undefined): Readonly<Record<string, unknown>> {
  const [, payload = ""] = authorization?.split(".") ?? [];
  return JSON.parse(Buffer.from(payload, "base64url").toString()) as Record<string, unknown>;
}

describe("the format of questions", () => {
  it("has rules, data and requests with their compared parts", () => {
    const text = `An introduction.

# first-one
Is it so?
rules {".read": true,
  ".write": true}
data {"a": 1}
owner [if-match: null_etag] [x-firebase-etag: true]> PUT /a b.json?x="y" {"b": 1}
= text content-type
> GET /<</a*3>>.json

# second-one
Is it not?
load {}
`;
    const request = {
      headers: {},
      body: undefined,
      compared: [],
      isSetup: false,
    };
    const owner = { authorization: "Bearer owner" };
    expect(parseQuestions(text.replace("/a b", "/ab"))).toEqual([
      {
        id: "first-one",
        asks: "Is it so?",
        requests: [
          {
            line: 'owner> PUT /.settings/rules.json {"rules": {".read": true,\n".write": true}}',
            method: "PUT",
            target: "/.settings/rules.json",
            headers: owner,
            body: '{"rules": {".read": true,\n".write": true}}',
            compared: ["status"],
            isSetup: true,
          },
          {
            line: 'owner> PUT /.json {"a": 1}',
            method: "PUT",
            target: "/.json",
            headers: owner,
            body: '{"a": 1}',
            compared: ["status"],
            isSetup: true,
          },
          {
            ...request,
            line: 'owner [if-match: null_etag] [x-firebase-etag: true]> PUT /ab.json?x="y" {"b": 1} = text content-type',
            method: "PUT",
            target: '/ab.json?x="y"',
            headers: { ...owner, "if-match": "null_etag", "x-firebase-etag": "true" },
            body: '{"b": 1}',
            compared: ["text", "content-type"],
          },
          { ...request, line: "> GET /<</a*3>>.json", method: "GET", target: "//a/a/a.json" },
        ],
      },
      {
        id: "second-one",
        asks: "Is it not?",
        requests: [
          {
            ...request,
            line: "owner> PUT /.settings/rules.json {}",
            method: "PUT",
            target: "/.settings/rules.json",
            headers: owner,
            body: "{}",
            compared: ["status"],
          },
        ],
      },
    ]);
  });

  it("asks an expression and its negation", () => {
    const [question] = parseQuestions("# one\nIs it?\nexpr ann: auth.uid == 'a'");
    expect(question?.requests.map(({ line }) => line)).toEqual([
      `owner> PUT /.settings/rules.json {"rules": {"is":{".read":"auth.uid == 'a'"},"not":{".read":"!(auth.uid == 'a')"}}}`,
      "ann> GET /is.json",
      "ann> GET /not.json",
    ]);
  });

  it("gives users unsigned tokens with the claims of the line", () => {
    const { headers } = parseRequest('ann {"role": "x"}> GET /a.json');
    expect(claimsIn(headers["authorization"])).toEqual({
      iss: "https://securetoken.google.com/demo-parity",
      aud: "demo-parity",
      iat: 0,
      exp: 3600,
      auth_time: 0,
      sub: "ann",
      user_id: "ann",
      firebase: { sign_in_provider: "custom", identities: {} },
      role: "x",
    });
  });

  it("rejects a line that is not a request", () => {
    expect(() => parseQuestions("# one\nIs it?\nGET /a.json")).toThrow(
      "Not a line of a question: GET /a.json",
    );
  });
});

describe("the questions", () => {
  const questions = readQuestions();

  it("are many, and have unique ids in small letters", () => {
    const ids = questions.map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(400);
    expect(ids.filter((id, index) => ids.indexOf(id) < index)).toEqual([]);
    expect(ids.filter((id) => !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(id))).toEqual([]);
  });

  it("have a question and requests", () => {
    expect(questions.filter(({ asks }) => !asks.endsWith("?"))).toEqual([]);
    expect(questions.filter(({ requests }) => !requests.some(({ isSetup }) => !isSetup))).toEqual(
      [],
    );
  });
});
