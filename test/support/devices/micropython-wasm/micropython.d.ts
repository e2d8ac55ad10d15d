/** As far as run.ts uses it; the package has no types. */
declare module "@micropython/micropython-webassembly-pyscript/micropython.mjs" {
  export interface MicroPython {
    readonly FS: {
      mkdirTree: (folder: string) => void;
      writeFile: (file: string, text: Uint8Array) => void;
    };
    registerJsModule(name: string, module: Readonly<Record<string, unknown>>): void;
    /** @throws Error with the traceback of what nothing caught */
    runPython(code: string): unknown;
  }

  export function loadMicroPython(options: {
    /** The next byte, null at the end. */
    readonly stdin: () => number | null;
    readonly stdout: (line: string) => void;
    readonly stderr: (line: string) => void;
  }): Promise<MicroPython>;
}
