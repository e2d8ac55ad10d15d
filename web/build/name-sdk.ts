/** Names the SDK's file in the document, so that the browser loads it together with the page's own file. */

import type { Plugin } from "vite";
import { SDK_FILE } from "./file-groups.ts";

/**
 * People who are signed in load the SDK's file together with the page's own. Others need it only after they type into
 * the sign-in form, and the form loads faster alone. firebase.json allows this script by its hash.
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
