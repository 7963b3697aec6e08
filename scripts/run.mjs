// The first thing that every npm script runs. Plain JavaScript: it must work before anything is installed.
// In package.json `exec` makes way for Node: Debian's sh would end on Ctrl-C before the site has stopped, and leave it
// behind when npm is killed. Windows, which has no `exec`, finds exec.cmd.
import { fileURLToPath } from 'node:url'
import { installIfNeeded } from './install.mjs'

const commands = {
  start: ['./start.ts', 'start'],
  dev: ['./dev.ts', 'dev'],
  share: ['./share.ts', 'share'],
  test: ['./test.ts', 'test'],
  check: ['./check.ts', 'check'],
  bench: ['./bench.ts', 'bench'],
  verify: ['./verify.ts', 'verify'],
  'new-section': ['./new-section.ts', 'newSection'],
  'store-releases': ['./store-releases.ts', 'storeReleases'],
}
const programs = {
  'start-edge': 'edge/src/main.ts',
  'start-api': 'api/src/main.ts',
  'start-releases': 'releases/src/main.ts',
  release: 'releases/cli/main.ts',
  api: 'api/src/cli.ts',
}

// Errors that are written for the person at the keyboard.
const inWords = ['UsageError', 'RegistryError', 'FolderProblem']

const [name = '', ...args] = process.argv.slice(2)
const quiet = name === 'release' || name === 'api'

try {
  await installIfNeeded({ quiet })
  const { register } = await import('tsx/esm/api')
  register()
  if (name.startsWith('start-') && args.includes('--help')) {
    await (await import('./service-help.ts')).serviceHelp(name)
  } else if (name in programs) {
    // The program sees its own name and arguments, as if it had been started directly.
    process.argv.splice(
      1,
      process.argv.length - 1,
      fileURLToPath(new URL(`../${programs[name]}`, import.meta.url)),
      ...args,
    )
    await import(`../${programs[name]}`)
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
