import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'

const source = join(import.meta.dirname, '..')
/** Made by the global set-up of Vitest. */
const programs = join(source, '../dist')

export type RegistryProcess = { url: string; data: string; kill(signal: NodeJS.Signals): Promise<void> }

/** The registry in a separate process, as in production; resolves when it is ready. */
export async function startProcess(data: string, variables: Record<string, string> = {}): Promise<RegistryProcess> {
  const port = await freePort()
  const child = spawn(process.execPath, [join(programs, 'main.mjs')], {
    env: {
      ...process.env,
      MARRAM_DATA: data,
      RELEASES_PORT: String(port),
      CONSOLE_PORT: '0',
      DATABASE_URL: '',
      LOG_LEVEL: 'silent',
      MARRAM_CHROMIUM: 'off',
      ...variables,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await Promise.race([once(child, 'message'), failsEarly(child)])
  return {
    url: `http://127.0.0.1:${port}`,
    data,
    async kill(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill(signal)
      await ended
    },
  }
}

async function failsEarly(child: ChildProcess): Promise<never> {
  const [code] = await once(child, 'exit')
  throw new Error(`the registry ended with ${code} before it was ready`)
}

export type CliResult = { code: number; stdout: string; stderr: string }

/** Runs the command line as `npm run release` does. */
export const runCli = (args: string[], variables: Record<string, string>, cwd: string = source): Promise<CliResult> =>
  runNode([join(programs, 'cli.mjs'), ...args], variables, cwd)

/** The registry with flags, until it ends; `--migrate` is the job before an upgrade. */
export const runFlags = (data: string, ...flags: string[]): Promise<CliResult> =>
  runNode([join(programs, 'main.mjs'), ...flags], { MARRAM_DATA: data, DATABASE_URL: '' }, source)

/** Runs `marram publish` in the folder of a part, as its team does. */
export const runPublish = (args: string[], variables: Record<string, string>, cwd: string): Promise<CliResult> =>
  runNode([join(programs, 'marram.mjs'), 'publish', ...args], variables, cwd)

/** The installed program: it loads its sources, which takes a second longer. */
export const runInstalledPublish = (args: string[], cwd: string): Promise<CliResult> =>
  runNode([join(source, '../../shared/cli/bin/marram.mjs'), 'publish', ...args], {}, cwd)

function runNode(args: string[], variables: Record<string, string>, cwd: string): Promise<CliResult> {
  const env = { ...process.env, MARRAM_TOKEN: '', MARRAM_VERSION: '', ...variables }
  return new Promise((resolve) => {
    execFile(process.execPath, args, { env, cwd }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    )
  })
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
}
