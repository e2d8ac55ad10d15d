/**
 * What `--help` prints for each command. It is printed before anything is installed, so that this file runs on every Node
 * that the project takes, and both kinds of modules can load it.
 */

const START = `npm start [-- <options>] starts the whole backend on this machine.

  --host <address>  listen there too: 0.0.0.0 lets boards and phones of the
                    network in
  --no-demo         load no demo farm, and let no demo board send
  --free-ports      take any free ports instead of those of firebase.json
  --data <folder>   keep data and accounts there instead of in .data/;
                    GREENHOUSE_DATA=<folder> does the same
  --no-build        take what is built`;

const HOST = `npm run host [-- <options>] serves the built functions in one process, as
Cloud Run does, with the database of the running \`npm start\`.

  --data <folder>   the data folder of that \`npm start\`, where it is not .data/;
                    GREENHOUSE_DATA=<folder> does the same
  --no-build        take what is built

PORT chooses another port than 5010, and
FIREBASE_DATABASE_EMULATOR_HOST=host:port another database.`;

const TEST = `npm test [-- <paths and options of jest>] starts the backend on free ports, runs
the tests and stops it again. Paths choose a part: \`npm test -- test/unit\`
needs no backend and starts none.`;

const SOAK = `npm run soak [-- <paths and options of jest>] runs the fault tests in their long
form, which takes an hour.

SOAK_MINUTES (3) says how long the load runs. FUZZ_SEED and CHAOS_SEED repeat
what a run has printed.`;

const OFFICIAL = `npm run test:official [-- <options of jest>] runs the tests of rules, functions
and command line on Google's emulator, which needs Java 21 or newer and is
downloaded at its first use.`;

const FARM = `npm run farm -- <command> founds farms, registers greenhouses and sensors, looks
after keys, members and history, simulates devices and examines a deployment.

cli/README.md has every command. Once the packages are installed, which
\`npm start\` does, \`npm run farm -- --help\` lists them.`;

const BENCH = `npm run bench [-- <options>] measures the functions and the embedded database
and writes docs/performance.md.

  --quick            shows in a minute or two that everything works, and writes
                     nothing
  --million          watches the memory over a million sensors
  --firebase-server  sets firebase-server beside the embedded database, and
                     installs it for that

FIREBASE_DATABASE_EMULATOR_HOST=host:port chooses another database for the
functions.`;

const CHECK = `npm run check [-- <options>] checks format, lint, types and tests, in this
order. The first that fails ends it.

  --no-tests        leave the tests out`;

const BUILD = `npm run build builds the functions, the embedded database, the command line and
the farm page.`;

const SCREENSHOTS = `npm run screenshots takes the pictures of the README (docs/images/) from the
page, with demo data on emulators of its own.`;

/** By the names of the commands' files. */
exports.HELP = {
  start: START,
  host: HOST,
  test: TEST,
  soak: SOAK,
  "test-official": OFFICIAL,
  farm: FARM,
  bench: BENCH,
  check: CHECK,
  build: BUILD,
  screenshots: SCREENSHOTS,
};
