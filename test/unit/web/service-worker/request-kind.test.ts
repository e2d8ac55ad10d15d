/** The requests that the service worker answers. All others go to the network. */

import { isOfVersion, kindOf } from "../../../../web/service-worker/request-kind";

const ORIGIN = "https://farm.example";
const FILES = ["/index.html", "/icon.svg", "/assets/page-a1.js"];

test.each([
  ["GET", "navigate", `${ORIGIN}/f/any/g/thing?range=7d`, "page"],
  ["GET", "cors", `${ORIGIN}/assets/page-a1.js`, "file"],
  ["GET", "cors", `${ORIGIN}/assets/of-an-older-version.js`, "file"],
  ["GET", "no-cors", `${ORIGIN}/icon.svg`, "file"],
  ["GET", "cors", `${ORIGIN}/__/firebase/init.json`, "config"],
  ["GET", "cors", `${ORIGIN}/__/firebase/init.js?useEmulator=true`, "config"],
  ["GET", "navigate", `${ORIGIN}/__/auth/handler?x=1`, undefined],
  ["GET", "navigate", `${ORIGIN}/api/unsubscribe?token=1`, undefined],
  ["GET", "cors", `${ORIGIN}/sw.js`, undefined],
  ["POST", "cors", `${ORIGIN}/assets/page-a1.js`, undefined],
  ["POST", "navigate", `${ORIGIN}/`, undefined],
  ["GET", "cors", "https://identitytoolkit.googleapis.com/v1/accounts", undefined],
  ["GET", "cors", "http://127.0.0.1:9000/assets/.json", undefined],
])("%s (%s) %s: %s", (method, mode, url, kind) => {
  expect(kindOf({ method, mode, url }, ORIGIN, FILES)).toBe(kind);
});

test.each([
  ['<script src="/assets/page-a1.js">', true],
  ['<script src="/assets/page-b2.js">', false],
  ['<script src="/assets/page-a1.js"><link href="/assets/page-b2.css">', false],
  ["Please sign in to this Wi-Fi", false],
])("decides if %s is of this version: %s", (document, isOwn) => {
  expect(isOfVersion(document, FILES)).toBe(isOwn);
});
