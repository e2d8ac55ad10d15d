/** The page's icons, drawn on a grid of 24. Screen readers ignore them, because they always accompany words. */

import type { VNode } from "preact";

function Icon({ path, class: name }: { readonly path: string; readonly class?: string }): VNode {
  return (
    <svg class={`icon ${name ?? ""}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

export const HouseIcon = (): VNode => <Icon path="M3 11 12 4l9 7M5 10v10h14V10M5 15h14M12 10v10" />;
export const SensorIcon = (): VNode => (
  <Icon path="M12 14a2 2 0 1 0 0-4 2 2 0 0 0 0 4M7.8 7.8a6 6 0 0 0 0 8.4M16.2 7.8a6 6 0 0 1 0 8.4M5 5a10 10 0 0 0 0 14M19 5a10 10 0 0 1 0 14" />
);
export const SettingsIcon = (): VNode => (
  <Icon path="M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.5v5" />
);
export const BellIcon = (): VNode => (
  <Icon path="M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zM10 21h4" />
);
export const CopyIcon = (): VNode => <Icon path="M9 9h11v11H9zM5 15H4V4h11v1" />;
export const CheckIcon = (): VNode => <Icon path="m5 12.5 4.5 4.5L19 7.5" />;
export const WarningIcon = (): VNode => <Icon path="M12 4 2.8 20h18.4zM12 10v4.5M12 17v.5" />;
export const InfoIcon = (): VNode => (
  <Icon path="M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M12 11v5.5M12 7.3v.5" />
);
export const PersonIcon = (): VNode => (
  <Icon path="M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8M4.5 20a7.5 7.5 0 0 1 15 0" />
);
export const BackIcon = (): VNode => <Icon path="m14 6-6 6 6 6" />;
export const ForwardIcon = (): VNode => <Icon path="m10 6 6 6-6 6" class="forward" />;
export const LeafIcon = (): VNode => (
  <Icon path="M5 19c0-9 5-14 15-14 0 10-5 14-11 14-2 0-3-.5-4-2M5 21c1-5 4-8 9-10" class="leaf" />
);
export const DownloadIcon = (): VNode => <Icon path="M12 4v11M7.5 11l4.5 4.5 4.5-4.5M4 20h16" />;
export const UnfoldIcon = (): VNode => <Icon path="m6 9.5 6 6 6-6" class="unfold" />;
