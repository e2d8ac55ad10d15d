/** A sensor in the list, with its newest values. Owners edit and remove it here. On a phone, a tap shows the details. */

import type { ComponentChildren, VNode } from "preact";
import { useState } from "preact/hooks";
import { useOlderText, useWeakText } from "../boards/board-words";
import type { SensorRemoval } from "../data/changes/changes";
import type { Sensor } from "../model/farm/farm";
import { pathOf } from "../model/input/route";
import type { ListedSensor } from "../model/farm/sensor-list";
import { CHARTED } from "../model/values/measurement";
import { newestReading } from "../model/values/summary";
import { severityOf } from "../model/findings/severity";
import { SeverityWord } from "../shared/problems/severity";
import { Button } from "../shared/controls/controls";
import { CopyButton } from "../shared/controls/copy-button";
import { useFarm } from "../shared/hooks/farm";
import { UnfoldIcon, WarningIcon } from "../shared/controls/icons";
import { useChanges } from "../shared/hooks/changes";
import { usePage } from "../shared/hooks/page";
import type { Notice } from "../shared/hooks/page";
import { Link } from "../shared/hooks/router";
import { Sent } from "../shared/values/value";
import { joined, useAgeText, useKindText, useProblemText } from "../shared/values/words";
import { useBoardCodeTexts } from "../text/board-code";
import { useSensorTexts } from "../text/sensors";

export interface SensorRowProps {
  readonly listed: ListedSensor;
  readonly isNarrow: boolean;
  readonly onEdit: () => void;
  readonly onSnippet: () => void;
}

export function SensorRow(props: SensorRowProps): VNode {
  const { listed, isNarrow } = props;
  const sensors = useSensorTexts();
  const [isOpen, setOpen] = useState(false);
  const { sensor, state, greenhouse } = listed;
  const kindText = useKindText()(sensor);
  const name = isNarrow ? (
    <button
      type="button"
      class="sensor-toggle"
      aria-expanded={isOpen}
      onClick={() => setOpen(!isOpen)}
    >
      <Name listed={listed}>{joined(kindText, greenhouse ?? sensors.unlinked)}</Name>
      <UnfoldIcon />
    </button>
  ) : (
    <Name listed={listed} isLinked={listed.pending !== "added"}>
      {kindText}
    </Name>
  );
  const reading = <ReadingCell listed={listed} />;
  return (
    <tr class={state?.freshness === "fresh" ? "" : "is-old"}>
      <th scope="row">{name}</th>
      {isNarrow && reading}
      {(!isNarrow || isOpen) && <DetailCells listed={listed} />}
      {!isNarrow && reading}
      {(!isNarrow || isOpen) && <ActionsCell {...props} />}
    </tr>
  );
}

interface NameProps {
  readonly listed: ListedSensor;
  /** Whether the name links to the sensor's page. On a phone, it opens the row. */
  readonly isLinked?: boolean;
  readonly children: ComponentChildren;
}

/** Also shows pending changes, problems and a weak signal. The sensor's age already shows silence. */
function Name({ listed, isLinked, children }: NameProps): VNode {
  const { sensor, findings, pending, board } = listed;
  const { id: farmId } = useFarm();
  const weak = useWeakText(board?.weak);
  const textOf = useProblemText();
  const texts = useSensorTexts();
  return (
    <span class="sensor-name">
      <span class="sensor-title">
        {isLinked ? (
          <Link href={pathOf({ view: "sensors", farmId, uid: sensor.uid })}>{sensor.name}</Link>
        ) : (
          sensor.name
        )}
      </span>
      <span class="type">{children}</span>
      {pending && (
        <span class="issue warn">
          <WarningIcon />
          {texts.pending[pending]}
        </span>
      )}
      {findings
        .filter((problem) => problem.kind !== "silent" || problem.measurement !== undefined)
        .map((problem) => (
          <span key={textOf(problem)} class={`issue ${severityOf(problem)}`}>
            <WarningIcon />
            <SeverityWord finding={problem} />
            {textOf(problem)}
          </span>
        ))}
      {weak !== undefined && (
        <span class="issue warn">
          <WarningIcon />
          {weak}
        </span>
      )}
    </span>
  );
}

/** The newest values, and their age. */
function ReadingCell({ listed: { sensor, state } }: { readonly listed: ListedSensor }): VNode {
  const sensors = useSensorTexts();
  const ageOf = useAgeText();
  const newest = state && newestReading([state], CHARTED);
  const hint = sensor.replacedBy === undefined ? sensors.unlinkedHint : sensors.replacedHint;
  return (
    <td class={`reading ${state?.freshness === "silent" ? "is-silent" : ""}`}>
      {newest && (
        <span class="reading-values">
          {newest.values.slice(0, MAX_VALUES).map(([measurement, { value }]) => (
            <span key={measurement}>
              <Sent {...{ measurement, value }} />
            </span>
          ))}
        </span>
      )}
      <span class="reading-age">{sensor.greenhouse === undefined ? hint : ageOf(state)}</span>
    </td>
  );
}

/** The number of values in a row. The greenhouse's page shows all. */
const MAX_VALUES = 2;

function DetailCells({ listed }: { readonly listed: ListedSensor }): VNode {
  const { sensor, state, board } = listed;
  const sensors = useSensorTexts();
  const older = useOlderText(board?.older);
  const battery = state?.values.battery;
  return (
    <>
      <td data-label={sensors.uid} class="detail">
        <span class="uid">
          <code>{sensor.uid}</code>
          <CopyButton text={sensor.uid} label={`${sensors.uid} ${sensor.uid}`} />
        </span>
        {older !== undefined && <span class="type program">{older}</span>}
      </td>
      <td data-label={sensors.greenhouse} class="detail">
        <GreenhouseLink {...listed} />
      </td>
      <td
        data-label={battery && sensors.battery}
        class={`detail ${battery?.isStale ? "is-stale" : ""}`}
      >
        {battery && <Sent measurement="battery" value={battery.value} />}
      </td>
    </>
  );
}

function GreenhouseLink({ sensor, greenhouse: name }: ListedSensor): VNode {
  const { id: farmId } = useFarm();
  const { unlinked } = useSensorTexts();
  const { greenhouse: greenhouseId } = sensor;
  if (greenhouseId === undefined) return <span>{unlinked}</span>;
  return <Link href={pathOf({ view: "greenhouse", farmId, greenhouseId })}>{name}</Link>;
}

function ActionsCell({ listed: { sensor, pending }, onEdit, onSnippet }: SensorRowProps): VNode {
  const farm = useFarm();
  const { texts } = usePage();
  const sensorTexts = useSensorTexts();
  const remove = useRemoval(sensor);
  // A sensor that is not saved yet cannot be changed and cannot send.
  if (pending === "added") return <td class="detail actions" />;
  return (
    <td class="detail actions">
      <div role="group" aria-label={sensorTexts.actions(sensor.name)}>
        <Link
          class="button quiet"
          href={pathOf({ view: "sensors", farmId: farm.id, uid: sensor.uid })}
        >
          {sensorTexts.details}
        </Link>
        <Button kind="quiet" onClick={onSnippet}>
          {useBoardCodeTexts().name}
        </Button>
        {farm.role === "owner" && (
          <>
            <Button kind="quiet" onClick={onEdit}>
              {texts.edit}
            </Button>
            <Button kind="quiet danger" onClick={remove}>
              {texts.remove}
            </Button>
          </>
        )}
      </div>
    </td>
  );
}

/**
 * Removes a sensor without asking, because undo restores the sensor and its own key, and the readings are kept. A
 * sensor with outputs is not removed.
 */
function useRemoval(sensor: Sensor): () => void {
  const farm = useFarm();
  const { attempt } = usePage();
  const changes = useChanges();
  const sensorTexts = useSensorTexts();
  const { name, greenhouse } = sensor;
  const noticeOf = (removal: SensorRemoval): Notice =>
    "outputs" in removal
      ? {
          text: sensorTexts.hasOutputs(name, removal.outputs, greenhouse !== undefined),
          isProblem: true,
        }
      : {
          text: sensorTexts.removed(name),
          undo: () => attempt(changes.registerAll(farm.id, [{ sensor, ...removal }])),
        };
  return () => {
    const removed = changes.remove(farm.id, sensor, farm.sensors);
    attempt(removed.then((removal) => attempt(Promise.resolve(), noticeOf(removal))));
  };
}
