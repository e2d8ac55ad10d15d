/** The farm's location, from which the page and the alerts compute its nights. */

import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Place } from "@greenhouse/domain/sun";
import { canAskForPlace, devicePlace } from "../data/connection/device-place";
import type { PlaceProblem } from "../data/connection/device-place";
import { nightsIn, solarDay } from "../model/days/nights";
import { isTimeZone } from "@greenhouse/domain/words/format";
import { degreesOf, parsePair, parseTypedPlace, typedPlace } from "../model/input/typed-place";
import { numberText } from "../model/input/typed-number";
import type { TypedPlace } from "../model/input/typed-place";
import { Button, Field, Form } from "../shared/controls/controls";
import { Conflicts, useDraft } from "../shared/controls/draft";
import { useFarm } from "../shared/hooks/farm";
import { useNow } from "../shared/hooks/hooks";
import { useChanges } from "../shared/hooks/changes";
import { usePage } from "../shared/hooks/page";
import { useAddress } from "../shared/hooks/router";
import { SaveRow } from "../shared/controls/save-row";
import { useSettingsTexts } from "../text/settings";

/** The hash of this card. */
export const PLACE = "place";

export function PlaceCard(): VNode {
  const { role, place } = useFarm();
  const { settings } = useSettingsTexts();
  const card = useRef<HTMLElement>(null);
  const { hash } = useAddress();
  // The limits for the night lead here.
  useEffect(() => {
    if (hash !== `#${PLACE}`) return;
    card.current?.scrollIntoView();
    card.current?.querySelector<HTMLElement>("input, button")?.focus({ preventScroll: true });
  }, [hash]);
  return (
    <section ref={card} id={PLACE} class="card place-card" aria-labelledby="place-title">
      <h2 id="place-title">{settings.place}</h2>
      <p class="quiet">{settings.placeLead}</p>
      {role === "owner" ? <Editor /> : <Reading place={place} />}
    </section>
  );
}

function Reading({ place }: { readonly place: Place | undefined }): VNode {
  const { locale } = usePage();
  const { settings } = useSettingsTexts();
  if (place === undefined) return <p>{settings.noPlace}</p>;
  const { latitude, longitude, timeZone } = typedPlace(place, locale);
  return (
    <>
      <p>
        {latitude}°, {longitude}°, {timeZone}
      </p>
      <Night place={place} />
    </>
  );
}

function Editor(): VNode {
  const { place } = useFarm();
  const { texts, locale } = usePage();
  const { settings } = useSettingsTexts();
  const draft = useDraft<TypedPlace>(
    place === undefined
      ? { latitude: "", longitude: "", timeZone: browserZone() }
      : typedPlace(place, locale),
    (field, text) =>
      field === "timeZone" ? text.trim() : (degreesOf(text, field as "latitude") ?? text),
  );
  const { shown, changed, conflicts } = draft;
  const [isTried, setTried] = useState(false);
  const parsed = parseTypedPlace(shown);
  const store = useStoring();
  const errorOf = (field: keyof Place): string | undefined =>
    isTried && parsed === field ? settings.placeFaults[field] : undefined;
  const reset = (): void => {
    draft.reset();
    setTried(false);
  };
  const save = (): void => {
    setTried(true);
    if (typeof parsed === "string" || conflicts.length > 0) return;
    store(
      parsed,
      FIELDS.filter((field) => changed.includes(field)),
    );
    reset();
  };
  const change = (field: keyof Place) => (text: string) => {
    // Splits only pasted pairs. Typed text would be split before it is complete.
    const isPasted = text.length - shown[field].length > 1;
    const pair = field === "timeZone" || !isPasted ? undefined : parsePair(text);
    const all = Object.entries(pair ?? { [field]: text });
    for (const [name, typed] of all) draft.type(name, typed);
  };
  const fill = (found: Pick<Place, "latitude" | "longitude">): void => {
    for (const field of ["latitude", "longitude"] as const) {
      draft.type(field, numberText(found[field], locale));
    }
  };
  return (
    <Form onSubmit={save}>
      <div class="place-fields">
        {(["latitude", "longitude"] as const).map((field) => (
          <Field
            key={field}
            label={settings[field]}
            inputMode="decimal"
            value={shown[field]}
            onValue={change(field)}
            error={errorOf(field)}
          />
        ))}
        <Field
          label={settings.timeZone}
          value={shown.timeZone}
          list={Intl.supportedValuesOf("timeZone")}
          onValue={change("timeZone")}
          error={errorOf("timeZone")}
        />
      </div>
      <p class="hint">{settings.placeHint}</p>
      <DevicePlace onPlace={fill} />
      {typeof parsed !== "string" && <Night place={parsed} />}
      <Conflicts draft={draft} nameOf={(field) => settings[field as keyof Place]} />
      <SaveRow isChanged={changed.length > 0} onCancel={reset}>
        {place !== undefined && changed.length === 0 && (
          <Button kind="quiet" onClick={() => store(undefined)}>
            {texts.remove}
          </Button>
        )}
      </SaveRow>
    </Form>
  );
}

interface DevicePlaceProps {
  readonly onPlace: (place: Pick<Place, "latitude" | "longitude">) => void;
}

/** Fills in where this device is. Whoever is at the farm needs no map. */
function DevicePlace({ onPlace }: DevicePlaceProps): VNode | null {
  const { settings } = useSettingsTexts();
  const [problem, setProblem] = useState<PlaceProblem>();
  if (!canAskForPlace()) return null;
  const ask = (): void => {
    setProblem(undefined);
    void devicePlace().then((found) =>
      typeof found === "string" ? setProblem(found) : onPlace(found),
    );
  };
  return (
    <>
      <Button onClick={ask}>{settings.devicePlace}</Button>
      {problem && (
        <p class="error" role="alert">
          {settings.devicePlaceProblems[problem]}
        </p>
      )}
    </>
  );
}

const FIELDS = ["latitude", "longitude", "timeZone"] as const;

/** Saves the changed fields. A farm's first location must be complete, so all its fields are saved. Can be undone. */
function useStoring(): (next: Place | undefined, changed?: readonly (keyof Place)[]) => void {
  const { id, place } = useFarm();
  const { texts, attempt } = usePage();
  const changes = useChanges();
  return (next, changed = FIELDS) => {
    const pick = (from: Place): Partial<Place> =>
      Object.fromEntries(changed.map((field) => [field, from[field]]));
    const [storing, undo] =
      next === undefined || place === undefined
        ? [changes.setPlace(id, next), () => changes.setPlace(id, place)]
        : [changes.changePlace(id, pick(next)), () => changes.changePlace(id, pick(place))];
    attempt(storing, { text: texts.saved, undo: () => attempt(undo()) });
  };
}

/** Today's night in the location's own time zone. It reveals mistyped coordinates. */
function Night({ place }: { readonly place: Place }): VNode {
  const { locale, format: shown } = usePage();
  const { settings } = useSettingsTexts();
  const day = solarDay(useNow(), place);
  const [night] = nightsIn(day, place);
  const timeZone = isTimeZone(place.timeZone) ? place.timeZone : "UTC";
  const format = new Intl.DateTimeFormat(locale, { timeStyle: "short", timeZone });
  if (night === undefined) return <p role="status">{settings.sunUp}</p>;
  if (night.from === day.from && night.to === day.to) {
    return <p role="status">{settings.sunDownAllDay}</p>;
  }
  const [from, to] = [format.format(night.from), format.format(night.to)];
  const isOther = timeZone !== (shown.timeZone ?? browserZone());
  return <p role="status">{settings.sunDown(from, to, isOther ? ` (${timeZone})` : "")}</p>;
}

function browserZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
