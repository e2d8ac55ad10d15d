/**
 * Messages of foreign tools, as their documents describe them, and their readings. `$UID` is the sensor. `$SECONDS`,
 * `$MS`, `$UTC`, `$OFFSET` and `$BERLIN` are the same moment in the forms of different tools.
 */

export interface ForeignPayload {
  readonly name: string;
  /** The document that describes the form. */
  readonly source: string;
  readonly rule: Readonly<Record<string, unknown>>;
  /** A topic, or a path with a query. */
  readonly target: string;
  readonly payload?: string;
  readonly measurements: Readonly<Record<string, number>>;
  /** How well the device is heard. */
  readonly signals?: Readonly<Record<string, number>>;
  /** Whether the payload has a time that counts. */
  readonly isDated?: boolean;
}

const ZIGBEE =
  "https://www.zigbee2mqtt.io/guide/usage/mqtt_topics_and_messages.html#zigbee2mqtt-friendly-name";
const ZIGBEE_TIME = "https://www.zigbee2mqtt.io/guide/configuration/mqtt.html#mqtt-behaviour";
const SHELLY_1 = "https://shelly-api-docs.shelly.cloud/gen1/";
const SHELLY_2 = "https://shelly-api-docs.shelly.cloud/gen2/General/Notifications";
const ESPHOME = "https://esphome.io/components/mqtt.html";
const TTN = "https://www.thethingsindustries.com/docs/integrations/data-formats/";
const TTN_NORMALIZED =
  "https://www.thethingsindustries.com/docs/integrations/payload-formatters/javascript/uplink/";
const CHIRPSTACK = "https://www.chirpstack.io/docs/chirpstack/integrations/events.html";
const STATESTREAM = "https://www.home-assistant.io/integrations/mqtt_statestream/#operation";

const zigbee = { topic: "zigbee2mqtt/+", uid: "{1}", preset: "zigbee2mqtt" };
const tasmota = { topic: "tele/+/SENSOR", uid: "{1}", preset: "tasmota" };
const shelly1 = { topic: "shellies/+/sensor/+", uid: "{1}", preset: "shelly" };
const shellyRpc = { topic: "+/events/rpc", uid: "{1}", preset: "shelly" };
const shellyGet = { path: "/shelly", uid: "{query.id}", preset: "shelly" };
const ttn = { topic: "v3/+/devices/+/up", uid: "{2}", preset: "ttn" };
const chirpstack = {
  topic: "application/+/device/+/event/+",
  uid: "{2}",
  preset: "chirpstack",
};

export const FOREIGN_PAYLOADS: readonly ForeignPayload[] = [
  {
    name: "Zigbee2MQTT, air, and last_seen as ISO_8601",
    source: ZIGBEE,
    rule: zigbee,
    target: "zigbee2mqtt/$UID",
    payload:
      '{"temperature":21.34,"humidity":null,"co2":640,"battery":87,"voltage":2985,"linkquality":96,"last_seen":"$UTC"}',
    measurements: { temperature: 21.34, co2: 640, battery: 87 },
    signals: { linkquality: 96 },
    isDated: true,
  },
  {
    name: "Zigbee2MQTT 1, and last_seen as epoch",
    source: ZIGBEE_TIME,
    rule: zigbee,
    target: "zigbee2mqtt/$UID",
    // Version 1 gave the sensor's raw value the name "illuminance".
    payload: '{"illuminance":31761,"illuminance_lux":1500,"last_seen":$MS}',
    measurements: { light: 1500 },
    isDated: true,
  },
  {
    name: "Tasmota, with the rule's zone",
    source: "https://tasmota.github.io/docs/BME280/",
    rule: { ...tasmota, zone: "Europe/Berlin" },
    target: "tele/$UID/SENSOR",
    payload:
      '{"Time":"$BERLIN","BME280":{"Temperature":21.9,"Humidity":66.1,"DewPoint":15.3,"Pressure":741.3},"PressureUnit":"mmHg","TempUnit":"C"}',
    measurements: { temperature: 21.9, humidity: 66.1, pressure: 988.318951 },
    isDated: true,
  },
  {
    name: "Tasmota in Fahrenheit, with the Epoch",
    source: "https://tasmota.github.io/docs/Commands/#time",
    rule: tasmota,
    target: "tele/$UID/SENSOR",
    payload:
      '{"Time":"$BERLIN","Epoch":$SECONDS,"ESP32":{"Temperature":106.2},"SCD40":{"CarbonDioxide":812,"eCO2":790,"Temperature":77,"Humidity":48.5},"TempUnit":"F"}',
    measurements: { co2: 812, temperature: 25, humidity: 48.5 },
    isDated: true,
  },
  {
    name: "Shelly Gen1, temperature in Fahrenheit",
    source: SHELLY_1,
    rule: { ...shelly1, unit: "F" },
    target: "shellies/$UID/sensor/temperature",
    payload: "68.90",
    measurements: { temperature: 20.5 },
  },
  {
    name: "Shelly Gen1, a reporting URL",
    source: "https://shelly-api-docs.shelly.cloud/gen1/",
    rule: shellyGet,
    target: "/shelly?hum=71&temp=19.38&id=$UID",
    measurements: { humidity: 71, temperature: 19.38 },
  },
  {
    name: "Shelly Gen2, NotifyFullStatus",
    source: SHELLY_2,
    rule: shellyRpc,
    target: "$UID/events/rpc",
    payload:
      '{"src":"$UID","dst":"$UID/events","method":"NotifyFullStatus","params":{"ts":$SECONDS.25,"devicepower:0":{"id":0,"battery":{"V":4.9,"percent":64}},"humidity:0":{"id":0,"rh":42.2},"sys":{"time":null,"unixtime":null},"temperature:0":{"id":0,"tC":19.8,"tF":67.6},"wifi":{"ssid":"farm","rssi":-58}}}',
    measurements: { temperature: 19.8, humidity: 42.2, battery: 64 },
    signals: { rssi: -58 },
    isDated: true,
  },
  {
    name: "Home Assistant's statestream",
    source: STATESTREAM,
    rule: {
      topic: "statestream/sensor/tomatoes_temperature/state",
      uid: "$UID",
      preset: "statestream",
      unit: "F",
    },
    target: "statestream/sensor/tomatoes_temperature/state",
    // In quotation marks or without.
    payload: '"70.7"',
    measurements: { temperature: 21.5 },
  },
  {
    name: "ESPHome, a bare value",
    source: ESPHOME,
    rule: { topic: "+/sensor/+/state", uid: "{1}", preset: "esphome" },
    target: "$UID/sensor/bench_3_temperature/state",
    payload: "21.53",
    measurements: { temperature: 21.53 },
  },
  {
    name: "ESPHome, publish_json",
    source: "https://esphome.io/components/mqtt.html",
    rule: { topic: "+/readings", uid: "{1}", preset: "esphome", fields: { ec: "ec" } },
    target: "$UID/readings",
    payload: '{"temperature":22.25,"humidity":"61","illuminance":12000,"ec":1.9,"wifi":-61}',
    measurements: { temperature: 22.25, humidity: 61, light: 12_000, ec: 1.9 },
  },
  {
    name: "The Things Stack, a decoded payload",
    source: TTN,
    rule: ttn,
    target: "v3/app1@tenant1/devices/$UID/up",
    payload:
      '{"end_device_ids":{"device_id":"$UID","application_ids":{"application_id":"app1"},"dev_eui":"0004A30B001C0530"},"received_at":"$UTC","uplink_message":{"f_cnt":7,"f_port":1,"frm_payload":"gkHe","decoded_payload":{"temperature":18.6,"humidity":70.2,"luminosity":0.64},"rx_metadata":[{"gateway_ids":{"gateway_id":"gtw1"},"time":"2020-02-12T15:15:45.787Z","timestamp":2463457000,"rssi":-35,"snr":5}],"last_battery_percentage":{"f_cnt":3,"value":90.118576,"received_at":"2025-04-16T11:54:13.787593298Z"}}}',
    signals: { rssi: -35, snr: 5 },
    measurements: { temperature: 18.6, humidity: 70.2, battery: 90.118576 },
    isDated: true,
  },
  {
    name: "The Things Stack, a normalized payload",
    source: TTN_NORMALIZED,
    rule: ttn,
    target: "v3/app1@tenant1/devices/$UID/up",
    payload:
      '{"received_at":"$UTC","uplink_message":{"decoded_payload":{"temp":1815},"normalized_payload":[{"air":{"temperature":21.5,"relativeHumidity":43.9,"pressure":1012,"co2":567,"lightIntensity":400},"wind":{"speed":5.2,"direction":321},"soil":{"moisture":55,"ec":1.25,"pH":6.8},"battery":3.3}]}}',
    measurements: {
      temperature: 21.5,
      humidity: 43.9,
      pressure: 1012,
      co2: 567,
      light: 400,
      windSpeed: 5.2,
      soilMoisture: 55,
      ec: 1.25,
      ph: 6.8,
    },
    isDated: true,
  },
  {
    name: "ChirpStack, up",
    source: CHIRPSTACK,
    rule: chirpstack,
    target: "application/17c82e96-be03-4f38-aef3-f83d48582d97/device/$UID/event/up",
    payload:
      '{"deduplicationId":"3ac7e3c4","time":"$OFFSET","deviceInfo":{"deviceName":"Bench 3","devEui":"$UID"},"devAddr":"00189440","dr":1,"fPort":1,"data":"qg==","object":{"temperature":19.25,"humidity":81,"co2":455},"rxInfo":[{"gatewayId":"0016c001f153a14c","rssi":-36}]}',
    signals: { rssi: -36 },
    measurements: { temperature: 19.25, humidity: 81, co2: 455 },
    isDated: true,
  },
  {
    name: "ChirpStack, a Cayenne LPP codec",
    source: "https://www.chirpstack.io/docs/chirpstack/integrations/mqtt.html",
    rule: chirpstack,
    target: "application/17c82e96-be03-4f38-aef3-f83d48582d97/device/$UID/event/up",
    payload: '{"time":"$OFFSET","object":{"temperatureSensor":{"1":25},"humiditySensor":{"1":32}}}',
    measurements: { temperature: 25, humidity: 32 },
    isDated: true,
  },
  {
    name: "a self-made board",
    source: "devices/gateway/README.md, Foreign devices",
    rule: {
      topic: "farm/+/soil",
      uid: "{1}",
      fields: { soilMoisture: { path: "vwc", scale: 100 }, leafWetness: "leaf.0" },
    },
    target: "farm/$UID/soil",
    payload: '{"vwc":0.27,"leaf":["3.5",9],"ts":$SECONDS}',
    measurements: { soilMoisture: 27, leafWetness: 3.5 },
    isDated: true,
  },
  {
    name: "The Things Stack, heard by several gateways",
    source: TTN,
    rule: ttn,
    target: "v3/app1@ttn/devices/$UID/up",
    payload:
      '{"uplink_message":{"decoded_payload":{"temperature":17},"rx_metadata":[{"rssi":-117,"snr":-9.5},{"rssi":-98,"snr":2.25},{"rssi":-98,"snr":null},{"rssi":-1e9}]}}',
    measurements: { temperature: 17 },
    signals: { rssi: -98, snr: 2.25 },
  },
  {
    name: "ChirpStack 3, whose ratio has another name",
    source: "https://github.com/brocaar/chirpstack-api/blob/v3/protobuf/gw/gw.proto",
    rule: chirpstack,
    target: "application/1/device/$UID/event/up",
    payload:
      '{"object":{"temperature":19.25},"rxInfo":[{"rssi":-110,"loRaSNR":-12},{"rssi":-61,"loRaSNR":8.5}]}',
    measurements: { temperature: 19.25 },
    signals: { rssi: -61, snr: 8.5 },
  },
  {
    name: "rtl_433 with levels, whose rssi is relative to its full scale",
    source: "https://github.com/merbanan/rtl_433/blob/master/docs/OPERATION.md",
    rule: { topic: "rtl_433/+", uid: "{1}", fields: { temperature: "temperature_C" } },
    target: "rtl_433/$UID",
    payload: '{"id":241,"temperature_C":13.6,"mod":"ASK","rssi":-0.1,"snr":19.5,"noise":-19.6}',
    measurements: { temperature: 13.6 },
    signals: { snr: 19.5 },
  },
  {
    name: "a signal as text, and one that is not possible",
    source: "https://docs.openmqttgateway.com/use/ble.html",
    rule: { topic: "ble/+", uid: "{1}", fields: { temperature: "tempc" } },
    target: "ble/$UID",
    payload: '{"tempc":13.6,"rssi":"-62","linkquality":300,"snr":"n/a"}',
    measurements: { temperature: 13.6 },
    signals: { rssi: -62 },
  },
  {
    name: "a signal by the rule's own field",
    source: "https://tasmota.github.io/docs/MQTT/",
    rule: {
      topic: "tele/+/STATE",
      uid: "{1}",
      fields: { temperature: "t", rssi: "Wifi.Signal" },
    },
    target: "tele/$UID/STATE",
    payload: '{"t":13.6,"rssi":-90,"Wifi":{"AP":1,"SSId":"farm","RSSI":70,"Signal":-65}}',
    measurements: { temperature: 13.6 },
    signals: { rssi: -65 },
  },
];

/** Returns the text for a sensor and a moment. */
export function fillIn(text: string, uid: string, atMs: number): string {
  const utc = new Date(atMs).toISOString();
  const berlin = new Intl.DateTimeFormat("sv-SE", {
    timeZone: "Europe/Berlin",
    dateStyle: "short",
    timeStyle: "medium",
  }).format(atMs);
  return text
    .replaceAll("$UID", uid)
    .replaceAll("$SECONDS", String(Math.floor(atMs / 1000)))
    .replaceAll("$MS", String(atMs))
    .replaceAll("$UTC", utc.replace("Z", "123456Z"))
    .replaceAll(
      "$OFFSET",
      new Date(atMs + 7_200_000).toISOString().replace(/\.\d+Z$/, ".000+02:00"),
    )
    .replaceAll("$BERLIN", berlin.replace(" ", "T"));
}
