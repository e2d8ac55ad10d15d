import { parseSmtpUrl } from "../../../../jobs/src/delivery/smtp-url.ts";

test.each([
  [
    "smtps://alerts%40example.org:p%3A%2Fw@mail.example.org",
    {
      host: "mail.example.org",
      port: 465,
      secure: true,
      requireTLS: false,
      auth: { user: "alerts@example.org", pass: "p:/w" },
    },
  ],
  [
    "smtp://mail.example.org",
    { host: "mail.example.org", port: 587, secure: false, requireTLS: true },
  ],
  ["smtp://localhost:1025/", { host: "localhost", port: 1025, secure: false, requireTLS: false }],
  ["smtp://[::1]:1025", { host: "::1", port: 1025, secure: false, requireTLS: false }],
])("%s", (text, server) => {
  expect(parseSmtpUrl(text)).toEqual(server);
});
