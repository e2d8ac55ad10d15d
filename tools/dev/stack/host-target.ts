/**
 * A single function for the functions framework. It dispatches to the deployed functions by path.
 */

import type { HttpFunction } from "@google-cloud/functions-framework";
import { createRequire } from "node:module";

const deployed = createRequire(import.meta.url)("../../../functions") as Readonly<
  Record<"sensorData" | "reportIp", HttpFunction>
>;

export const host: HttpFunction = (request, response) => {
  switch (request.path) {
    case "/sensorData":
      return deployed.sensorData(request, response) as unknown;
    case "/reportIp":
      return deployed.reportIp(request, response) as unknown;
    default:
      return response.status(404).json({ error: "Available: /sensorData and /reportIp." });
  }
};
