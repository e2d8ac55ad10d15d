/**
 * Both codebases of firebase.json on one functions emulator: both can be reached, the jobs also
 * through hosting.
 */

import { FUNCTIONS_URL } from "../../support/backend/addresses";
import { post } from "../../support/backend/exchange";
import { HOSTING_URL } from "../../support/web/addresses";

test("requests reach the functions and the jobs", async () => {
  expect((await post(`${FUNCTIONS_URL}/sensorData`, {})).status).toBe(400);
  const direct = await fetch(`${FUNCTIONS_URL}/unsubscribe`);
  const rewritten = await fetch(`${HOSTING_URL}/api/unsubscribe`);
  expect(rewritten.status).toBe(direct.status);
  expect(await rewritten.text()).toBe(await direct.text());
  // The page's own policy and caching do not apply to /api.
  for (const name of ["content-security-policy", "referrer-policy"]) {
    expect([name, rewritten.headers.get(name)]).toEqual([name, direct.headers.get(name)]);
  }
});
