/** All scenes by name. */

import { corrections } from "./corrections";
import { farms } from "./farms";
import { garden } from "./garden";
import { season } from "./season";
import type { ChooseScene } from "./scene";

export const SCENES = { corrections, farms, garden, season } as const satisfies Record<
  string,
  ChooseScene
>;

export type SceneName = keyof typeof SCENES;
