/** The gateway announces its sensors to Home Assistant, passes their values on, and withdraws removed sensors. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { databaseClient } from "../../support/backend/database-client";
import { inventSensor } from "../../support/backend/farm";
import { useMqttGateways } from "../../support/devices/gateway";
import type { MqttBroker } from "../../support/devices/mqtt-broker";
import { expectSoon } from "rtdb-emulator/testing/polling";

const testDiscovery = useMqttGateways();
const database = databaseClient();
const DISCOVERY = { GREENHOUSE_MQTT_DISCOVERY: "homeassistant", CHECK_S: "0.1" };

const configTopic = (uid: string): string =>
  `homeassistant/device/greenhouse-gateway-${uid}/config`;

async function expectAnnounced(broker: MqttBroker, uids: readonly string[]): Promise<void> {
  await expectSoon(
    () => Promise.resolve([...broker.retained.keys()].toSorted()),
    uids.map(configTopic).toSorted(),
  );
}

interface Config {
  readonly components: Readonly<Record<string, unknown>>;
}

const configOf = (broker: MqttBroker, uid: string): Config =>
  JSON.parse(broker.retained.get(configTopic(uid)) ?? "") as Config;

/** Returns the published values of a sensor: topic without its prefix, and payload. */
function valuesOf({ published }: MqttBroker, uid: string): readonly (readonly [string, string])[] {
  const start = `greenhouse-gateway/${uid}/`;
  return published
    .filter(({ topic }) => topic.startsWith(start))
    .map(({ topic, payload, isRetained }) => {
      expect([topic, isRetained]).toEqual([topic, false]);
      return [topic.slice(start.length), payload];
    });
}

async function expectValue(broker: MqttBroker, uid: string, name: string, value: string) {
  const isThere = (): boolean =>
    valuesOf(broker, uid).some(([quantity, payload]) => quantity === name && payload === value);
  await expectSoon(() => Promise.resolve(isThere()), true);
}

testDiscovery(
  "announces sensors whose readings the backend stores, and passes values on",
  async (trial, broker, address) => {
    const { farm, sensors, start } = trial;
    const [{ uid, sensorName }, otherSensor] = sensors;
    const unknown = inventSensor(farm);
    const map = join(trial.folder, "map.json");
    const fields = { co2: "co2", leafWetness: "leaf" };
    writeFileSync(map, JSON.stringify([{ topic: "farm/+", uid: "{1}", fields }]));
    const gateway = await start({ ...address, ...DISCOVERY, GREENHOUSE_MAP: map });
    await gateway.post([
      { uid, temperature: 21.5 },
      { uid: unknown.uid, temperature: 4 },
    ]);
    await expectAnnounced(broker, [uid]);
    // Home Assistant subscribes after the announcement, so the values come after it.
    await expectValue(broker, uid, "temperature", "21.5");
    await gateway.post({ uid, temperature: 3, timestamp: Date.now() - 600_000 });
    expect(configOf(broker, uid)).toEqual({
      device: { identifiers: [`greenhouse-gateway-${uid}`], name: sensorName },
      origin: { name: "greenhouse-gateway" },
      components: {
        temperature: {
          platform: "sensor",
          state_class: "measurement",
          expire_after: 7200,
          unique_id: `greenhouse-gateway-${uid}-temperature`,
          default_entity_id: `sensor.greenhouse_gateway_${uid.replaceAll("-", "_")}_temperature`,
          state_topic: `greenhouse-gateway/${uid}/temperature`,
          device_class: "temperature",
          unit_of_measurement: "°C",
        },
      },
    });
    broker.publish(`farm/${otherSensor.uid}`, '{"co2":700,"leaf":2.5}');
    await expectAnnounced(broker, [uid, otherSensor.uid]);
    await expectValue(broker, otherSensor.uid, "leafWetness", "2.5");
    const { co2, leafWetness } = configOf(broker, otherSensor.uid).components;
    expect(co2).toMatchObject({ device_class: "carbon_dioxide", unit_of_measurement: "ppm" });
    expect(leafWetness).toMatchObject({ name: "leafWetness" });
    expect(leafWetness).not.toHaveProperty("unit_of_measurement");
    // Neither old readings nor those of unregistered sensors.
    expect(valuesOf(broker, uid)).not.toContainEqual(["temperature", "3.0"]);
    expect(valuesOf(broker, unknown.uid)).toEqual([]);
  },
);

testDiscovery(
  "goes on without the backend, also after a restart",
  async (trial, broker, address) => {
    const [{ uid }] = trial.sensors;
    const first = await trial.start({ ...address, ...DISCOVERY });
    await first.post({ uid, temperature: 1 });
    await expectAnnounced(broker, [uid]);
    await first.kill();
    broker.published.length = 0;
    await trial.server.goOffline();
    const second = await trial.start({ ...address, ...DISCOVERY });
    await expectAnnounced(broker, [uid]);
    await second.post({ uid, temperature: 2, humidity: 60 });
    await expectValue(broker, uid, "temperature", "2.0");
    await expectValue(broker, uid, "humidity", "60.0");
    const config = (): boolean =>
      broker.retained.get(configTopic(uid))?.includes("humidity") === true;
    await expectSoon(() => Promise.resolve(config()), true);
    // Home Assistant has restarted, and lost the values that were not retained.
    broker.published.length = 0;
    broker.publish("homeassistant/status", "online");
    await expectValue(broker, uid, "temperature", "2.0");
    await trial.server.goOnline();
  },
);

testDiscovery("withdraws a sensor that is no longer registered", async (trial, broker, address) => {
  const [{ uid }, otherSensor] = trial.sensors;
  const gateway = await trial.start({
    ...address,
    ...DISCOVERY,
    UNREGISTERED_MS: "300",
    PROBE_MS: "200",
  });
  await gateway.post([
    { uid, temperature: 1 },
    { uid: otherSensor.uid, temperature: 2 },
  ]);
  await expectAnnounced(broker, [uid, otherSensor.uid]);
  const registration = await database.get(`registeredSensors/${uid}`);
  await database.remove(`registeredSensors/${uid}`);
  await gateway.post({ uid, temperature: 3 });
  await expectAnnounced(broker, [otherSensor.uid]);
  await gateway.post({ uid, temperature: 4 });
  await expectSoon(async () => (await gateway.state()).waiting, 2);
  await expectAnnounced(broker, [otherSensor.uid]);
  await database.put(`registeredSensors/${uid}`, registration);
  await expectAnnounced(broker, [uid, otherSensor.uid]);
});
