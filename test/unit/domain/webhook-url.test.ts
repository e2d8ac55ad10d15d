import { checkWebhookUrl, MAX_WEBHOOK_URL_LENGTH } from "@greenhouse/domain/alerts/webhook-url";

const PRIVATE = "The address must be on the public internet, not in a private network.";
const LOGIN = "The address must not contain a user name or a password.";
const NUMERIC = "The address must have a host name, not an IP address.";
const INSECURE = "The address must begin with https://.";
const LETTERS = "The address must not contain spaces, or letters other than A to Z.";
const UNREADABLE =
  "This is not a web address. Enter the whole address, like https://example.org/hook.";

test.each<[string, string | undefined]>([
  ["https://example.org/hook?key=1", undefined],
  ["https://ntfy.example.org:8443/tomatoes", undefined],
  ["https://xn--grn-hoa.example/", undefined],
  ["http://example.org/hook", INSECURE],
  ["https:/example.org/hook", INSECURE],
  ["HTTPS://example.org/hook", INSECURE],
  ["https://exämple.org/", LETTERS],
  ["https://example.org/a b", LETTERS],
  ["ftp://example.org/", INSECURE],
  ["javascript:alert(1)", UNREADABLE],
  ["example.org/hook", UNREADABLE],
  ["", UNREADABLE],
  ["https://", UNREADABLE],
  ["https://anna:secret@example.org/", LOGIN],
  ["https://127.0.0.1/", NUMERIC],
  ["https://2130706433/", NUMERIC],
  ["https://0x7f000001/", NUMERIC],
  ["https://8.8.8.8/", NUMERIC],
  ["https://[::1]/", NUMERIC],
  ["https://[::ffff:10.0.0.1]/", NUMERIC],
  ["https://localhost/", PRIVATE],
  ["https://localhost./", PRIVATE],
  ["https://a.localhost/", PRIVATE],
  ["https://homeassistant.local/api/webhook/x", PRIVATE],
  ["https://metadata.google.internal/", PRIVATE],
  ["https://router/", PRIVATE],
  [
    `https://example.org/${"x".repeat(MAX_WEBHOOK_URL_LENGTH)}`,
    "The address may have at most 1000 characters.",
  ],
])("%s", (url, problem) => {
  expect(checkWebhookUrl(url, false)).toBe(problem);
});

test.each<[string, string | undefined]>([
  ["http://localhost:9000/hook", undefined],
  ["http://127.0.0.1:9000/hook", undefined],
  ["http://[::1]:9000/hook", INSECURE],
  ["http://127.0.0.2:9000/hook", INSECURE],
  ["http://localhost.:9000/hook", INSECURE],
  ["https://example.org/hook", undefined],
  ["http://example.org/hook", INSECURE],
  ["http://192.168.0.10/hook", INSECURE],
  ["http://127.0.0.1.example.org/", INSECURE],
  ["ftp://localhost/", INSECURE],
  ["https://10.0.0.1/", NUMERIC],
])("on the emulators: %s", (url, problem) => {
  expect(checkWebhookUrl(url, true)).toBe(problem);
});
