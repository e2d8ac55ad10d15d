/** The answer to the first question: is everything all right, and if not, what is it, and where. */

import type { VNode } from "preact";
import type { Attention } from "../model/attention";
import type { Greenhouse } from "../model/farm";
import type { SensorState } from "../model/latest";
import { anchorOf, pathOf } from "../model/route";
import type { Texts } from "../text/en";
import { useAttentionText } from "./attention-list";
import { useFarm } from "./farm-context";
import { useNow, useOffline } from "./hooks";
import { CheckIcon, WarningIcon } from "./icons";
import { usePage } from "./page";
import { Link } from "./router";

export interface Concern {
  readonly greenhouse: Greenhouse;
  readonly attention: Attention;
}

export interface FarmStatusProps {
  /** Whether the newest values are there: what is wrong with them can be told. */
  readonly isKnown: boolean;
  /** Whether the last day is there too: nothing else is wrong. */
  readonly isReady: boolean;
  /** The worst first. */
  readonly concerns: readonly Concern[];
  readonly states: readonly SensorState[];
}

/** So many are named here; the cards have the others. */
const NAMED = 5;

/** Announced when it changes, not with every reading: the ages stand outside the live region. */
export function FarmStatus(props: FarmStatusProps): VNode {
  const { concerns, states } = props;
  const { speech, format } = usePage();
  const { farm } = speech.texts;
  const now = useNow();
  const times = states.flatMap(({ at }) => at ?? []);
  const hasReadings = times.length > 0;
  const isWell = concerns.length === 0;
  const isReady = isWell ? props.isReady : props.isKnown;
  // Nobody knows what happened since.
  const wellUntil = useOffline()?.since;
  const text = isWell ? wellText(farm, hasReadings, wellUntil) : farm.attention(concerns.length);
  const wellKind = hasReadings && wellUntil === undefined ? "well" : "";
  const kind = isWell ? wellKind : "warn";
  return (
    <div class={`status ${isReady ? kind : ""}`} aria-busy={!props.isReady}>
      {isReady && (isWell ? hasReadings && <CheckIcon /> : <WarningIcon />)}
      <div class="status-text">
        <p>
          <strong role="status">{isReady ? text : ""}</strong>
          {isReady && hasReadings && (
            <>
              {" "}
              <span class="quiet status-age">
                {farm.newest(format.age(Math.max(...times), now))}
              </span>
            </>
          )}
        </p>
        {isReady && !isWell && (
          <ul class="plain concerns">
            {concerns.slice(0, NAMED).map((concern) => (
              <ConcernLine key={keyOf(concern)} {...concern} />
            ))}
            {concerns.length > NAMED && <li>{farm.more(concerns.length - NAMED)}</li>}
          </ul>
        )}
      </div>
    </div>
  );
}

function wellText(
  texts: Texts["farm"],
  hasReadings: boolean,
  wellUntil: string | undefined,
): string {
  if (!hasReadings) return texts.noReadings;
  return wellUntil === undefined ? texts.allWell : texts.wasWell(wellUntil);
}

function keyOf({ greenhouse, attention }: Concern): string {
  const { kind, sensor } = attention;
  return [
    greenhouse.id,
    sensor.uid,
    kind,
    "measurement" in attention ? attention.measurement : "",
  ].join("/");
}

function ConcernLine({ greenhouse, attention }: Concern): VNode {
  const { id: farmId } = useFarm();
  const textOf = useAttentionText();
  const path = pathOf({ view: "greenhouse", farmId, greenhouseId: greenhouse.id });
  return (
    <li>
      <Link href={path}>{greenhouse.name}</Link>
      {", "}
      <Link href={`${path}#${anchorOf(attention.sensor.uid)}`}>{attention.sensor.name}</Link>
      {": "}
      {textOf(attention)}
    </li>
  );
}
