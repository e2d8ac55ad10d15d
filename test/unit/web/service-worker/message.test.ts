import { readMessage } from "../../../../web/service-worker/message";

const ORIGIN = "https://farm.example";

test("a message is shown as it was sent", () => {
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

test("a message of before stays open no longer than others; an empty tag is none", () => {
  const { staysOpen, tag } = readMessage('{"title":"x","tag":"","staysOpen":"yes"}', ORIGIN);
  expect([staysOpen, tag]).toEqual([false, undefined]);
});

test.each([undefined, "", "{", "null", "7", '"text"', '{"title":7,"url":[]}'])(
  "%p still shows something, and leads to the start",
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
  "%s is not opened",
  (url) => {
    expect(readMessage(JSON.stringify({ title: "x", url }), ORIGIN).url).toBe(`${ORIGIN}/`);
  },
);
