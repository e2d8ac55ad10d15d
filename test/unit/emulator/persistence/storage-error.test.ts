import {
  attempt,
  diskProblem,
  onDisk,
  StorageError,
} from "../../../../emulator/src/persistence/storage-error";

function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: the system's words, write`), { code, syscall: "write" });
}

describe("errors of the disk", () => {
  it.each([
    ["ENOSPC", "cannot write to /data/x: the disk is full; free some space and try again (ENOSPC)"],
    ["EROFS", "cannot write to /data/x: the file system is read-only; name another place (EROFS)"],
    ["EXYZ", "cannot write to /data/x: the system's words"],
  ])("%s", (code, problem) => {
    expect(diskProblem("write to", "/data/x", { code, message: "the system's words" })).toBe(
      problem,
    );
  });

  it("keep the system's error as their cause, and become a value once", () => {
    const cause = systemError("EIO");
    const work = () =>
      onDisk("read", "/data/x", () => {
        throw cause;
      });
    expect(work).toThrow(expect.objectContaining({ name: "StorageError", cause }));
    expect(attempt(work)).toEqual({
      ok: false,
      problem:
        "cannot read /data/x: the disk reports a failure; check its health before trusting it again (EIO)",
    });
  });

  it("are told from bugs, which pass through", () => {
    const bug = new TypeError("a bug");
    const work = () =>
      onDisk("read", "/data/x", () => {
        throw bug;
      });
    expect(work).toThrow(bug);
    expect(() => attempt(work)).toThrow(bug);
  });

  it("are said once when work on the disk is nested", () => {
    const work = () =>
      onDisk("copy", "/outer", () => {
        throw new StorageError("said already");
      });
    expect(attempt(work)).toEqual({ ok: false, problem: "said already" });
  });
});
