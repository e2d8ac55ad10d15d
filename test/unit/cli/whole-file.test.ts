import { execFileSync } from "node:child_process";
import {
  chmodSync,
  createReadStream,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { text as readText } from "node:stream/consumers";
import { writeWhole } from "../../../cli/src/whole-file";
import { useTemporaryFolder } from "../../support/temporary-folder";

const folder = useTemporaryFolder();
const never = new AbortController().signal;

function chunks(...texts: readonly string[]): AsyncIterable<string> {
  return Readable.from(texts);
}

function* failing(): Generator<string> {
  yield "half";
  throw new Error("broken");
}

test("a file is written, and nothing stays beside it", async () => {
  const file = join(folder(), "a.csv");
  await writeWhole(file, chunks("one\n", "two\n"), never);
  expect(readFileSync(file, "utf8")).toBe("one\ntwo\n");
  expect(readdirSync(folder())).toEqual(["a.csv"]);
});

test("until it is whole, the earlier one stands there", async () => {
  const file = join(folder(), "a.csv");
  writeFileSync(file, "earlier");
  function* look(): Generator<string> {
    yield "new";
    expect(readFileSync(file, "utf8")).toBe("earlier");
    yield "er";
  }
  await writeWhole(file, Readable.from(look()), never);
  expect(readFileSync(file, "utf8")).toBe("newer");
});

test("what fails leaves nothing, and an earlier file as it was", async () => {
  const [fresh, present] = [join(folder(), "fresh"), join(folder(), "present")];
  writeFileSync(present, "earlier");
  for (const file of [fresh, present]) {
    await expect(writeWhole(file, Readable.from(failing()), never)).rejects.toThrow("broken");
  }
  expect(readdirSync(folder())).toEqual(["present"]);
  expect(readFileSync(present, "utf8")).toBe("earlier");
});

test("so does what is interrupted", async () => {
  const stopping = new AbortController();
  function* interrupted(): Generator<string> {
    yield "half";
    stopping.abort();
    yield "more";
  }
  const writing = writeWhole(join(folder(), "a"), Readable.from(interrupted()), stopping.signal);
  await expect(writing).rejects.toMatchObject({ name: "AbortError" });
  expect(readdirSync(folder())).toEqual([]);
});

test("the rights of an earlier file stay, and a symbolic link stays one", async () => {
  const [file, pointer] = [join(folder(), "file"), join(folder(), "pointer")];
  writeFileSync(file, "earlier");
  chmodSync(file, 0o640);
  symlinkSync(file, pointer);
  await writeWhole(pointer, chunks("new"), never);
  expect([readFileSync(file, "utf8"), statSync(file).mode & 0o777]).toEqual(["new", 0o640]);
  expect(lstatSync(pointer).isSymbolicLink()).toBe(true);
});

test("a folder is refused, and a device is written to", async () => {
  mkdirSync(join(folder(), "sub"));
  await expect(writeWhole(join(folder(), "sub"), chunks("x"), never)).rejects.toMatchObject({
    code: "EISDIR",
  });
  await writeWhole("/dev/null", chunks("x"), never);
  expect(statSync("/dev/null").isCharacterDevice()).toBe(true);
});

test("a pipe is written to directly", async () => {
  const pipe = join(folder(), "pipe");
  execFileSync("mkfifo", [pipe]);
  const [, text] = await Promise.all([
    writeWhole(pipe, chunks("one\n", "two\n"), never),
    readText(createReadStream(pipe)),
  ]);
  expect(text).toBe("one\ntwo\n");
  expect(statSync(pipe).isFIFO()).toBe(true);
});
