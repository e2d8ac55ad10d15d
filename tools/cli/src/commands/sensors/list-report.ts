/** Reports what became of a list of sensors. */

import { isLoopback } from "@greenhouse/domain/loopback";
import type { JsonObject } from "../../core/database";
import { failed } from "../../core/failure";
import type { OpenSession } from "../../core/session";
import { count, formatTable } from "../../core/text";
import type { LabelledBoard } from "../../provisioning/label-sheet";
import { describeLine } from "../../provisioning/line-faults";
import type { LineFault } from "../../provisioning/line-faults";
import type { ListedSensor } from "../../provisioning/listed-sensors";
import type { Form } from "../../provisioning/outputs-of-list";
import { sensorJson } from "./show-sensors";

/** Reports every wrong line, and returns the error that ends the command. */
export function refuseList(
  { out }: OpenSession,
  list: string,
  farmId: string,
  faults: readonly LineFault[],
): Error {
  const all = faults.map(({ line, column = null, problem }) => ({ line, column, problem }));
  out.result({ farmId, registered: 0, faults: all }, faults.map(describeLine).join("\n"));
  return failed(
    `${list} has ${count(faults.length, "mistake")}. Nothing was registered or written.`,
    "Correct the file, and run the command again.",
  );
}

export interface Done {
  readonly farmId: string;
  readonly list: string;
  readonly sensors: readonly ListedSensor[];
  readonly boards: readonly LabelledBoard[];
  readonly form: Form;
  readonly hasKeys: boolean;
}

export function reportList({ out, target }: OpenSession, done: Done): void {
  const { farmId, sensors, boards, form, hasKeys } = done;
  const { settings, sheet, client, template } = form;
  const registered = sensors.filter(({ isRegistered }) => !isRegistered).length;
  const present = sensors.length - registered;
  const keyOf = (index: number): string => boards[index]?.key ?? "";
  const listed = sensors.map(({ sensor, isRegistered }, index): JsonObject => {
    const { name: sensorName, type: sensorType, ...more } = sensor;
    return {
      ...sensorJson({ ...more, sensorName, sensorType, farmId }),
      isNew: !isRegistered,
      ...(hasKeys && { key: keyOf(index) }),
    };
  });
  out.result(
    {
      farmId,
      registered,
      present,
      ...(settings !== undefined && { settings }),
      ...(sheet !== undefined && { sheet }),
      sensors: listed,
    },
    formatTable(
      ["uid", "name", "greenhouse", ...(hasKeys ? ["key"] : [])],
      boards.map(({ uid, name, greenhouse = "(unlinked)", key }) => [
        uid,
        name,
        greenhouse,
        ...(hasKeys ? [key] : []),
      ]),
      "",
    ),
  );
  out.note(summary(done.list, registered, present));
  if (settings !== undefined) {
    out.note(`Settings: ${client.file} of each board in ${settings}`);
    if (client.hasWifi && template === undefined) {
      out.note(
        `They lack the network's name and password: --template <your own ${client.file}> includes them.`,
      );
    }
  }
  if (sheet !== undefined) out.note(`Labels: ${sheet}`);
  if (isLoopback(target.functionsUrl)) {
    out.note(
      `Boards elsewhere cannot reach ${target.functionsUrl}: see \`npm run host\`, and give --functions-url.`,
    );
  }
}

function summary(list: string, registered: number, present: number): string {
  const earlier = `${count(present, "sensor")} of ${list} ${present === 1 ? "was" : "were"} registered already.`;
  if (registered === 0) return earlier;
  const now = `Registered ${count(registered, "sensor")} of ${list}, each with its own key.`;
  return present === 0 ? now : `${now} ${earlier}`;
}
