import { execFileSync } from "node:child_process";
import { chmodSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { createReadStream, writeFileSync } from "node:fs";
import fs from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { text as readText } from "node:stream/consumers";
import { writeWhole } from "../../../tools/cli/src/core/whole-file";
import { useTemporaryFolder } from "rtdb-emulator/testing/temporary-folder";

const folder = useTemporaryFolder();
const never = new AbortController().signal;

test("keeps an earlier file until the new one is complete, with its mode and symbolic link", async () => {
  const [file, link] = [join(folder(), "file"), join(folder(), "link")];
  writeFileSync(file, "earlier");
  chmodSync(file, 0o640);
  symlinkSync(file, link);
  function* lines(): Generator<string> {
    yield "new";
    expect(readFileSync(file, "utf8")).toBe("earlier");
    yield "er";
  }
  await writeWhole(link, Readable.from(lines()), never);
  expect([readFileSync(file, "utf8"), statSync(file).mode & 0o777]).toEqual(["newer", 0o640]);
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
  expect(readdirSync(folder())).toEqual(["file", "link"]);
});

test("a file is on the disk before it replaces an earlier one", async () => {
  const file = join(folder(), "file");
  const handle = await fs.open(join(folder(), "any"), "w");
  await handle.close();
  const handles = Object.getPrototypeOf(handle) as typeof handle;
  const [sync, rename] = [jest.spyOn(handles, "sync"), jest.spyOn(fs, "rename")];
  try {
    await writeWhole(file, Readable.from(["new"]), never);
    const [synced] = sync.mock.invocationCallOrder;
    const [renamed] = rename.mock.invocationCallOrder;
    expect(synced).toBeLessThan(renamed ?? NaN);
  } finally {
    jest.restoreAllMocks();
  }
});

const stopping = new AbortController();
const interrupt = async (): Promise<void> => {
  await Promise.resolve();
  stopping.abort();
};

test.each([
  ["fails", never, () => Promise.reject(new Error("broken")), "broken"],
  ["is interrupted", stopping.signal, interrupt, "aborted"],
])(
  "a failure of %s leaves an earlier file unchanged, and no new one",
  async (_, signal, stop, reason) => {
    const [fresh, present] = [join(folder(), "fresh"), join(folder(), "present")];
    writeFileSync(present, "earlier");
    for (const file of [fresh, present]) {
      async function* stopped(): AsyncGenerator<string> {
        yield "half";
        await stop();
        yield "more";
      }
      await expect(writeWhole(file, stopped(), signal)).rejects.toThrow(reason);
    }
    expect(readdirSync(folder())).toEqual(["present"]);
    expect(readFileSync(present, "utf8")).toBe("earlier");
  },
);

test("a folder is refused, and a pipe is written to directly", async () => {
  const refused = writeWhole(folder(), Readable.from(["one"]), never);
  await expect(refused).rejects.toMatchObject({ code: "EISDIR" });
  const pipe = join(folder(), "pipe");
  execFileSync("mkfifo", [pipe]);
  const reading = readText(createReadStream(pipe));
  await writeWhole(pipe, Readable.from(["one\n", "two\n"]), never);
  expect(await reading).toBe("one\ntwo\n");
});
