/** Requests with several errors. The error in the answer shows the order of the checks. */

import {
  BAD_KEY,
  BAD_SIGNATURE,
  BAD_TIMESTAMP,
  KEYED,
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
    status: 400,
    code: "field-not-a-number",
    error: "Invalid field: light must be a number.",
  },
  {
    name: "a wrong type before an unknown uid",
    sensor: "unregistered",
    body: `{${KEYED},"light":"x"}`,
    status: 400,
    code: "field-not-a-number",
    error: "Invalid field: light must be a number.",
  },
  {
    name: "a wrong type before a wrong key",
    body: `{"uid":"$uid","apiKey":"wrong","light":"x"}`,
    status: 400,
    code: "field-not-a-number",
    error: "Invalid field: light must be a number.",
  },
  {
    name: "a wrong type before a wrong signature",
    body: `{"uid":"$uid","timestamp":$ms,"signature":"${WRONG}","light":"x"}`,
    status: 400,
    code: "field-not-a-number",
    error: "Invalid field: light must be a number.",
  },
  {
    name: "a missing timestamp before an unknown uid",
    sensor: "unregistered",
    body: `{"uid":"$uid","signature":"${WRONG}"}`,
    ...NO_TIMESTAMP,
  },
  {
    name: "a missing timestamp before a missing link",
    sensor: "unlinked",
    body: `{"uid":"$uid","signature":"${WRONG}"}`,
    ...NO_TIMESTAMP,
  },
  {
    name: "a signature without a timestamp",
    body: `{"uid":"$uid","signature":"$signature"}`,
    ...NO_TIMESTAMP,
  },
  {
    name: "a signature with a null timestamp",
    body: `{"uid":"$uid","signature":"$signature","timestamp":null}`,
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
    name: "a wrong key before a missing link",
    sensor: "unlinked",
    body: `{"uid":"$uid","apiKey":"wrong"}`,
    ...BAD_KEY,
  },
  {
    name: "a wrong key before an impossible uid",
    body: `{"uid":"a/b","apiKey":"wrong"}`,
    ...BAD_KEY,
  },
  {
    name: "an unknown uid before a wrong signature",
    sensor: "unregistered",
    body: `{"uid":"$uid","timestamp":$ms,"signature":"${WRONG}"}`,
    ...UNKNOWN,
  },
  {
    name: "an unknown uid before a stale timestamp",
    sensor: "unregistered",
    body: `{"uid":"$uid","timestamp":5,"signature":"${WRONG}"}`,
    ...UNKNOWN,
  },
  {
    name: "a missing link before a wrong signature",
    sensor: "unlinked",
    body: `{"uid":"$uid","timestamp":$ms,"signature":"${WRONG}"}`,
    ...UNLINKED,
  },
  {
    name: "a missing link before a stale timestamp",
    sensor: "unlinked",
    body: `{"uid":"$uid","timestamp":5,"signature":"$signature"}`,
    signs: "5",
    ...UNLINKED,
  },
  {
    name: "a wrong signature before a stale timestamp",
    body: `{"uid":"$uid","timestamp":5,"signature":"${WRONG}"}`,
    ...BAD_SIGNATURE,
  },
];
