import {
  parsePair,
  parseTypedPlace,
  typedPlace,
} from "../../../../web/src/model/input/typed-place";

test.each([
  ["52.52, 13.40", "52.52", "13.40"],
  [" 52.520008,13.404954 ", "52.520008", "13.404954"],
  ["52,52 13,40", "52,52", "13,40"],
  ["52,52; 13,40", "52,52", "13,40"],
  ["-33.87°, 151.21°", "-33.87", "151.21"],
  ["52;13", "52", "13"],
])("parses the pair %p", (text, latitude, longitude) => {
  expect(parsePair(text)).toEqual({ latitude, longitude });
});

test.each(["52.52", "52,52", "", "Berlin", "52.52, 13.40, 7"])("rejects the pair %p", (text) => {
  expect(parsePair(text)).toBeUndefined();
});

const berlin = { latitude: 52.52, longitude: 13.405, timeZone: "Europe/Berlin" };

test.each(["en", "de"])("returns a stored location unchanged in %s", (locale) => {
  expect(parseTypedPlace(typedPlace(berlin, locale))).toEqual(berlin);
});

test.each(["52.520", "52,520", " 52.52° ", "+52,52"])(
  "parses %p as degrees in every language",
  (text) => {
    expect(parseTypedPlace({ ...typedPlace(berlin, "en"), latitude: text })).toEqual(berlin);
  },
);

test.each([
  [{ latitude: "1.234,5" }, "latitude"],
  [{ latitude: "90.1" }, "latitude"],
  [{ latitude: "52.520.008" }, "latitude"],
  [{ latitude: "52.52, 13.40" }, "latitude"],
  [{ latitude: "" }, "latitude"],
  [{ longitude: "-181" }, "longitude"],
  [{ longitude: "east" }, "longitude"],
  [{ timeZone: "Berlin" }, "timeZone"],
  [{ timeZone: "" }, "timeZone"],
])("rejects %j because of the %s", (wrong, field) => {
  expect(parseTypedPlace({ ...typedPlace(berlin, "en"), ...wrong })).toBe(field);
});
