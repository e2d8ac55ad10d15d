/** The farm: whether everything is fine, and if not, since when and which sensor. */

import { entriesOf } from "../../../domain/src/stored";
import type { VNode } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { byUrgency } from "../../../domain/src/attention";
import { valueOf } from "../data/watch";
import { readNumber, readText } from "../model/farm";
import { AlertBar, ServiceBar } from "../shared/alerts";
import { Button } from "../shared/controls";
import { CopyButton } from "../shared/copy-button";
import { useFarm, useGreenhouses } from "../shared/farm";
import type { LiveGreenhouse } from "../shared/farm";
import { CardSkeletons } from "../shared/skeleton";
import { useNow, useWatch } from "../shared/hooks";
import { NameForm } from "../shared/name-form";
import { useChanges } from "../shared/changes";
import { usePage } from "../shared/page";
import { newId } from "../shared/random";
import { FarmStatus } from "./farm-status";
import { GreenhouseCard } from "./greenhouse-card";
import "./overview.css";

export function Overview(): VNode {
  const farm = useFarm();
  const { texts } = usePage();
  const cards = useGreenhouses(farm.greenhouses);
  // Everything appears at once, so that the status does not push the cards below it down.
  const isKnown = cards.every(({ watch }) => watch.isReady);
  const isOwner = farm.role === "owner";
  const count = useGrowingCount(isKnown ? cards.length : 0);
  const hasAlerts = entriesOf(farm.openAlerts).length > 0;
  const isWatched = farm.limits.silentAfter !== undefined;
  return (
    <>
      <h1 class="overview-title">{farm.name}</h1>
      {cards.length > 0 && (
        <FarmStatus
          hasAlerts={hasAlerts}
          isReady={isKnown}
          concerns={cards
            .flatMap(({ greenhouse, attention }) =>
              attention.map((one) => ({ greenhouse, attention: one })),
            )
            .toSorted((a, b) => byUrgency(a.attention, b.attention))}
          states={cards.flatMap((card) => [...card.states.values()])}
        />
      )}
      {hasAlerts ? <AlertBar /> : isWatched && <ServiceBar />}
      <h2 class="visually-hidden">{texts.farm.greenhouses}</h2>
      {cards.length === 0 && (
        <>
          <p class="quiet">{texts.farm.noGreenhouses}</p>
          {isOwner && <AddGreenhouse />}
        </>
      )}
      {isKnown ? (
        <ul key="cards" class="plain cards">
          {bySeverity(cards)
            .slice(0, count)
            .map((card) => (
              <li key={card.greenhouse.id}>
                <Card live={card} />
              </li>
            ))}
        </ul>
      ) : (
        <CardSkeletons count={cards.length} />
      )}
      {/* Cards that are added later would push it down. */}
      {count >= cards.length && (
        <div class="page-foot">
          <FarmFacts />
          {isOwner && cards.length > 0 && <AddGreenhouse />}
        </div>
      )}
    </>
  );
}

/** How many cards are rendered at a time, because rendering twenty at once blocks a phone. */
const CARDS = 4;

/** Grows from 0 to `whole` by a few in each frame, starting after the status above has been rendered. */
function useGrowingCount(whole: number): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    if (count >= whole) return undefined;
    const timer = setTimeout(() => setCount(count + CARDS));
    return () => clearTimeout(timer);
  }, [count, whole]);
  return count;
}

/** Rendered again only when its own values change. */
function Card({ live }: { readonly live: LiveGreenhouse }): VNode {
  return useMemo(() => <GreenhouseCard {...live} />, [live]);
}

/** The worst first, equals sorted by name. */
function bySeverity(cards: readonly LiveGreenhouse[]): readonly LiveGreenhouse[] {
  const ranked = cards
    .flatMap((card) => card.attention.slice(0, 1).map((worst) => ({ worst, card })))
    .toSorted((a, b) => byUrgency(a.worst, b.worst));
  return [
    ...ranked.map(({ card }) => card),
    ...cards.filter(({ attention }) => attention.length === 0),
  ];
}

function FarmFacts(): VNode {
  const { id } = useFarm();
  const { texts, format } = usePage();
  const { farm } = texts;
  const watchedIp = useWatch(`farms/${id}/ip`, readText);
  const ip = valueOf(watchedIp);
  const reportedAt = valueOf(useWatch(`farms/${id}/ipUpdatedAt`, readNumber));
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
            <span class="quiet">{watchedIp.status === "loading" ? "…" : farm.gatewayNone}</span>
          )}
          {isAddress && reportedAt !== undefined && (
            <span class="quiet"> {farm.reported(format.age(reportedAt, now))}</span>
          )}
        </dd>
      </div>
    </dl>
  );
}

function AddGreenhouse(): VNode {
  const farm = useFarm();
  const { texts, attempt } = usePage();
  const changes = useChanges();
  const isFirst = farm.greenhouses.length === 0;
  const [isOpen, setOpen] = useState(isFirst);
  const add = (name: string): void => {
    attempt(changes.addGreenhouse(farm.id, newId(name), name));
    setOpen(false);
  };
  if (!isOpen) return <Button onClick={() => setOpen(true)}>{texts.farm.addGreenhouse}</Button>;
  return (
    <section class="card narrow">
      <NameForm label={texts.farm.greenhouseName} onName={add}>
        <div class="row">
          <Button kind="primary" type="submit">
            {texts.farm.addGreenhouse}
          </Button>
          {!isFirst && (
            <Button kind="quiet" onClick={() => setOpen(false)}>
              {texts.cancel}
            </Button>
          )}
        </div>
      </NameForm>
    </section>
  );
}
