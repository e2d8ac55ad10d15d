/** `rtdb-emulator coverage`: which rules of a running emulator the tests tried: a report, and a lower bound for CI. */

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

/** In the line that says why the command failed. */
const MAX_SHOWN = 3;

type WriteFile = (file: string, text: string) => void;

/** @param writeFile for `--output` */
export function coverageCommand(writeFile: WriteFile): Command {
  return new Command("coverage")
    .description("Reports which expressions of the rules ran, and what they came to.")
    .option("--host <name>", "where the emulator listens (FIREBASE_DATABASE_EMULATOR_HOST)")
    .option("--port <number>", "9000 by default", (text) => readNumber(text, MAX_PORT, true))
    .option("--ns <namespace>", "whose rules; by default those of clients that name none")
    .option("--rules <file>", "what the report calls the rules", "database.rules.json")
    .addOption(
      new Option("--format <name>", "of the report")
        .choices(["text", "lcov", "html"])
        .default("text"),
    )
    .option("--output <file>", "where the report goes instead of the standard output")
    .option("--fail-under <percent>", "exit with 1 where less was tried", (text) =>
      readNumber(text, 100),
    )
    .action((args: Arguments) => run(args, writeFile));
}

function readNumber(text: string, most: number, isWhole = false): number {
  const number = Number(text);
  const isKind = isWhole ? Number.isInteger(number) : true;
  if (text.trim() !== "" && isKind && number >= 0 && number <= most) return number;
  throw new InvalidArgumentError(
    `This must be a ${isWhole ? "whole " : ""}number from 0 to ${most}.`,
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

/** @returns what makes the command fail, if anything does */
async function report(args: Arguments, writeFile: WriteFile): Promise<string | undefined> {
  const { expressions } = parse(await load(args, "/.inspect/coverage.json"));
  const figure = figureOf(expressions);
  if (figure.total === 0) {
    return "The rules in force have no conditions. Name the namespace that the tests use with --ns.";
  }
  // As services expect it in any folder and on any system.
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
    throw new Unreachable("What answers there is no rtdb-emulator.", { cause: error });
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
      // Its links open pages of the emulator.
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
  if (!URL.canParse(address)) throw new Unreachable(`${name} is no address of an emulator.`);
  const url = new URL(address);
  if (ns !== undefined) url.searchParams.set("ns", ns);
  const response = await fetch(url).catch((error: unknown) => {
    const help = "Start one, or name another with --host and --port.";
    throw new Unreachable(`No emulator answers at ${url.origin}. ${help}`, { cause: error });
  });
  const text = await response.text();
  if (response.ok) return text;
  throw new Unreachable(`${url.href} answers ${response.status}: ${text}`);
}
