/** The line about open alerts, above the farm and its greenhouses. Its file is loaded when there is something to say. */

import type { FunctionComponent, VNode } from "preact";
import type { Language } from "../text/language";
import { Lazy } from "./lazy";

interface AlertBarProps {
  readonly greenhouseId?: string;
}

const BAR = (language: Language): Promise<FunctionComponent<AlertBarProps>> =>
  // oxlint-disable-next-line no-restricted-imports -- only when there is something to say
  import("../alerts/alert-bar").then((module) => module.loadAlertBar(language));

export function AlertBar(props: AlertBarProps): VNode {
  return (
    <Lazy load={BAR} props={props}>
      <div class="alert-bar-skeleton" />
    </Lazy>
  );
}
