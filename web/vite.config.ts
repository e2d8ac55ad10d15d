/** `vite build` here gives the page that is deployed: files with hashed names, the document and the service worker. */

import { defineConfig } from "vite";
import { fileGroups } from "./build/file-groups.ts";
import { nameSdk } from "./build/name-sdk.ts";
import { serviceWorker } from "./build/service-worker.ts";

export default defineConfig({
  plugins: [nameSdk(), serviceWorker()],
  build: {
    target: "es2022",
    // Data URLs would require a less strict security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      // Without this, the bundler prints performance hints on a busy machine.
      checks: { bundlerTimings: false },
      output: { codeSplitting: { groups: fileGroups() } },
    },
  },
});
