/** The root certificates of the boards match the comments beside them. */

import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const DEVICES = join(__dirname, "../../../devices");

/** From Google Trust Services' own list, https://pki.goog/repository/. */
const ROOTS = [
  {
    name: "GTS Root R1",
    fingerprint: "D947432ABDE7B7FA90FC2E6B59101B1280E0E1C7E4E40FA3C6887FFF57A7F4CF",
  },
  {
    name: "GTS Root R4",
    fingerprint: "349DFA4058C5E263123B398AE795573C4E1313C83FE68F93556CD5E8031B3C7D",
  },
];

/** Reads every certificate: base64 without quotes and line breaks. */
function readCertificates(file: string, pattern: RegExp): X509Certificate[] {
  const text = readFileSync(join(DEVICES, file), "utf8");
  return [...text.matchAll(pattern)].map(([, quoted = ""]) => {
    const base64 = [...quoted.matchAll(/"([A-Za-z0-9+/=]+)(?:\\n)?"/g)].map(([, line]) => line);
    return new X509Certificate(Buffer.from(base64.join(""), "base64"));
  });
}

test.each([
  ["arduino/src/greenhouse/roots.h", /BEGIN CERTIFICATE-----\\n"([^]*?)"-----END/g],
  ["micropython/board/roots.py", /a2b_base64\(([^]*?)\)/g],
])("%s", (file, pattern) => {
  const certificates = readCertificates(file, pattern);
  const found = certificates.map((certificate) => ({
    name: /CN=(.*)/.exec(certificate.subject)?.[1],
    fingerprint: certificate.fingerprint256.replaceAll(":", ""),
  }));
  expect(found).toEqual(ROOTS);
  const text = readFileSync(join(DEVICES, file), "utf8");
  for (const [place, certificate] of certificates.entries()) {
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    expect(certificate.validTo).toBe("Jun 22 00:00:00 2036 GMT");
    expect(text).toContain(ROOTS[place]?.fingerprint);
  }
});
