/** The code for a board, in English. */

export const en = {
  name: "Board code",
  insertKey: "Insert key",
  keyHint:
    "Replace KEY with the sensor's key, or with the farm key if the sensor has none (owners: press Insert key).",
  loopback: "Boards can't reach 127.0.0.1. To show an address they can reach, run",
};

export type BoardCodeTexts = typeof en;
