/** The address that the farm's gateway reported last. */

import type { VNode } from "preact";
import { valueOf } from "../data/watches/watch";
import { asText, asTime } from "@greenhouse/domain/stored";
import { useFarm } from "../shared/hooks/farm";
import { useNow, useWatch } from "../shared/hooks/hooks";
import { usePage } from "../shared/hooks/page";
import { useSettingsTexts } from "../text/settings";

export function Gateway(): VNode {
  const { id } = useFarm();
  const { format } = usePage();
  const { gateway } = useSettingsTexts();
  const watchedIp = useWatch(`farms/${id}/ip`, asText);
  const ip = valueOf(watchedIp);
  const reportedAt = valueOf(useWatch(`farms/${id}/ipUpdatedAt`, asTime));
  const now = useNow();
  const isAddress = ip !== undefined && /^\d{1,3}(\.\d{1,3}){3}$/.test(ip);
  const noneText = watchedIp.status === "loading" ? "…" : gateway.missing;
  return (
    <p>
      {gateway.title}:{" "}
      {isAddress ? (
        <a href={`http://${ip}/`} rel="noreferrer" target="_blank">
          {ip}
        </a>
      ) : (
        <span class="quiet">{noneText}</span>
      )}
      {isAddress && reportedAt !== undefined && (
        <span class="quiet"> {gateway.reported(format.age(reportedAt, now))}</span>
      )}
    </p>
  );
}
