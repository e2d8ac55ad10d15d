/** Requests with several errors. The error in the answer shows the order of the checks. */

import {
  BAD_KEY,
  BAD_SIGNATURE,
  BAD_TIMESTAMP,
  KEYED,
  notNumber,
  NO_TIMESTAMP,
  NO_UID,
  UNKNOWN,
  UNLINKED,
  WRONG,
} from "./refusal";
import type { RefusalCase } from "./refusal";

export const REFUSED_IN_ORDER: readonly RefusalCase[] = [
  {
    name: "a missing uid before wrong types",
    body: `{"temperature":"x","timestamp":"now","apiKey":5}`,
    ...NO_UID,
  },
  {
    name: "a wrong type before a missing timestamp",
    body: `{"uid":"$uid","signature":"${WRONG}","light":"x"}`,
    ...notNumber("light"),
  },
  {
    name: "a wrong type before an unknown uid",
    sensor: "unregistered",
    body: `{${KEYED},"light":"x"}`,
    ...notNumber("light"),
  },
  {
    name: "a missing timestamp before an unknown uid",
    sensor: "unregistered",
    body: `{"uid":"$uid","signature":"${WRONG}"}`,
    ...NO_TIMESTAMP,
  },
  {
    name: "a signature without a timestamp, next to the right key",
    body: `{${KEYED},"signature":"${WRONG}"}`,
    ...NO_TIMESTAMP,
  },
  {
    name: "a bad timestamp before an unknown uid",
    sensor: "unregistered",
    body: `{"uid":"$uid","timestamp":"now","signature":"${WRONG}"}`,
    ...BAD_TIMESTAMP,
  },
  {
    name: "a wrong key before an unknown uid",
    sensor: "unregistered",
    body: `{"uid":"$uid","apiKey":"wrong"}`,
    ...BAD_KEY,
  },
  {
    name: "an unknown uid before a wrong signature",
    sensor: "unregistered",
    body: `{"uid":"$uid","timestamp":$ms,"signature":"${WRONG}"}`,
    ...UNKNOWN,
  },
  {
    name: "a missing link before a wrong signature",
    sensor: "unlinked",
    body: `{"uid":"$uid","timestamp":$ms,"signature":"${WRONG}"}`,
    ...UNLINKED,
  },
  {
    name: "a wrong signature before a stale timestamp",
    body: `{"uid":"$uid","timestamp":5,"signature":"${WRONG}"}`,
    ...BAD_SIGNATURE,
  },
];
