/** The farm: is everything all right, and if not, since when and which sensor. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { rankAttention } from "../../../domain/src/attention";
import { farmPlace } from "../data/farm-places";
import { valueOf } from "../data/watch";
import { attentionOf } from "../model/attention";
import { readText } from "../model/farm";
import { idOf } from "../model/ids";
import { faultOfName } from "../model/validate";
import { Button, Field, Form } from "./controls";
import { CopyButton } from "./copy-button";
import { useFarm, useGreenhouses } from "./farm-context";
import { FarmStatus } from "./farm-status";
import { randomBytes } from "./farms";
import { GreenhouseCard } from "./greenhouse-card";
import { useKnownUntil, useNow, useWatch } from "./hooks";
import { usePage } from "./page";

export function Overview(): VNode {
  const farm = useFarm();
  const { speech } = usePage();
  const watches = useGreenhouses(farm.greenhouses.map(({ id }) => id));
  const knownUntil = useKnownUntil();
  const cards = farm.greenhouses.flatMap((greenhouse, place) => {
    const watch = watches[place];
    if (watch === undefined) return [];
    const sensors = farm.sensors.filter((sensor) => sensor.greenhouse === greenhouse.id);
    const states = watch.statesOf(sensors, knownUntil);
    return [
      { greenhouse, watch, sensors, states, attention: attentionOf(greenhouse, sensors, states) },
    ];
  });
  // All at once: what needs attention stands above them, and is not to push them away.
  const isKnown = watches.every(({ isReady }) => isReady);
  return (
    <>
      <h1>{farm.name}</h1>
      {cards.length > 0 && (
        <FarmStatus
          isKnown={isKnown}
          isReady={watches.every(({ isDayRead }) => isDayRead)}
          concerns={rankAttention(
            cards.flatMap(({ greenhouse, attention }) =>
              attention.map((one) => ({ greenhouse, attention: one })),
            ),
          )}
          states={cards.flatMap((card) => [...card.states.values()])}
        />
      )}
      <h2 class="visually-hidden">{speech.texts.farm.greenhouses}</h2>
      {cards.length === 0 && (
        <>
          <p class="quiet">{speech.texts.farm.noGreenhouses}</p>
          {farm.role === "owner" && <AddGreenhouse />}
        </>
      )}
      <ul class="plain cards">
        {cards.map((card) => (
          <li key={card.greenhouse.id}>
            {isKnown ? <GreenhouseCard {...card} /> : <CardToCome />}
          </li>
        ))}
      </ul>
      <div class="page-foot">
        <FarmFacts />
        {farm.role === "owner" && cards.length > 0 && <AddGreenhouse />}
      </div>
    </>
  );
}

function CardToCome(): VNode {
  return (
    <div class="skeleton card-to-come">
      <div class="skeleton-card" />
    </div>
  );
}

const readNumber = (stored: unknown): number | undefined =>
  typeof stored === "number" ? stored : undefined;

function FarmFacts(): VNode {
  const { id } = useFarm();
  const { backend, speech, format } = usePage();
  const { farm } = speech.texts;
  const ip = valueOf(useWatch(id, () => farmPlace(backend.database, id, "ip"), readText));
  const reportedAt = valueOf(
    useWatch(id, () => farmPlace(backend.database, id, "ipUpdatedAt"), readNumber),
  );
  const now = useNow();
  const isAddress = ip !== undefined && /^\d{1,3}(\.\d{1,3}){3}$/.test(ip);
  return (
    <dl class="facts">
      <div>
        <dt>{farm.id}</dt>
        <dd>
          <code>{id}</code>
          <CopyButton text={id} what={farm.id} />
        </dd>
      </div>
      <div>
        <dt>{farm.gateway}</dt>
        <dd>
          {isAddress ? (
            <a href={`http://${ip}/`} rel="noreferrer" target="_blank">
              {ip}
            </a>
          ) : (
            <span class="quiet">{farm.gatewayNone}</span>
          )}
          {isAddress && reportedAt !== undefined && (
            <span class="quiet"> {farm.reported(format.age(reportedAt, now))}</span>
          )}
        </dd>
      </div>
    </dl>
  );
}

const ID_BYTES = 5;

function AddGreenhouse(): VNode {
  const farm = useFarm();
  const { speech, changes, attempt } = usePage();
  const { texts } = speech;
  const [isOpen, setOpen] = useState(farm.greenhouses.length === 0);
  const [name, setName] = useState("");
  const [isTried, setTried] = useState(false);
  const fault = faultOfName(name);
  const add = (): void => {
    setTried(true);
    if (fault !== undefined) return;
    attempt(changes.addGreenhouse(farm.id, idOf(name, randomBytes(ID_BYTES)), name.trim()));
    setName("");
    setTried(false);
    setOpen(false);
  };
  if (!isOpen) return <Button onClick={() => setOpen(true)}>{texts.farm.addGreenhouse}</Button>;
  return (
    <section class="card narrow">
      <Form onSubmit={add}>
        <Field
          label={texts.farm.greenhouseName}
          value={name}
          onValue={setName}
          fault={isTried && fault ? texts.faults[fault] : undefined}
        />
        <div class="row">
          <Button kind="primary" type="submit">
            {texts.farm.addGreenhouse}
          </Button>
          {farm.greenhouses.length > 0 && (
            <Button kind="quiet" onClick={() => setOpen(false)}>
              {texts.cancel}
            </Button>
          )}
        </div>
      </Form>
    </section>
  );
}
