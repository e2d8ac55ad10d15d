/** The line about open alerts, above the farm and its greenhouses. Its file is loaded when there is something to say. */

import type { FunctionComponent, VNode } from "preact";
import { entriesOf } from "../../../domain/src/stored";
import type { Language } from "../text/language";
import { useFarm } from "./farm";
import { Lazy } from "./lazy";

interface AlertBarProps {
  readonly greenhouseId?: string;
}

const BAR = (language: Language): Promise<FunctionComponent<AlertBarProps>> =>
  // oxlint-disable-next-line no-restricted-imports -- only when there is something to say
  import("../alerts/alert-bar").then((module) => module.loadAlertBar(language));

export function AlertBar(props: AlertBarProps): VNode {
  // What stands below must not move. Without an open alert there is hardly ever something to say.
  const isExpected = entriesOf(useFarm().openAlerts).length > 0;
  return (
    <Lazy load={BAR} props={props}>
      {isExpected ? <div class="alert-bar-skeleton" /> : null}
    </Lazy>
  );
}
