/** `POST /reportIp`: the answers, and the farm's stored data. */

import { signBody } from "@greenhouse/domain/identity/signing";
import { REPORT_REFUSALS } from "../../../cases/http/report-ip";
import type { DatabaseClient } from "../database-client";
import { post } from "../exchange";
import { addFarm } from "../farm";
import { fill } from "../placeholders";
import type { Target } from "../targets";

export function describeReportIp(target: () => Target, database: DatabaseClient): void {
  test.each(["0.0.0.0", "255.255.255.255"])("stores %s and the time", async (ip) => {
    const farm = await addFarm(database);
    const before = await database.get(`farms/${farm.id}`);
    const earliest = Date.now();
    const body = { farmId: farm.id, apiKey: farm.apiKey, ip, name: "renamed", members: null };

    const answer = await post(`${target().url}/reportIp`, body);

    expect(answer.json).toEqual({ success: true, farmId: farm.id, ip });
    expect(answer.status).toBe(200);
    expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
    const { ipUpdatedAt, ...after } = (await database.get(`farms/${farm.id}`)) as {
      ipUpdatedAt: number;
    };
    expect(after).toEqual({ ...(before as object), ip });
    expect(ipUpdatedAt).toBeGreaterThanOrEqual(earliest);
    expect(ipUpdatedAt).toBeLessThanOrEqual(Date.now());
  });

  test("stores valid unregistered devices, and keeps the list if a request has none", async () => {
    const farm = await addFarm(database);
    const report = (more: object) =>
      post(`${target().url}/reportIp`, {
        farmId: farm.id,
        apiKey: farm.apiKey,
        ip: "10.0.0.1",
        ...more,
      });
    const stored = async () =>
      Object.values((await database.get(`unregistered/${farm.id}`)) as Record<string, unknown>);
    const now = Date.now();
    const device = { uid: "zigbee/0x00158d", reading: '{"soilMoisture":41}', at: now - 1000 };
    const odd = [
      null,
      "dht-9",
      { ...device, uid: "two\nlines" },
      { ...device, uid: "x".repeat(101) },
      { ...device, reading: "x".repeat(501) },
      { ...device, at: "now" },
    ];
    expect((await report({ unregistered: [...odd, { ...device, more: 1 }] })).status).toBe(200);
    expect(await stored()).toEqual([device]);
    for (const silent of [{}, { unregistered: null }, { unregistered: "none" }]) {
      expect((await report(silent)).status).toBe(200);
      expect(await stored()).toEqual([device]);
    }
    const many = Array.from({ length: 30 }, (_, at) => ({ ...device, uid: `dht-${at}` }));
    const ahead = { ...device, at: now + 3_600_000 };
    expect((await report({ unregistered: [ahead, ...many] })).status).toBe(200);
    const list = (await stored()) as { uid: string; at: number }[];
    expect(list.map(({ uid }) => uid)).toEqual([ahead, ...many].slice(0, 20).map(({ uid }) => uid));
    expect(list[0]!.at).toBeLessThanOrEqual(Date.now());
    expect((await report({ unregistered: [] })).status).toBe(200);
    expect(await database.get(`unregistered/${farm.id}`)).toBeNull();
  });

  test("accepts a farm's new key at once, and refuses the old key", async () => {
    const farm = await addFarm(database);
    const { apiKey } = await addFarm(database);
    const report = (key: string) =>
      post(`${target().url}/reportIp`, { farmId: farm.id, apiKey: key, ip: "10.0.0.1" });
    expect((await report(farm.apiKey)).status).toBe(200);
    await database.put(`farms/${farm.id}/apiKey`, apiKey);
    expect((await report(apiKey)).status).toBe(200);
    expect((await report(farm.apiKey)).status).toBe(403);
  });

  describe("refuses", () => {
    test.each(REPORT_REFUSALS)("$name", async ({ body, signsWith, status, code, error }) => {
      const farm = await addFarm(database);
      const keylessFarmId = `${farm.id}-keyless`;
      await database.put(`farms/${keylessFarmId}`, { name: "A farm without a key" });
      const before = await database.get(`farms/${farm.id}`);
      const words = {
        farmId: farm.id,
        farmKey: farm.apiKey,
        sensorKey: target().sensorKey,
        keylessFarmId,
      };

      const placeholders = { now: Date.now(), words };
      const text = fill(body, placeholders);
      const headers = signsWith !== undefined && {
        "X-Signature": signBody(fill(signsWith, placeholders), text),
      };

      const answer = await post(`${target().url}/reportIp`, text, { ...headers });

      expect(answer.json).toEqual({ error: fill(error, placeholders) });
      expect(answer.status).toBe(status);
      expect(answer.headers["error-code"]).toBe(code);
      expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
      expect(await database.get(`farms/${farm.id}`)).toEqual(before);
    });
  });
}
