/** The tutorial by someone who knows `Promise.all`: what does not depend on each other runs at the same time. */

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
  const [greenhouseSnapshot, farmSnapshot] = await Promise.all([
    database.ref(`greenhouses/${sensor.greenhouse}`).once("value"),
    database.ref(`farms/${sensor.farmId}`).once("value"),
  ]);
  const greenhouse = greenhouseSnapshot.val() as Greenhouse;
  const farm = farmSnapshot.val() as Farm;

  const expected = createHash("md5").update(`${farm.apiKey}${timestamp}${uid}`).digest("hex");
  if (greenhouse.farmId !== sensor.farmId || signature !== expected) {
    response.status(401).json({ error: "Invalid signature" });
    return;
  }

  const { sensorName, sensorType } = sensor;
  const { temperature, humidity, light } = measurements;
  const updatedAt = Date.now();
  const readings = database.ref(`sensors/${sensor.greenhouse}`);
  await Promise.all([
    readings.child("current").set({ temperature, humidity, light, updatedAt }),
    readings.child(`bySensor/${uid}`).set({ sensorName, sensorType, ...measurements }),
    readings.child("history").push({ uid, sensorName, ...measurements, updatedAt }),
  ]);

  response.json({ success: true, uid, greenhouse: sensor.greenhouse });
});
