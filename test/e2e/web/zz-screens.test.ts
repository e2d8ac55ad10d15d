import { databaseClient } from "../../support/backend/database-client";
import { addPageFarm } from "../../support/web/farm";
import { DESK, farmPath, PHONE, untilRead, useVisitors } from "../../support/web/visit";

const database = databaseClient();
const { visit } = useVisitors();
const at = (name: string): string => `/tmp/ps/shots/${name}.png`;

test.each([["desk", DESK], ["phone", PHONE]] as const)("%s", async (kind, options) => {
  const farm = await addPageFarm(database);
  await database.patch({
    [`sensors/${farm.tomatoes}/bySensor/${farm.air.uid}/windSpeed`]: 3.2,
    [`lastSeen/${farm.id}/${farm.air.uid}/windSpeed`]: Date.now(),
    [`greenhouses/${farm.tomatoes}/card`]: { temperature: true, windSpeed: true },
    [`greenhouses/${farm.tomatoes}/thresholds/windSpeed`]: { max: 2 },
  });
  const shot = async (name: string): Promise<void> => {
    await page.screenshot({ path: at(`${kind}-${name}`), fullPage: true, animations: "disabled" });
  };
  const { page, complaints } = await visit("/", undefined, options);
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await shot("sign-in");
  const visited = await visit(farmPath(farm), farm.owner, options);
  const { page: own } = visited;
  const take = async (name: string): Promise<void> => {
    await own.screenshot({ path: at(`${kind}-${name}`), fullPage: true, animations: "disabled" });
  };
  await own.evaluate(`localStorage.setItem("language", "de")`);
  await own.reload();
  await own.locator('.metrics[aria-busy="false"]').first().waitFor();
  await take("overview-de");
  await own.goto(own.url() + `/g/${farm.tomatoes}`);
  await untilRead(own);
  await take("greenhouse-de");
  await own.emulateMedia({ colorScheme: "dark" });
  await take("greenhouse-dark");
  await own.emulateMedia({ colorScheme: "light" });
  await own.evaluate(`localStorage.setItem("language", "en")`);
  const base = own.url().split("/g/")[0];
  await own.goto(`${base}/sensors`);
  await own.getByRole("button", { name: "Register" }).first().click();
  await own.getByRole("dialog").waitFor();
  await own.getByLabel("Name", { exact: true }).fill("Soil probe");
  await own.getByRole("dialog").getByRole("button", { name: "Register" }).click();
  await take("register");
  await own.goto(`${base}/settings/${farm.tomatoes}`);
  await own.getByText("Other thresholds at night").click();
  await take("settings");
  expect([...complaints, ...visited.complaints]).toEqual([]);
}, 120_000);
