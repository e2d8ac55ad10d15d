/**
 * A disk in memory, with the part of `node:fs` that the Node client uses. A power cut takes what was not synced: the
 * content of files, and the names in a folder, each until `fsync`.
 */

import path from "node:path";
import type { Files } from "../../devices/node/store.mjs";

interface File {
  text: string;
  synced: string;
  mtimeMs: number;
}

interface Opened {
  readonly file: File | undefined;
  /** The opened folder; undefined for a file. */
  readonly folder: string | undefined;
}

function failure(code: "ENOENT" | "EEXIST", name: string): Error {
  return Object.assign(new Error(`${code}: ${name}`), { code });
}

export class MemoryDisk {
  readonly #folders = new Set<string>();
  readonly #files = new Map<string, File>();
  /** The names that survive a power cut. */
  #synced = new Map<string, File>();
  readonly #opened = new Map<number, Opened>();
  #lastHandle = 2;

  constructor(private readonly now: () => number) {}

  cutPower(): void {
    this.#files.clear();
    this.#opened.clear();
    for (const [name, file] of this.#synced) {
      file.text = file.synced;
      this.#files.set(name, file);
    }
  }

  /** As `node:fs`. */
  get files(): Files {
    const disk: Partial<Record<keyof Files, unknown>> = {
      mkdirSync: (folder: string) => void this.#folders.add(folder),
      readdirSync: (folder: string) =>
        [...this.#files.keys()]
          .filter((name) => path.dirname(name) === folder)
          .map((name) => path.basename(name)),
      readFileSync: (name: string) => this.#find(name).text,
      statSync: (name: string) => this.#stat(this.#find(name)),
      fstatSync: (handle: number) => this.#stat(this.#fileOf(handle)),
      openSync: (name: string, flags: string) => this.#open(name, flags),
      closeSync: (handle: number) => void this.#opened.delete(handle),
      fsyncSync: (handle: number) => this.#sync(handle),
      ftruncateSync: (handle: number, length: number) => {
        const file = this.#fileOf(handle);
        file.text = file.text.slice(0, length);
      },
      renameSync: (from: string, to: string) => {
        const file = this.#find(from);
        this.#files.delete(from);
        this.#files.set(to, file);
      },
      rmSync: (name: string, options?: { readonly force?: boolean }) => {
        if (!this.#files.delete(name) && options?.force !== true) throw failure("ENOENT", name);
      },
      writeFileSync: (
        target: string | number,
        text: string,
        options?: { readonly flag?: string },
      ) => this.#write(target, text, options?.flag),
    };
    return disk as Files;
  }

  #open(name: string, flags: string): number {
    this.#lastHandle += 1;
    const folder = this.#folders.has(name) ? name : undefined;
    if (folder === undefined && flags !== "r" && !this.#files.has(name)) this.#create(name);
    const file = folder === undefined ? this.#find(name) : undefined;
    if (flags === "w" && file !== undefined) file.text = "";
    this.#opened.set(this.#lastHandle, { file, folder });
    return this.#lastHandle;
  }

  #write(target: string | number, text: string, flag: string | undefined): void {
    if (typeof target === "number") {
      const file = this.#fileOf(target);
      file.text += text;
      file.mtimeMs = this.now();
      return;
    }
    if (flag === "wx" && this.#files.has(target)) throw failure("EEXIST", target);
    this.#create(target).text = text;
  }

  #sync(handle: number): void {
    const { file, folder } = this.#opened.get(handle) ?? {};
    if (file !== undefined) file.synced = file.text;
    if (folder === undefined) return;
    const isInside = (name: string): boolean => path.dirname(name) === folder;
    const others = [...this.#synced].filter(([name]) => !isInside(name));
    const inside = [...this.#files].filter(([name]) => isInside(name));
    this.#synced = new Map([...others, ...inside]);
  }

  #create(name: string): File {
    if (!this.#folders.has(path.dirname(name))) throw failure("ENOENT", name);
    const file = { text: "", synced: "", mtimeMs: this.now() };
    this.#files.set(name, file);
    return file;
  }

  #find(name: string): File {
    const file = this.#files.get(name);
    if (file === undefined) throw failure("ENOENT", name);
    return file;
  }

  #fileOf(handle: number): File {
    const file = this.#opened.get(handle)?.file;
    if (file === undefined) throw failure("ENOENT", `handle ${handle}`);
    return file;
  }

  #stat({ text, mtimeMs }: File): { readonly size: number; readonly mtimeMs: number } {
    return { size: Buffer.byteLength(text), mtimeMs };
  }
}
