import { Inbox, MAX_BYTES, MAX_MESSAGES } from "../../../../tools/dev/mail/inbox";
import type { CaughtMail } from "../../../../tools/dev/mail/inbox";

const mailOf = (id: string): CaughtMail => ({
  id,
  messageId: "",
  from: [],
  to: [],
  subject: "",
  text: "",
  html: "",
  headers: {},
  receivedAt: 0,
});
const idsOf = (inbox: Inbox): readonly string[] => inbox.messages.map(({ id }) => id);

test("keeps only the newest messages, up to a number", () => {
  const inbox = new Inbox();
  for (let number = 0; number <= MAX_MESSAGES; number += 1) inbox.add(mailOf(`${number}`), 1);
  expect(inbox.messages).toHaveLength(MAX_MESSAGES);
  expect([idsOf(inbox)[0], idsOf(inbox).at(-1)]).toEqual(["1", `${MAX_MESSAGES}`]);
});

test("keeps only the newest messages up to a total size, but always the last one", () => {
  const inbox = new Inbox();
  inbox.add(mailOf("first"), MAX_BYTES / 2);
  inbox.add(mailOf("second"), MAX_BYTES / 2);
  expect(idsOf(inbox)).toEqual(["first", "second"]);
  inbox.add(mailOf("third"), 1);
  expect(idsOf(inbox)).toEqual(["second", "third"]);
  inbox.add(mailOf("large"), MAX_BYTES + 1);
  expect(idsOf(inbox)).toEqual(["large"]);
});

test("a listener is called at each change until it ends", () => {
  const inbox = new Inbox();
  const seen: (readonly string[])[] = [];
  const end = inbox.onChange(() => seen.push(idsOf(inbox)));
  inbox.add(mailOf("a"), 1);
  inbox.clear();
  end();
  inbox.add(mailOf("b"), 1);
  expect(seen).toEqual([["a"], []]);
});
