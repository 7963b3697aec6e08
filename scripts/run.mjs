// The first thing that every npm script runs. Plain JavaScript: it must work before anything is installed.
// In package.json `exec` makes way for Node: Debian's sh would end on Ctrl-C before the site has stopped, and leave it
// behind when npm is killed. Windows, which has no `exec`, finds exec.cmd.
import { fileURLToPath } from 'node:url'
import { installIfNeeded } from './install.mjs'

const commands = {
  dev: ['./dev/dev.ts', 'dev'],
  share: ['./dev/share.ts', 'share'],
  test: ['./testing/test.ts', 'test'],
  check: ['./check/check.ts', 'check'],
  bench: ['./testing/bench.ts', 'bench'],
  verify: ['./testing/verify.ts', 'verify'],
  drill: ['./testing/drill.ts', 'drill'],
  backup: ['./backup/backup.ts', 'backup'],
  restore: ['./backup/backup.ts', 'restore'],
  'new-section': ['./dev/new-section.ts', 'newSection'],
  'store-releases': ['./release/store-releases.ts', 'storeReleases'],
}
// Bundled: they live long, and a loader for TypeScript would take memory for as long.
const bundled = {
  start: 'scripts/start/start.ts',
  'start-edge': 'edge/src/main.ts',
  'start-api': 'api/src/main.ts',
  'start-releases': 'releases/src/main.ts',
}
const programs = {
  release: 'releases/cli/main.ts',
  api: 'api/src/cli.ts',
}

// The services, the programs and new:section have more help of their own.
const usages = {
  start: `npm start

Installs, builds and runs the whole site until Ctrl-C. docs/configuration.md lists the environment variables.`,
  dev: `npm run dev [-- PART …]

Runs the site from development builds, with its own data in data/dev. Each edit is built, and open pages reload. With
parts, edits of these are exchanged in the open page within moments, and what was typed in it stays; of shared/ui too.

Environment
  DEV_PORT  port of the pages with these parts (4001)`,
  share: `npm run share -- PART

Serves your build of a section and builds it again after each edit, to be shown inside a live site by a preview link.

Environment
  PORT  port to listen on (4001)
  BIND  address to listen on (127.0.0.1)`,
  test: `npm test [-- KIND …]
       npm test -- changed [COMMIT]

Runs all tests, or those of some kinds: static, unit, api, browser. With changed: those that a change since COMMIT (HEAD)
can touch.`,
  check: `npm run check

Runs format, lint, import rules, unused code, folder sizes, types, host contract and the audit of dependencies.`,
  bench: `npm run bench [-- STEP …]

Measures every figure that has a target, beside a yardstick, for half an hour, and writes bench/results.md. Steps such as
"a promotion on ten edges" can be run alone, and write nothing. The step regions simulates a site in five regions, and
writes bench/regions/results.md.`,
  verify: `npm run verify [-- KIND …]

Breaks things on purpose for up to an hour: files, calls, services, disks, processes, releases. Writes
e2e/verify/results.md. Kinds such as "thirty releases" can be run one at a time, each for up to an hour: the last one of a
commit writes the table.`,
  drill: `npm run drill [-- can-fail]

Runs the site on many machines, which are processes here, and kills, stops and replaces each of them under load, for up to
40 minutes. Writes e2e/drill/results.md. With can-fail: changes one line of the deploy files at a time, and the drill has to notice;
writes e2e/drill/can-fail.md. Needs Debian's haproxy, varnish, postgresql, pgbackrest and faketime.`,
  backup: `npm run backup -- FOLDER

Copies everything that the site has stored into a new FOLDER, while it runs or not.

Environment
  MARRAM_DATA  folder of the site's data (data)`,
  restore: `npm run restore -- FOLDER

Makes the data folder, which must be empty, what it was when the backup in FOLDER was made.

Environment
  MARRAM_DATA  folder of the site's data (data)`,
  'store-releases': `npm run store:releases

Stores the releases of this commit with the end-to-end tests, to be tried with later ones.`,
}

// They need what visitors do not: test tools, types for an editor.
const needAll = ['dev', 'test', 'check', 'bench', 'verify', 'drill']

// Errors that are written for the person at the keyboard.
const inWords = ['UsageError', 'RegistryError', 'FolderProblem']

// The reader of the output may end first, like `head`.
process.stdout.on('error', (error) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})

const [name = '', ...args] = process.argv.slice(2)
const quiet = name in programs

if (args.includes('--help') && name in usages) {
  process.stdout.write(`Usage: ${usages[name]}\n`)
  process.exit(0)
}

try {
  await installIfNeeded({ quiet, all: needAll.includes(name) })
  const help = args.includes('--help')
  if (!(name in bundled) || help) {
    const { register } = await import('tsx/esm/api')
    register()
  }
  if (name.startsWith('start-') && name in bundled && help) {
    const { serviceHelp } = await import('./start/variables.ts')
    serviceHelp(name.slice('start-'.length))
  } else if (name in bundled) {
    const { file } = await (await import('./start/build-program.mjs')).buildProgram(bundled[name])
    await import('./start/mapped-stacks.mjs')
    await runProgram(file)
  } else if (name in programs) {
    await runProgram(programs[name])
  } else if (name in commands) {
    const [file, run] = commands[name]
    await (await import(file))[run](args)
  } else {
    throw Object.assign(new Error(`there is no command "${name}"`), { name: 'UsageError' })
  }
} catch (error) {
  process.stderr.write(`${inWords.includes(error?.name) ? error.message : (error?.stack ?? error)}\n`)
  process.exit(1)
}

/** The program sees its own name and arguments, as if it had been started directly. */
async function runProgram(file) {
  process.argv.splice(1, process.argv.length - 1, fileURLToPath(new URL(`../${file}`, import.meta.url)), ...args)
  await import(`../${file}`)
}
