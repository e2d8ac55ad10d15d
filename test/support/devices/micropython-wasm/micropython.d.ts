/** The parts that run.ts uses. The package has no types. */
declare module "@micropython/micropython-webassembly-pyscript/micropython.mjs" {
  export interface MicroPython {
    readonly FS: {
      mkdirTree: (folder: string) => void;
      writeFile: (file: string, text: Uint8Array) => void;
    };
    registerJsModule(name: string, module: Readonly<Record<string, unknown>>): void;
    /** @throws Error with the traceback of an uncaught exception */
    runPython(code: string): unknown;
  }

  export function loadMicroPython(options: {
    /** Returns the next byte, null at the end. */
    readonly stdin: () => number | null;
    readonly stdout: (line: string) => void;
    readonly stderr: (line: string) => void;
  }): Promise<MicroPython>;
}
