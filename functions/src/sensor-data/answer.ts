/** The body of the 200 response. Pure. */

import { describeRefusal } from "../http/refusal";
import type { Decision } from "./decide";
import type { SensorRequest } from "./sensor-request";

export function responseBodyOf(
  { isBatch, asksNames }: Pick<SensorRequest, "isBatch" | "asksNames">,
  { accepted, refused }: Decision,
): object {
  const [reading] = accepted;
  if (!isBatch && reading !== undefined) {
    const { uid, greenhouse, sensorName, sensorType, measurements, updatedAt } = reading;
    const data = { uid, sensorName, sensorType, ...measurements, timestamp: updatedAt };
    return { success: true, uid, greenhouse, data };
  }
  const inOrder = refused.toSorted((a, b) => a.index - b.index);
  return {
    success: true,
    stored: accepted.length,
    refused: inOrder.map(({ index, refusal }) => ({ index, ...describeRefusal(refusal) })),
    ...(asksNames === true && {
      names: Object.fromEntries(accepted.map(({ uid, sensorName }) => [uid, sensorName])),
    }),
  };
}
