/**
 * Messages of the products in docs/ready-rules.json, as their decoders or programs document them, and the readings from
 * these rules.
 */

export interface ReadyRule {
  /** The key in docs/ready-rules.json. */
  readonly product: string;
  readonly target: string;
  readonly payload: string;
  readonly readings: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

const ttn = (decoded: object): string =>
  JSON.stringify({ uplink_message: { decoded_payload: decoded } });
const up = "v3/farm@ttn/devices/probe/up";
const measured = (id: number, value: number): object => ({
  type: "report_telemetry",
  measurementId: id,
  measurementValue: value,
});

/** Source: https://github.com/dragino/dragino-end-node-decoder */
const DRAGINO: readonly ReadyRule[] = [
  {
    product: "Dragino LHT65, LHT65N",
    target: up,
    // 327.67 stands for a probe that is not connected.
    payload: ttn({
      BatV: 3.05,
      TempC_SHT: "21.40",
      Hum_SHT: "63.2",
      TempC_DS: 327.67,
      ILL_lx: 812,
    }),
    readings: { probe: { temperature: 21.4, humidity: 63.2, light: 812 } },
  },
  {
    product: "Dragino LHT65, LHT65N",
    target: up,
    payload: ttn({ BatV: 3.05, TempC_SHT: 21.4, Hum_SHT: 63.2, TempC_DS: 14.75 }),
    readings: {
      "probe-probe": { temperature: 14.75 },
      probe: { temperature: 21.4, humidity: 63.2 },
    },
  },
  {
    product: "Dragino LSE01",
    target: up,
    payload: ttn({
      BatV: 3.6,
      temp_DS18B20: "0.00",
      water_SOIL: "33.10",
      temp_SOIL: "15.20",
      conduct_SOIL: 410,
    }),
    readings: { probe: { temperature: 15.2, soilMoisture: 33.1, ec: 0.41 } },
  },
];

/** Source: https://github.com/Milesight-IoT/SensorDecoders */
const MILESIGHT: readonly ReadyRule[] = [
  {
    product: "Milesight EM300-TH, EM320-TH, EM500-CO2, EM500-PT100",
    target: up,
    payload: ttn({ battery: 85, temperature: 22.1, humidity: 61.5, co2: 845, pressure: 1004.6 }),
    readings: {
      probe: { battery: 85, temperature: 22.1, humidity: 61.5, co2: 845, pressure: 1004.6 },
    },
  },
  {
    product: "Milesight EM500-SMTC",
    target: up,
    // Older decoders name the conductivity "ec".
    payload: ttn({ battery: 92, temperature: 18.2, moisture: 31.5, electricity: 870 }),
    readings: { probe: { battery: 92, temperature: 18.2, soilMoisture: 31.5, ec: 0.87 } },
  },
  {
    product: "Milesight EM500-LGT",
    target: up,
    payload: ttn({ battery: 100, illumination: 8120 }),
    readings: { probe: { battery: 100, light: 8120 } },
  },
];

/** Source: https://github.com/TheThingsNetwork/lorawan-devices/tree/master/vendor/sensecap */
const SENSECAP: readonly ReadyRule[] = [
  {
    product: "SenseCAP S2101, S2102, S2103, S2106",
    target: up,
    payload: ttn({
      valid: true,
      err: 0,
      messages: [
        { type: "upload_battery", battery: 97 },
        measured(4097, 21.4),
        measured(4098, 63),
        measured(4100, 480),
      ],
    }),
    readings: { probe: { temperature: 21.4, humidity: 63, co2: 480, battery: 97 } },
  },
  {
    product: "SenseCAP S2104, S2105 (soil)",
    target: up,
    payload: ttn({
      valid: true,
      err: 0,
      messages: [measured(4102, 14.2), measured(4103, 31.9), measured(4108, 0.62)],
    }),
    readings: { probe: { temperature: 14.2, soilMoisture: 31.9, ec: 0.62 } },
  },
  {
    product: "SenseCAP S2120",
    target: up,
    // Its decoder gives negative numbers as texts.
    payload: ttn({
      valid: true,
      err: 0,
      messages: [
        [
          { measurementValue: "-5.3", measurementId: "4097", type: "Air Temperature" },
          { measurementValue: 81, measurementId: "4098", type: "Air Humidity" },
          { measurementValue: 12400, measurementId: "4099", type: "Light Intensity" },
          { measurementValue: 0.2, measurementId: "4190", type: "UV Index" },
          { measurementValue: 1.3, measurementId: "4105", type: "Wind Speed" },
        ],
        [
          { measurementValue: 270, measurementId: "4104", type: "Wind Direction Sensor" },
          { measurementValue: 0.5, measurementId: "4113", type: "Rain Gauge" },
          { measurementValue: 101320, measurementId: "4101", type: "Barometric Pressure" },
        ],
        [{ "Battery(%)": 88 }],
      ],
    }),
    readings: {
      probe: {
        temperature: -5.3,
        humidity: 81,
        light: 12400,
        windSpeed: 1.3,
        pressure: 1013.2,
        battery: 88,
      },
    },
  },
];

const WEATHER: readonly ReadyRule[] = [
  {
    product: "Ecowitt, customized upload",
    target: "/ecowitt",
    payload:
      "PASSKEY=ABC&stationtype=GW1100A_V2.1.8&runtime=23362&dateutc=2026-11-01+11:50:00&tempinf=71.6&humidityin=48&baromrelin=29.92&baromabsin=29.41&tempf=50.0&humidity=81&winddir=71&windspeedmph=2.24&windgustmph=4.25&solarradiation=226.28&uv=1&rainratein=0.000&temp1f=-4.0&humidity1=39&soilmoisture1=41&soilad1=184&soilbatt1=1.4&tf_ch1=64.4&tf_batt1=1.48&tf_co2=68.0&humi_co2=48&co2=493&co2_24h=454&co2_batt=6&batt1=0&freq=868M&model=GW1100A&interval=60",
    readings: {
      "ABC-indoor": { temperature: 22, humidity: 48 },
      "ABC-1": { temperature: -20, humidity: 39 },
      "ABC-soil-1": { soilMoisture: 41, temperature: 18 },
      "ABC-co2": { co2: 493, temperature: 20, humidity: 48 },
      ABC: { temperature: 10, humidity: 81, pressure: 1013.207589, windSpeed: 1.00137 },
    },
  },
  /** Source: https://github.com/merbanan/rtl_433 */
  {
    product: "rtl_433, its events",
    target: "rtl_433/pi/events",
    payload:
      '{"time":"2026-11-01 12:50:00","model":"Acurite-Tower","id":8623,"channel":"A","battery_ok":1,"temperature_F":70.7,"humidity":44}',
    readings: { "Acurite-Tower-8623": { temperature: 21.5, humidity: 44 } },
  },
  /** Source: https://docs.openmqttgateway.com */
  {
    product: "rtl_433 by OpenMQTTGateway",
    target: "home/OMG_lilygo_rtl_433_ESP/RTL_433toMQTT/Fineoffset-WHx080/0/241",
    payload:
      '{"model":"Fineoffset-WHx080","subtype":0,"id":241,"battery_ok":1,"temperature_C":13.6,"humidity":95,"wind_avg_km_h":7.2,"rain_mm":0,"rssi":-82}',
    readings: { "Fineoffset-WHx080-241": { temperature: 13.6, humidity: 95, windSpeed: 2 } },
  },
];

const BLUETOOTH =
  "Bluetooth by OpenMQTTGateway or Theengs: pvvx, BTHome, Ruuvi, Govee, Aranet4, Mi Flora, b-parasite";
/** Source: https://github.com/theengs/decoder/tree/development/src/devices */
const THEENGS: readonly (readonly [string, Readonly<Record<string, number>>])[] = [
  [
    '{"id":"A4:C1:38:AA:BB:CC","brand":"Xiaomi","model":"MiFlora","model_id":"HHCCJCY01HHCC","tempc":17.5,"lux":8120,"moi":31,"fer":450}',
    { temperature: 17.5, light: 8120, soilMoisture: 31, ec: 0.45 },
  ],
  [
    '{"id":"A4:C1:38:AA:BB:CC","brand":"Aranet","model":"Aranet4 CO₂ Monitor","model_id":"ARANET4","tempc":21.4,"tempf":70.52,"hum":47,"pres":1004.6,"co2":845,"batt":91}',
    { temperature: 21.4, humidity: 47, pressure: 1004.6, co2: 845, battery: 91 },
  ],
];

const HOUSE: readonly ReadyRule[] = [
  {
    product: "Aranet PRO base station",
    target: "Aranet/358151004965/sensors/6009F3/json/measurements",
    payload:
      '{"time":"1793533800","temperature":"21.4","humidity":"63.0","co2":"845","atmosphericpressure":"1004.6","battery":"0.92","rssi":"-62"}',
    readings: { "6009F3": { temperature: 21.4, humidity: 63, co2: 845 } },
  },
  {
    product: "Shelly, first generation",
    target: "shellies/shellyht-6A1B2C/sensor/humidity",
    payload: "63.5",
    readings: { "shellyht-6A1B2C": { humidity: 63.5 } },
  },
  {
    product: "Shelly, first generation, add-on",
    target: "shellies/shelly1-6A1B2C/ext_temperature/1",
    payload: "14.75",
    readings: { "shelly1-6A1B2C-1": { temperature: 14.75 } },
  },
  {
    product: "Shelly Plus, Pro, Gen3, Gen4, with Plus Add-on",
    target: "shellyplus1-a8032abe54dc/status/temperature:100",
    payload: '{"id":100,"tC":14.3,"tF":57.7}',
    readings: { "shellyplus1-a8032abe54dc-100": { temperature: 14.3 } },
  },
  {
    product: "Shelly BLU H&T at a Shelly gateway",
    target: "shellyblugwg3-e4b063/status/bthomesensor:203",
    payload: '{"id":203,"value":21.5,"last_updated_ts":1793533800}',
    readings: { blu: { temperature: 21.5 } },
  },
  {
    product: "Tasmota",
    target: "tele/hut/SENSOR",
    payload:
      '{"Time":"2026-11-01T12:50:00","DS18B20-1":{"Id":"00000A","Temperature":13.3},"DS18B20-2":{"Id":"00000B","Temperature":18.2},"ANALOG":{"Moisture":41.5},"TempUnit":"C"}',
    readings: {
      "hut-1": { temperature: 13.3 },
      "hut-2": { temperature: 18.2 },
      hut: { soilMoisture: 41.5 },
    },
  },
  /** Source: https://www.zigbee2mqtt.io/devices/TS0601_soil.html */
  {
    product: "Zigbee2MQTT, also soil probes",
    target: "zigbee2mqtt/bed",
    payload:
      '{"battery":97,"humidity":63,"humidity_calibration":0,"soil_calibration":0,"soil_moisture":35,"soil_sampling":1800,"soil_warning":20,"temperature":17.9,"temperature_calibration":0,"temperature_sampling":1800,"temperature_unit":"celsius","water_warning":"none"}',
    readings: { bed: { temperature: 17.9, humidity: 63, soilMoisture: 35, battery: 97 } },
  },
  {
    product: "Zigbee2MQTT, Excellux ZS-300TF",
    target: "zigbee2mqtt/bed",
    payload:
      '{"battery":97,"humidity":63,"illuminance":812,"soil_fertility":640,"soil_fertility_warning":"none","soil_moisture":35,"temperature":17.9,"water_warning":"none"}',
    readings: {
      bed: {
        temperature: 17.9,
        humidity: 63,
        light: 812,
        soilMoisture: 35,
        ec: 0.64,
        battery: 97,
      },
    },
  },
];

export const READY_RULES: readonly ReadyRule[] = [
  ...DRAGINO,
  ...MILESIGHT,
  ...SENSECAP,
  ...WEATHER,
  ...THEENGS.map(([payload, measurements]) => ({
    product: BLUETOOTH,
    target: "home/OpenMQTTGateway/BTtoMQTT/A4C138AABBCC",
    payload,
    readings: { A4C138AABBCC: measurements },
  })),
  ...HOUSE,
];
