import { isLoopback } from "@greenhouse/domain/loopback";

test.each([
  ["http://127.0.0.1:5001/demo-farm/europe-west1", true],
  ["http://localhost:5001", true],
  ["http://192.0.2.2:5001/demo-farm/europe-west1", false],
  ["https://europe-west1-farm.cloudfunctions.net", false],
  ["https://127.0.0.1.example.com", false],
])("%s leads to this machine: %s", (url, expected) => {
  expect(isLoopback(url)).toBe(expected);
});
