/** What tutorials build: every look-up and every write is awaited before the next begins. */

import { createHash } from "node:crypto";
import { initializeApp } from "firebase-admin/app";
import { getDatabase } from "firebase-admin/database";
import { onRequest } from "firebase-functions/https";
import type { Farm, Greenhouse, Reading, Sensor } from "./records.ts";

initializeApp();

export const sensorData = onRequest(async (request, response) => {
  if (request.method !== "POST") {
    response.status(405).json({ error: "Method not allowed" });
    return;
  }
  const { uid, timestamp, signature, ...measurements } = request.body as Reading;
  if (!uid || !timestamp || !signature) {
    response.status(400).json({ error: "Missing required fields" });
    return;
  }
  const database = getDatabase();

  const sensorSnapshot = await database.ref(`registeredSensors/${uid}`).once("value");
  if (!sensorSnapshot.exists()) {
    response.status(404).json({ error: "Sensor not found" });
    return;
  }
  const sensor = sensorSnapshot.val() as Sensor;
  const greenhouseSnapshot = await database.ref(`greenhouses/${sensor.greenhouse}`).once("value");
  const greenhouse = greenhouseSnapshot.val() as Greenhouse;
  const farmSnapshot = await database.ref(`farms/${greenhouse.farmId}`).once("value");
  const farm = farmSnapshot.val() as Farm;

  const expected = createHash("md5").update(`${farm.apiKey}${timestamp}${uid}`).digest("hex");
  if (signature !== expected) {
    response.status(401).json({ error: "Invalid signature" });
    return;
  }

  const { sensorName, sensorType } = sensor;
  const { temperature, humidity, light } = measurements;
  const updatedAt = Date.now();
  const readings = database.ref(`sensors/${sensor.greenhouse}`);
  await readings.child("current").set({ temperature, humidity, light, updatedAt });
  await readings.child(`bySensor/${uid}`).set({ sensorName, sensorType, ...measurements });
  await readings.child("history").push({ uid, sensorName, ...measurements, updatedAt });

  response.json({ success: true, uid, greenhouse: sensor.greenhouse });
});
