import { THIS_MACHINE } from "../../../scripts/stack/network";
import { readyText } from "../../../scripts/stack/ready-text";

test("this machine alone", () => {
  expect(readyText(THIS_MACHINE, 5000, "9.1")).toBe(
    "Ready after 9.1 s. Open http://127.0.0.1:5000, or stop everything with Ctrl-C.\n",
  );
});

test("a network: how phones get in, and what that means, stands beside the last line", () => {
  const others = ["192.168.1.7", "10.0.0.3"];
  expect(readyText({ listen: "0.0.0.0", local: "127.0.0.1", others }, 5000, "9.1")).toBe(
    "Everybody in the network can change everything. Phones open\n" +
      "  http://192.168.1.7:5000\n  http://10.0.0.3:5000\n\n" +
      "Ready after 9.1 s. Open http://127.0.0.1:5000, or stop everything with Ctrl-C.\n",
  );
});
