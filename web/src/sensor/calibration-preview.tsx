/** A small picture of the last days, before and after a calibration. */

import type { Measurement } from "@greenhouse/domain/quantities/measurements";
import type { VNode } from "preact";
import { drawPreview, HEIGHT, WIDTH } from "../model/values/calibration-preview";
import type { PreviewPoint } from "../model/values/calibration-preview";
import { usePage } from "../shared/hooks/page";
import { useSensorPageTexts } from "../text/sensor";

export interface CalibrationPreviewProps {
  readonly points: readonly PreviewPoint[];
  readonly quantity: Measurement;
  readonly from: number;
}

export function CalibrationPreview({
  points,
  quantity,
  from,
}: CalibrationPreviewProps): VNode | null {
  const { format, connection } = usePage();
  const { calibrate: words } = useSensorPageTexts();
  const drawing = drawPreview(points, from);
  if (drawing === undefined) return null;
  const { before, after, start, low, high } = drawing;
  const ends = [points[0], points.at(-1)].map(
    (point) => point && format.moment(point.at, connection.now()),
  );
  const span = `${format.value(low, quantity)} – ${format.value(high, quantity)}`;
  return (
    <figure class="preview">
      <figcaption>
        {words.preview} <span class="quiet">{span}</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${words.preview}: ${span}`}
      >
        {start !== undefined && <path class="start" d={`M${start} 0V${HEIGHT}`} />}
        <path class="before" d={before} />
        <path class="after" d={after} />
      </svg>
      <p class="row between quiet" dir="ltr" aria-hidden="true">
        <span>{ends[0]}</span>
        <span>{ends[1]}</span>
      </p>
    </figure>
  );
}
