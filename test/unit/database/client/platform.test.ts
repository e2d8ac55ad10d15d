import { channel } from "node:diagnostics_channel";
import { leaveBodiesUnread } from "@greenhouse/database/client/platform";

test("removes the content type, so that the framework leaves bodies unread", () => {
  leaveBodiesUnread();
  const request = { headers: { "content-type": "application/json", "content-length": "2" } };
  channel("http.server.request.start").publish({ request });
  expect(request.headers).toEqual({ "content-length": "2" });
});
