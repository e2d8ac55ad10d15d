import { instanceOf } from "../../../cli/src/instances";
import { parameterIn } from "../../../cli/src/surroundings";

const NORTH = { prefix: "north-", databaseUrl: "http://127.0.0.1:9000?ns=north" };
const FAR_NORTH = { prefix: "north-far-", databaseUrl: "http://127.0.0.1:9000?ns=far" };

test.each([
  ["north-1", NORTH],
  ["north-far-1", FAR_NORTH],
  ["south-north-1", undefined],
  ["North-1", undefined],
])("%s", (id, instance) => {
  expect(instanceOf([NORTH, FAR_NORTH], id)).toEqual(instance);
});

test.each([
  ["A=1\nNAME=a-=b,c-=d\n", "a-=b,c-=d"],
  ['NAME = "x"\nNAME="a-=b"\r\n', "a-=b"],
  ["NAME=\n", ""],
  ["OTHER_NAME=x\n#NAME=y", undefined],
])("a parameter in %j", (text, value) => {
  expect(parameterIn(text, "NAME")).toBe(value);
});
