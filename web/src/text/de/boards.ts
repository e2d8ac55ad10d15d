/** Boards, in German. */

import type { BoardTexts } from "../en/boards";

export const de: BoardTexts = {
  title: "Board",
  weakSignal: (signal) => `Schwaches Signal ${signal}`,
  older: (version, newest) => `Älteres Programm: ${version}, andere haben ${newest}`,
  outOf: (value) => `${value} von 255`,
  quality: (value) => `Qualität ${value}`,
  program: "Programm",
  signal: "Signal",
  good: "gut",
  weak: "schwach",
  notSaid: "nicht gemeldet",
  heard: "Gehört",
  interval: {
    name: "Intervall",
    none: "wie sein Programm es einstellt",
    own: (duration) => `erbeten: ${duration}, nur dieser Sensor`,
    ofGreenhouse: (duration) => `erbeten: ${duration}, wie alle Boards des Gewächshauses`,
    ofSensor: "Bittet sein Board um Messwerte alle … Sekunden",
    ofBoards: "Bittet seine Boards um Messwerte alle … Sekunden",
    emptySensor: (duration) =>
      duration === undefined
        ? "Leer: wie das Gewächshaus."
        : `Leer: wie das Gewächshaus, ${duration}.`,
    emptyGreenhouse: "Leer: keine Bitte. Ein Sensor kann ein eigenes Intervall haben.",
    obeyed: "Boards folgen nur, wenn ihr Programm es tut, und in ihren eigenen Grenzen.",
    bounds: (min, max) => `Muss eine ganze Zahl von ${min} bis ${max} sein.`,
    nearlySilent: (limit) =>
      `Sensoren dieser Farm gelten nach ${limit} als stumm. Bei diesem Intervall kann ein verlorener Messwert genügen.`,
  },
};
