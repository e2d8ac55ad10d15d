/** Messages with several sensors, as the tools' documents describe them, and their readings. */

export interface PartedPayload {
  readonly name: string;
  readonly rule: Readonly<Record<string, unknown>>;
  readonly target: string;
  readonly payload: string;
  readonly readings: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** How well each sensor is heard. */
  readonly signals?: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

const tasmota = { topic: "tele/+/SENSOR", uid: "{1}", preset: "tasmota" };
const ttn = { topic: "v3/+/devices/+/up", uid: "{2}", preset: "ttn" };

const SCD40 =
  '{"SCD40":{"CarbonDioxide":812,"Temperature":22.5,"Humidity":48.5},"BME280":{"Temperature":21.9,"Humidity":51,"Pressure":1003.2},"PressureUnit":"hPa","TempUnit":"C"}';
export const PARTED_PAYLOADS: readonly PartedPayload[] = [
  {
    name: "Tasmota, an SCD40 beside a BME280 by the preset",
    rule: tasmota,
    target: "tele/hut/SENSOR",
    payload: SCD40,
    readings: {
      hut: { co2: 812, pressure: 1003.2 },
      "hut-SCD40": { temperature: 22.5, humidity: 48.5 },
      "hut-BME280": { temperature: 21.9, humidity: 51 },
    },
  },
  {
    name: "Tasmota, an SCD40 in readings, and the rest by the preset",
    rule: {
      ...tasmota,
      readings: [
        {
          uid: "{1}-co2",
          fields: {
            co2: "SCD40.CarbonDioxide",
            temperature: "SCD40.Temperature",
            humidity: "SCD40.Humidity",
          },
        },
      ],
    },
    target: "tele/hut/SENSOR",
    payload: SCD40,
    readings: {
      "hut-co2": { co2: 812, temperature: 22.5, humidity: 48.5 },
      hut: { temperature: 21.9, humidity: 51, pressure: 1003.2 },
    },
  },
  {
    name: "Tasmota, a bridge for Bluetooth",
    rule: tasmota,
    target: "tele/bridge/SENSOR",
    payload:
      '{"ATCa4c138":{"mac":"a4c138aabbcc","Temperature":17.5,"Humidity":61,"Battery":88,"RSSI":-71},"MJ_HT_V1-3108a2":{"Temperature":19,"Battery":12}}',
    signals: { "bridge-a4c138": { rssi: -71 }, "bridge-3108a2": {} },
    readings: {
      "bridge-a4c138": { temperature: 17.5, humidity: 61, battery: 88 },
      "bridge-3108a2": { temperature: 19, battery: 12 },
    },
  },
  {
    name: "Shelly Plus Add-on, a notification",
    rule: { topic: "+/events/rpc", uid: "{1}", preset: "shelly" },
    target: "plus/events/rpc",
    payload:
      '{"src":"plus","method":"NotifyStatus","params":{"ts":1793534400.1,"temperature:100":{"id":100,"tC":12.4},"temperature:101":{"id":101,"tC":null},"temperature:0":{"id":0,"tC":20}}}',
    readings: { "plus-100": { temperature: 12.4 }, plus: { temperature: 20 } },
  },
  {
    name: "a list in a list, and a list as the whole message",
    rule: {
      topic: "a/+",
      readings: [
        { uid: "{1}-1", fields: { temperature: "value.*[id=7.5].t" } },
        { uid: "{1}-2", fields: { temperature: "value.1[id='b'].t" } },
      ],
    },
    target: "a/b",
    payload: '[[{"id":7.5,"t":1}],[{"id":"b","t":2},{"id":"c","t":3}]]',
    readings: { "b-1": { temperature: 1 }, "b-2": { temperature: 2 } },
  },
  {
    name: "The Things Stack, several normalized measurements",
    rule: ttn,
    target: "v3/a/devices/probe/up",
    payload:
      '{"uplink_message":{"normalized_payload":[{"soil":{"depth":10,"moisture":31,"temperature":14}},{"soil":{"depth":30,"moisture":38,"temperature":12}}]}}',
    readings: {
      "probe-0": { temperature: 14, soilMoisture: 31 },
      "probe-1": { temperature: 12, soilMoisture: 38 },
    },
  },
  {
    name: "The Things Stack, a battery in volts",
    rule: ttn,
    target: "v3/a/devices/lht65/up",
    payload: '{"uplink_message":{"decoded_payload":{"battery":3.05,"temperature":18.5}}}',
    readings: { lht65: { temperature: 18.5 } },
  },
];
