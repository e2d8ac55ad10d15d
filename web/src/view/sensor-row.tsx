/** A sensor in the list of all; owners link it, edit it and remove it here. */

import type { VNode } from "preact";
import type { Sensor } from "../model/farm";
import type { SensorState } from "../model/latest";
import { pathOf } from "../model/route";
import { useAgeText } from "./age";
import { Button, CopyButton, Select } from "./controls";
import { useFarm } from "./farm-context";
import { useNow } from "./hooks";
import { usePage } from "./page";
import { Link } from "./router";

export interface SensorRowProps {
  readonly sensor: Sensor;
  readonly state: SensorState | undefined;
  readonly onEdit: () => void;
  readonly onSnippet: () => void;
}

export function SensorRow({ sensor, state, onEdit, onSnippet }: SensorRowProps): VNode {
  const farm = useFarm();
  const { speech } = usePage();
  const { texts } = speech;
  const now = useNow();
  const ageOf = useAgeText();
  const remove = useRemoval(sensor);
  const isOwner = farm.role === "owner";
  return (
    <tr class={state?.freshness === "fresh" ? "" : "is-old"}>
      <th scope="row">
        {sensor.name}
        <span class="type">{sensor.type}</span>
      </th>
      <td data-label={texts.sensors.uid} class="wide-cell">
        <span class="uid">
          <code>{sensor.uid}</code>
          <CopyButton text={sensor.uid} what={`${texts.sensors.uid} ${sensor.uid}`} />
        </span>
      </td>
      <td data-label={texts.sensors.greenhouse} class="wide-cell">
        <GreenhouseChoice sensor={sensor} />
      </td>
      <td
        data-label={texts.sensors.lastReading}
        class={`wide-cell ${state?.freshness === "silent" ? "is-silent" : ""}`}
      >
        {sensor.greenhouse === undefined ? texts.sensors.unlinkedHint : ageOf(state, now)}
      </td>
      <td class="wide-cell actions">
        <div role="group" aria-label={texts.sensors.actions(sensor.name)}>
          <Button kind="quiet" onClick={onSnippet}>
            {texts.sensors.snippet}
          </Button>
          {isOwner && (
            <>
              <Button kind="quiet" onClick={onEdit}>
                {texts.edit}
              </Button>
              <Button kind="quiet" onClick={remove}>
                {texts.remove}
              </Button>
            </>
          )}
        </div>
      </td>
    </tr>
  );
}

/** At once, with the way back in the notice: its readings stay, so that nothing is lost. */
function useRemoval(sensor: Sensor): () => void {
  const farm = useFarm();
  const { speech, changes, attempt } = usePage();
  return () =>
    attempt(changes.remove(sensor.uid), {
      text: speech.texts.sensors.removed(sensor.name),
      undo: () => attempt(changes.register(farm.id, sensor)),
    });
}

const UNLINKED = "";

function GreenhouseChoice({ sensor }: { readonly sensor: Sensor }): VNode {
  const farm = useFarm();
  const { speech, changes, attempt } = usePage();
  const { sensors } = speech.texts;
  const { uid, name, greenhouse } = sensor;
  const nameOf = (id: string): string =>
    farm.greenhouses.find((one) => one.id === id)?.name ?? sensors.unlinked;
  if (farm.role !== "owner") {
    return greenhouse === undefined ? (
      <span>{sensors.unlinked}</span>
    ) : (
      <Link href={pathOf({ view: "greenhouse", farmId: farm.id, greenhouseId: greenhouse })}>
        {nameOf(greenhouse)}
      </Link>
    );
  }
  const link = (id: string): void => {
    const next = id === UNLINKED ? undefined : id;
    attempt(changes.link(uid, next), {
      text: next === undefined ? sensors.unlinkedNow(name) : sensors.linked(name, nameOf(next)),
      undo: () => attempt(changes.link(uid, greenhouse)),
    });
  };
  return (
    <Select
      label={sensors.linkOf(name)}
      isLabelHidden
      value={greenhouse ?? UNLINKED}
      options={[
        [UNLINKED, sensors.unlinked],
        ...farm.greenhouses.map((one) => [one.id, one.name] as const),
      ]}
      onValue={link}
    />
  );
}
