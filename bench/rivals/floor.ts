/**
 * The least that stores a reading: one multi-path update of the same fields, by an administrator whom no rule judges,
 * without a look-up, a check or a limit in time. Also the measure of a cold start: it imports what a function with a
 * database cannot do without, and nothing else.
 */

import { initializeApp } from "firebase-admin/app";
import { getDatabase } from "firebase-admin/database";
import { onRequest } from "firebase-functions/https";
import type { Reading } from "./records.ts";

initializeApp();

const sensorName = "Air, north bench";
const sensorType = "SHT31";

export const sensorData = onRequest(async (request, response) => {
  const { uid, temperature, humidity, light, battery } = request.body as Reading;
  const updatedAt = Date.now();
  // Nothing is looked up: the bench numbers its sensors by their greenhouses.
  const greenhouse = getDatabase().ref(`sensors/greenhouse-${Number(/\d{1,2}$/.exec(uid)?.[0])}`);
  const key = greenhouse.push().key;
  await greenhouse.update({
    "current/temperature": temperature,
    "current/humidity": humidity,
    "current/light": light,
    "current/updatedAt": updatedAt,
    [`bySensor/${uid}/sensorName`]: sensorName,
    [`bySensor/${uid}/sensorType`]: sensorType,
    [`bySensor/${uid}/temperature`]: temperature,
    [`bySensor/${uid}/humidity`]: humidity,
    [`bySensor/${uid}/light`]: light,
    [`bySensor/${uid}/battery`]: battery,
    [`history/${key}`]: { uid, sensorName, temperature, humidity, light, battery, updatedAt },
  });
  response.json({ success: true });
});
