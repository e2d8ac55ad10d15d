/** All sensors of the farm: what they are, where they are, and what their boards have to run. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { Sensor } from "../model/farm";
import { useFarm, useGreenhouses } from "./farm-context";
import { Button } from "./controls";
import { useNow } from "./hooks";
import { usePage } from "./page";
import { SensorForm } from "./sensor-form";
import { SensorRow } from "./sensor-row";
import { SnippetDialog } from "./snippet";

type Window =
  { readonly kind: "register" } | { readonly kind: "edit" | "snippet"; readonly sensor: Sensor };

export function SensorsView(): VNode {
  const farm = useFarm();
  const { sensors: texts } = usePage().speech.texts;
  const [open, setOpen] = useState<Window>();
  const close = (): void => setOpen(undefined);
  const watches = useGreenhouses(farm.greenhouses.map(({ id }) => id));
  const now = useNow();
  const states = new Map(
    farm.greenhouses.flatMap(({ id }, place) => [
      ...(watches[place]?.statesOf(
        farm.sensors.filter(({ greenhouse }) => greenhouse === id),
        now,
      ) ?? []),
    ]),
  );
  const isOwner = farm.role === "owner";
  return (
    <>
      <div class="page-head">
        <h1>{texts.title}</h1>
        {isOwner && (
          <Button kind="primary" onClick={() => setOpen({ kind: "register" })}>
            {texts.register}
          </Button>
        )}
      </div>
      {farm.sensors.length === 0 ? (
        <p class="quiet">{texts.none}</p>
      ) : (
        <div class="card table-card">
          <table class="stacking">
            <thead>
              <tr>
                <th scope="col">{texts.name}</th>
                <th scope="col">{texts.uid}</th>
                <th scope="col">{texts.greenhouse}</th>
                <th scope="col">{texts.lastReading}</th>
                <th scope="col">
                  <span class="visually-hidden">{texts.actions("")}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {farm.sensors.map((sensor) => (
                <SensorRow
                  key={sensor.uid}
                  sensor={sensor}
                  state={states.get(sensor.uid)}
                  onEdit={() => setOpen({ kind: "edit", sensor })}
                  onSnippet={() => setOpen({ kind: "snippet", sensor })}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {open?.kind === "register" && <SensorForm onClose={close} />}
      {open?.kind === "edit" && <SensorForm sensor={open.sensor} onClose={close} />}
      {open?.kind === "snippet" && (
        <SnippetDialog uid={open.sensor.uid} name={open.sensor.name} onClose={close} />
      )}
    </>
  );
}
