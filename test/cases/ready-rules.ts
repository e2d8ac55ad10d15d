/**
 * The ready rules of docs/integrations.md, by the product, with a message in the form that its decoder or program documents,
 * and the readings that it becomes. The rules themselves stand in the document alone.
 */

export interface ReadyRule {
  /** As the document's table names it. */
  readonly product: string;
  readonly target: string;
  readonly payload: string;
  readonly readings: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

const ttn = (decoded: object): string =>
  JSON.stringify({ uplink_message: { decoded_payload: decoded } });
const up = "v3/farm@ttn/devices/probe/up";

export const READY_RULES: readonly ReadyRule[] = [
  {
    product: "Dragino LHT65",
    target: up,
    // 327.67 stands for a probe that is not connected.
    payload: ttn({
      BatV: 3.05,
      TempC_SHT: "21.40",
      Hum_SHT: "63.2",
      TempC_DS: 327.67,
      Ext_sensor: "Temperature Sensor",
    }),
    readings: { probe: { temperature: 21.4, humidity: 63.2 } },
  },
  {
    product: "Dragino LHT65",
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
  {
    product: "Milesight EM300-TH",
    target: up,
    payload: ttn({ battery: 92, temperature: 18.2, humidity: 45.5 }),
    readings: { probe: { battery: 92, temperature: 18.2, humidity: 45.5 } },
  },
  {
    product: "Milesight EM500-SMTC",
    target: up,
    payload: ttn({ battery: 92, temperature: 18.2, moisture: 31.5, ec: 870 }),
    readings: { probe: { battery: 92, temperature: 18.2, soilMoisture: 31.5, ec: 0.87 } },
  },
  {
    product: "Milesight EM500-LGT",
    target: up,
    payload: ttn({ battery: 100, illumination: 8120 }),
    readings: { probe: { battery: 100, light: 8120 } },
  },
  {
    product: "SenseCAP S2103, S2105, S2120",
    target: up,
    payload: ttn({
      valid: true,
      messages: [
        { type: "report_telemetry", measurementId: 4097, measurementValue: 21.4 },
        { type: "report_telemetry", measurementId: 4098, measurementValue: 63 },
        { type: "report_telemetry", measurementId: 4100, measurementValue: 480 },
      ],
    }),
    readings: { probe: { temperature: 21.4, humidity: 63, co2: 480 } },
  },
  {
    product: "Ecowitt, customized upload",
    target: "/ecowitt",
    payload:
      "PASSKEY=ABC&stationtype=GW1100A_V2.1.8&dateutc=2026-11-01+11:50:00&tempinf=71.6&humidityin=48&baromrelin=29.92&tempf=50.0&humidity=81&windspeedmph=2.24&soilmoisture1=41&soilbatt1=1.4&model=GW1100A",
    readings: {
      "ABC-indoor": { temperature: 22, humidity: 48 },
      "ABC-soil-1": { soilMoisture: 41 },
      ABC: { temperature: 10, humidity: 81, pressure: 1013.207589, windSpeed: 1.00137 },
    },
  },
  {
    product: "rtl_433",
    target: "rtl_433/pi/devices/Fineoffset-WH51/0cf4",
    payload:
      '{"time":"2026-11-01 12:50:00","model":"Fineoffset-WH51","id":"0cf4","battery_ok":1,"moisture":37}',
    readings: { "Fineoffset-WH51-0cf4": { soilMoisture: 37 } },
  },
  {
    product: "rtl_433",
    target: "rtl_433/pi/devices/Bresser-3CH/164",
    payload: '{"temperature_C":9.4,"humidity":79,"battery_ok":1}',
    readings: { "Bresser-3CH-164": { temperature: 9.4, humidity: 79 } },
  },
  {
    product: "OpenMQTTGateway, Theengs (pvvx, BTHome, Ruuvi, Govee, Mi Flora)",
    target: "home/OpenMQTTGateway/BTtoMQTT/A4C138AABBCC",
    payload:
      '{"id":"A4:C1:38:AA:BB:CC","name":"ATC_AABBCC","rssi":-71,"brand":"Xiaomi","model":"TH Sensor","model_id":"LYWSD03MMC/MJWSD05MMC_PVVX_BTHOME","tempc":21.3,"tempf":70.34,"hum":55.2,"batt":82}',
    readings: { A4C138AABBCC: { temperature: 21.3, humidity: 55.2, battery: 82 } },
  },
  {
    product: "OpenMQTTGateway, Theengs (pvvx, BTHome, Ruuvi, Govee, Mi Flora)",
    target: "home/TheengsGateway/BTtoMQTT/C47C8DAABBCC",
    payload:
      '{"id":"C4:7C:8D:AA:BB:CC","brand":"Xiaomi","model":"MiFlora","tempc":17.5,"lux":8120,"moi":31,"fer":450}',
    readings: { C47C8DAABBCC: { temperature: 17.5, light: 8120, soilMoisture: 31, ec: 0.45 } },
  },
  {
    product: "A Bluetooth sensor at a Shelly gateway",
    target: "shellyblugwg3-e4b063/status/bthomesensor:203",
    payload: '{"id":203,"value":21.5,"last_updated_ts":1793533800}',
    readings: { blu: { temperature: 21.5 } },
  },
];
