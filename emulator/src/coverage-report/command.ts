/** `rtdb-emulator coverage`: reports which rules of a running emulator the tests tried, with a minimum for CI. */

import path from "node:path";
import { Command, InvalidArgumentError, Option } from "commander";
import type { RuleCoverage } from "../rules/ruleset";
import { describeUntried, type Figure, figureOf } from "./figure";
import { lcovOf } from "./lcov";

interface Arguments {
  readonly host?: string;
  readonly port?: number;
  readonly ns?: string;
  readonly rules: string;
  readonly format: "text" | "lcov" | "html";
  readonly output?: string;
  readonly failUnder?: number;
}

const MAX_PORT = 65_535;

/** Maximum number of expressions in the line that says why the command failed. */
const MAX_SHOWN = 3;

type WriteFile = (file: string, text: string) => void;

/** Returns the command. @param writeFile for `--output` */
export function coverageCommand(writeFile: WriteFile): Command {
  return new Command("coverage")
    .description("Reports which expressions of the rules ran, and with which values.")
    .option("--host <name>", "where the emulator listens (FIREBASE_DATABASE_EMULATOR_HOST)")
    .option("--port <number>", "9000 by default", (text) => readNumber(text, MAX_PORT, true))
    .option("--ns <namespace>", "the namespace of the rules; the default namespace if omitted")
    .option("--rules <file>", "the name of the rules in the report", "database.rules.json")
    .addOption(
      new Option("--format <name>", "the format of the report")
        .choices(["text", "lcov", "html"])
        .default("text"),
    )
    .option("--output <file>", "write the report to a file instead of the standard output")
    .option("--fail-under <percent>", "exit with 1 if less was tried", (text) =>
      readNumber(text, 100),
    )
    .action((args: Arguments) => run(args, writeFile));
}

function readNumber(text: string, max: number, isWhole = false): number {
  const number = Number(text);
  const isKind = isWhole ? Number.isInteger(number) : true;
  if (text.trim() !== "" && isKind && number >= 0 && number <= max) return number;
  throw new InvalidArgumentError(
    `This must be a ${isWhole ? "whole " : ""}number from 0 to ${max}.`,
  );
}

async function run(args: Arguments, writeFile: WriteFile): Promise<void> {
  try {
    const problem = await report(args, writeFile);
    if (problem === undefined) return;
    process.stderr.write(`${problem}\n`);
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    process.stderr.write(`${error.message}\n`);
  }
  process.exitCode = 1;
}

/** @returns why the command fails, or undefined */
async function report(args: Arguments, writeFile: WriteFile): Promise<string | undefined> {
  const { expressions } = parse(await load(args, "/.inspect/coverage.json"));
  const figure = figureOf(expressions);
  if (figure.total === 0) {
    return "These rules have no conditions. Name the namespace of the tests with --ns.";
  }
  // Services expect a relative path with slashes on every system.
  const file = path.relative("", args.rules).split(path.sep).join("/");
  const text = await formatted(args, expressions, figure, file);
  if (args.output === undefined) process.stdout.write(text);
  else writeFile(args.output, text);
  const isShown = args.format === "text" && args.output === undefined;
  return problemOf(figure, file, args.failUnder, isShown);
}

function parse(text: string): { readonly expressions: readonly RuleCoverage[] } {
  try {
    return JSON.parse(text) as { expressions: readonly RuleCoverage[] };
  } catch (error) {
    throw new Unreachable("The server at this address is not an rtdb-emulator.", { cause: error });
  }
}

async function formatted(
  args: Arguments,
  expressions: readonly RuleCoverage[],
  figure: Figure,
  file: string,
): Promise<string> {
  switch (args.format) {
    case "lcov":
      return lcovOf(expressions, file);
    case "html":
      // Remove the links, which open pages of the emulator.
      return (await load(args, "/.inspect/coverage")).replace(/<a [^>]*>.*?<\/a>/gs, "");
    case "text":
      return `${[summaryOf(figure, file), ...figure.untried.map(describeUntried)].join("\n  ")}\n`;
  }
}

function summaryOf({ percent, total, untried }: Figure, file: string): string {
  return `${file}: ${percent} % tried, ${total - untried.length} of ${total} expressions`;
}

/** @param isShown whether the full report has just been printed */
function problemOf(
  figure: Figure,
  file: string,
  failUnder = 0,
  isShown = false,
): string | undefined {
  if (figure.percent >= failUnder) return undefined;
  if (isShown) return `${figure.percent} % is below ${failUnder} %.`;
  const shown = figure.untried.slice(0, MAX_SHOWN).map(describeUntried).join("; ");
  const more = figure.untried.length - MAX_SHOWN;
  return `${summaryOf(figure, file)}, below ${failUnder} %. ${shown}${more > 0 ? `; and ${more} more` : ""}`;
}

class Unreachable extends Error {}

async function load({ host, port, ns }: Arguments, resource: string): Promise<string> {
  const { FIREBASE_DATABASE_EMULATOR_HOST: given = "127.0.0.1:9000" } = process.env;
  const [, givenHost = given, givenPort = "80"] = /^(.*):(\d+)$/.exec(given) ?? [];
  const name = host === undefined ? givenHost : host.includes(":") ? `[${host}]` : host;
  const address = `http://${name}:${port ?? givenPort}${resource}`;
  if (!URL.canParse(address)) throw new Unreachable(`${name} is not a valid address.`);
  const url = new URL(address);
  if (ns !== undefined) url.searchParams.set("ns", ns);
  const response = await fetch(url).catch((error: unknown) => {
    const help = "Start an emulator, or name its address with --host and --port.";
    throw new Unreachable(`No emulator answers at ${url.origin}. ${help}`, { cause: error });
  });
  const text = await response.text();
  if (response.ok) return text;
  throw new Unreachable(`${url.href} answers ${response.status}: ${text}`);
}
