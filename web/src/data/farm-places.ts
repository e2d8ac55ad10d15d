/** Where a farm's records are in the database. */

import { equalTo, orderByChild, query, ref } from "firebase/database";
import type { Database, DatabaseReference, Query } from "firebase/database";

export function farmPlace(
  database: Database,
  farmId: string,
  field: "name" | "members" | "ip" | "ipUpdatedAt" | "apiKey",
): DatabaseReference {
  return ref(database, `farms/${farmId}/${field}`);
}

export function farmsOfPerson(database: Database, authUid: string): DatabaseReference {
  return ref(database, `users/${authUid}/farms`);
}

export function membershipOf(
  database: Database,
  farmId: string,
  authUid: string,
): DatabaseReference {
  return ref(database, `farms/${farmId}/members/${authUid}`);
}

export function greenhousesOf(database: Database, farmId: string): Query {
  return query(ref(database, "greenhouses"), orderByChild("farmId"), equalTo(farmId));
}

export function sensorsOf(database: Database, farmId: string): Query {
  return query(ref(database, "registeredSensors"), orderByChild("farmId"), equalTo(farmId));
}

export function latestPlace(
  database: Database,
  greenhouseId: string,
  record: "current" | "bySensor",
): DatabaseReference {
  return ref(database, `sensors/${greenhouseId}/${record}`);
}
