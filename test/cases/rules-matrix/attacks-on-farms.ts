/** Attacks by people on farms. Next to each attack is an honest write that the rules must allow. */

import { DAY_MS } from "@greenhouse/domain/time";
import { allowed, denied, nothing, remove, set } from "./case";
import type { Case, Operation, Query, Try } from "./case";
import { ASH, FUNCTIONS, JOBS, NEWCOMER, NOW_MS, OUTSIDER, OWNER, founding } from "./farms";

function query(read: string, params: Partial<Query>): Operation {
  return { read, query: { orderByChild: "farmId", ...params } };
}

/** Without names, because each member writes their own name. */
const OAK = {
  name: "Oak",
  apiKey: "key-of-oak",
  ip: "192.168.1.20",
  ipUpdatedAt: NOW_MS - DAY_MS,
  members: { olga: "owner" },
};
const LONG = "x".repeat(101);
const HUGE = "k".repeat(700);
const FARM_CASES: readonly Case[] = [
  ...denied(
    "A person gives themselves access to an existing farm",
    [NEWCOMER, set("farms/oak/members/nina", "owner")],
    [NEWCOMER, set("farms/oak", ASH)],
  ),
  ...denied(
    "A farm without an owner, or whose creator is not an owner",
    [OWNER, set("farms/oak/members/olga", "viewer")],
    ["", founding({ ...ASH, members: "owner" })],
    [NEWCOMER, founding({ members: { nina: "owner" } })],
  ),
  ...denied(
    "The functions or the jobs act as a person",
    ...[FUNCTIONS, JOBS].flatMap((uid): Try[] => [
      [OWNER, set(`farms/oak/members/${uid}`, "owner")],
      [uid, founding({ ...ASH, members: { [uid]: "owner" } })],
    ]),
  ),
  ...denied("People write values that only the functions may report", [
    OWNER,
    set("farms/oak/ipUpdatedAt", NOW_MS),
  ]),
  ...denied(
    "A malformed farm",
    [OWNER, remove("farms/oak/name")],
    [OWNER, set("farms/oak/name", LONG)],
    [NEWCOMER, founding(ASH, HUGE)],
    [NEWCOMER, founding(ASH, "\u00a0\u2003")],
    [NEWCOMER, founding(ASH, "ash\u202e")],
    ...["u".repeat(129), "hasOwnProperty"].map((uid): Try => [
      uid,
      founding({ ...ASH, members: { [uid]: "owner" } }),
    ]),
  ),
  ...allowed(
    "A record with an invalid old id",
    [OWNER, set("farms/o\u202ek/name", "Oak"), { "farms/o\u202ek/members/olga": "owner" }],
    [
      OWNER,
      set("greenhouses/\u00a0/name", "N"),
      { "greenhouses/\u00a0": { farmId: "oak", name: "X" } },
    ],
  ),
  ...allowed("A farm written as a whole", [
    OWNER,
    set("farms/oak", { ...OAK, name: "Old Oak" }),
    { "farms/oak": OAK },
  ]),
  ...denied("A viewer changes more while leaving", [null, remove("farms/oak/members/vera")]),
];

const QUERY_CASES = denied(
  "A list of several farms' records",
  ...["greenhouses", "registeredSensors"].map((list): Try => [
    OWNER,
    query(list, { orderByChild: "name", equalTo: "oak" }),
  ]),
);

/** The database evaluates the rule of a list also for queries below the list. An id with a slash is the same farm. */
const STRAY_QUERY_CASES = nothing(
  "A query on another farm's record that names one's own farm, or a list of a farm with a slash",
  [OUTSIDER, query("registeredSensors/dht-1", { equalTo: "elm" })],
  [OWNER, query("greenhouses", { equalTo: "oak/" })],
);

export const FARM_ATTACK_CASES: readonly Case[] = [
  ...FARM_CASES,
  ...QUERY_CASES,
  ...STRAY_QUERY_CASES,
];
