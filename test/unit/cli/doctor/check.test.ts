import { quote, sentence } from "../../../../tools/cli/src/doctor/check";

test.each([
  [{ error: "Invalid signature." }, "It was answered 401 Invalid signature."],
  [{ error: "no" }, "It was answered 401 no."],
  ["<html>", 'It was answered 401 "<html>".'],
])("a sentence that ends with the answer %j has one full stop", (body, expected) => {
  const answer = { status: 401, body, dateMs: undefined };
  expect(sentence(`It was answered ${quote(answer)}`)).toBe(expected);
});
