/** The code for a board, in German. */

import type { BoardCodeTexts } from "../en/board-code";

export const de: BoardCodeTexts = {
  name: "Board-Code",
  insertKey: "Schlüssel einsetzen",
  keyHint:
    "Ersetzen Sie KEY durch den Schlüssel des Sensors oder, wenn er keinen hat, durch den des Betriebs (Eigentümer: „Schlüssel einsetzen“).",
  loopback: "Boards erreichen 127.0.0.1 nicht. Für eine Adresse, die sie erreichen, starten Sie",
};
