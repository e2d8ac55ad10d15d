/** Names the SDK's file in the document, so that it can be loaded beside the page's own. */

import type { Plugin } from "vite";
import { SDK_FILE } from "./file-groups.ts";

/**
 * For people who are signed in, the SDK's file is loaded beside the page's own. Others need it only after typing into the
 * sign-in form, which loads without competing downloads. firebase.json allows this script by its hash.
 */
const PRELOAD_SDK =
  'if (localStorage.getItem("person") !== null) document.querySelector("link[rel=sdk]").rel = "modulepreload";';

export function nameSdk(): Plugin {
  return {
    name: "name-sdk",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (_html, { bundle = {} }) => {
        const href = Object.keys(bundle).find((name) => name.includes(SDK_FILE));
        if (href === undefined) throw new Error("the build has no file with Firebase's SDK");
        return [
          {
            tag: "link",
            injectTo: "head",
            attrs: { rel: "sdk", href: `/${href}`, crossorigin: "" },
          },
          { tag: "script", injectTo: "head", children: PRELOAD_SDK },
        ];
      },
    },
  };
}
