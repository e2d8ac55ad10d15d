/** What the platform itself costs: a function that does nothing. */

import { onRequest } from "firebase-functions/https";

export const sensorData = onRequest((_request, response) => {
  response.json({ success: true });
});
