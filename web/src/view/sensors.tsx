/** All sensors of the farm: what they are, where they are, and what their boards have to run. */

import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { attentionOf } from "../model/attention";
import type { Sensor } from "../model/farm";
import { sensorOfCodeHash } from "../model/route";
import { listSensors, NO_WISH, parseWish, searchOf } from "../model/sensor-list";
import type { ListedSensor, SensorWish } from "../model/sensor-list";
import { useFarm, useGreenhouses } from "./farm-context";
import { Button } from "./controls";
import { useKnownUntil } from "./hooks";
import { usePage } from "./page";
import { noteSearch, useAddress } from "./router";
import type { Address } from "./router";
import { SensorForm } from "./sensor-form";
import { SensorList } from "./sensor-list";
import { SensorTools } from "./sensor-tools";
import { SnippetDialog } from "./snippet";

type Window =
  | { readonly kind: "register"; readonly refused?: Sensor }
  | { readonly kind: "edit" | "snippet"; readonly sensor: Sensor };

/** So many are seen at a glance: nothing need be looked for. */
const FEW = 5;

export function SensorsView(): VNode {
  const farm = useFarm();
  const { locale, texts } = usePage().speech;
  const [open, setOpen] = useWindow();
  const [wish, setWish] = useWish();
  const all = useListedSensors();
  const listed = listSensors(all, wish, locale);
  const isOwner = farm.role === "owner";
  const register = (): void => setOpen({ kind: "register" });
  const hasTools = all.length > FEW || wish.text !== "" || wish.shown !== NO_WISH.shown;
  return (
    <>
      <div class="page-head">
        <h1>{texts.sensors.title}</h1>
        {isOwner && all.length > 0 && (
          <Button kind="primary" onClick={register}>
            {texts.sensors.register}
          </Button>
        )}
      </div>
      {hasTools && <SensorTools all={all} found={listed.length} wish={wish} onWish={setWish} />}
      {all.length === 0 && <NoSensors onRegister={isOwner ? register : undefined} />}
      {all.length > 0 && listed.length === 0 && (
        <div class="card empty">
          <p>{texts.sensors.nothingFound}</p>
          <Button onClick={() => setWish(NO_WISH)}>{texts.sensors.showAll}</Button>
        </div>
      )}
      {listed.length > 0 && (
        <SensorList
          listed={listed}
          wish={wish}
          onWish={setWish}
          onEdit={(sensor) => setOpen({ kind: "edit", sensor })}
          onSnippet={(sensor) => setOpen({ kind: "snippet", sensor })}
        />
      )}
      {open && <OpenWindow open={open} onOpen={setOpen} />}
    </>
  );
}

/** What stands above the list; an address can name a sensor whose lines to show. */
function useWindow(): [Window | undefined, (open: Window | undefined) => void] {
  const { sensors } = useFarm();
  const address = useAddress();
  const [open, setOpen] = useState<Window>();
  useEffect(() => {
    const uid = sensorOfCodeHash(address.hash);
    const sensor = sensors.find((one) => one.uid === uid);
    if (sensor !== undefined) setOpen({ kind: "snippet", sensor });
  }, [address]);
  const change = (next: Window | undefined): void => {
    // What was closed is not to be there again after reloading.
    if (next === undefined && location.hash !== "") noteSearch(location.search);
    setOpen(next);
  };
  return [open, change];
}

interface OpenWindowProps {
  readonly open: Window;
  readonly onOpen: (open: Window | undefined) => void;
}

function OpenWindow({ open, onOpen }: OpenWindowProps): VNode {
  const close = (): void => onOpen(undefined);
  switch (open.kind) {
    case "register":
      return (
        <SensorForm
          refused={open.refused}
          onRefused={(refused) => onOpen({ kind: "register", refused })}
          onClose={close}
        />
      );
    case "edit":
      return <SensorForm sensor={open.sensor} onClose={close} />;
    case "snippet":
      return <SnippetDialog uid={open.sensor.uid} onClose={close} />;
  }
}

function NoSensors({ onRegister }: { readonly onRegister: (() => void) | undefined }): VNode {
  const { sensors } = usePage().speech.texts;
  return (
    <div class="card empty">
      <p>{sensors.none}</p>
      {onRegister && (
        <>
          <p class="quiet">{sensors.noneHint}</p>
          <Button kind="primary" onClick={onRegister}>
            {sensors.register}
          </Button>
        </>
      )}
    </div>
  );
}

function useListedSensors(): readonly ListedSensor[] {
  const farm = useFarm();
  const watches = useGreenhouses(farm.greenhouses.map(({ id }) => id));
  const knownUntil = useKnownUntil();
  const places = new Map(
    farm.greenhouses.map((greenhouse, place) => {
      const sensors = farm.sensors.filter((sensor) => sensor.greenhouse === greenhouse.id);
      const states = watches[place]?.statesOf(sensors, knownUntil) ?? new Map<string, never>();
      const attention = attentionOf(greenhouse, sensors, states);
      return [greenhouse.id, { name: greenhouse.name, states, attention }] as const;
    }),
  );
  return farm.sensors.map((sensor) => {
    const place = places.get(sensor.greenhouse ?? "");
    return {
      sensor,
      state: place?.states.get(sensor.uid),
      greenhouse: place?.name,
      attention: place?.attention.filter((one) => one.sensor.uid === sensor.uid) ?? [],
    };
  });
}

/** Browsers refuse to have the address changed with every key. */
const NOTED_AFTER = 300;

/** What the list is to show; a link that is followed says it anew. */
function useWish(): [SensorWish, (wish: SensorWish) => void] {
  const address = useAddress();
  const [chosen, setChosen] = useState<{ readonly address: Address; readonly wish: SensorWish }>();
  const wish = chosen?.address === address ? chosen.wish : parseWish(address.search);
  const search = searchOf(wish);
  useEffect(() => {
    const timer = setTimeout(() => noteSearch(search), NOTED_AFTER);
    return () => clearTimeout(timer);
  }, [search]);
  return [wish, (next) => setChosen({ address, wish: next })];
}
