import { readMessage } from "../../../../web/service-worker/message";

const ORIGIN = "https://farm.example";

test("shows a message unchanged", () => {
  const message = {
    title: "Tomatoes: 2.1 °C",
    body: "since 02:14",
    tag: "farm",
    staysOpen: true,
    url: `${ORIGIN}/f/x`,
  };
  expect(readMessage(JSON.stringify(message), ORIGIN)).toEqual(message);
  expect(readMessage(JSON.stringify({ ...message, url: "/f/x" }), ORIGIN)).toEqual(message);
});

test("reads messages of earlier versions, and ignores an empty tag", () => {
  const { staysOpen, tag } = readMessage('{"title":"x","tag":"","staysOpen":"yes"}', ORIGIN);
  expect([staysOpen, tag]).toEqual([false, undefined]);
});

test.each([undefined, "", "{", "null", "7", '"text"', '{"title":7,"url":[]}'])(
  "shows a message for %p that leads to the start",
  (text) => {
    expect(readMessage(text, ORIGIN)).toEqual({
      title: "Greenhouses",
      body: "",
      tag: undefined,
      staysOpen: false,
      url: `${ORIGIN}/`,
    });
  },
);

test.each(["https://evil.example/f/x", "javascript:alert(1)", "//evil.example/", "http://["])(
  "does not open %s",
  (url) => {
    expect(readMessage(JSON.stringify({ title: "x", url }), ORIGIN).url).toBe(`${ORIGIN}/`);
  },
);
