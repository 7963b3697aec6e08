import { type ChildProcess, fork, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestDatabase } from '@marram/server/testing/engines'
import { readOperatorFile } from '../operator/operator-file'

/** Made by the global set-up of Vitest. */
const programs = join(import.meta.dirname, '../../dist')
const children = new Set<ChildProcess>()

/** For `afterAll`: ends all processes that a test has started. */
export function killAll(): void {
  for (const child of children) child.kill('SIGKILL')
}

function collect(child: ChildProcess) {
  children.add(child)
  let text = ''
  let errors = ''
  child.stdout?.on('data', (data) => (text += data))
  child.stderr?.on('data', (data) => (errors += data))
  const ended = new Promise<{ code: number | null; text: string; errors: string }>((resolve) =>
    child.once('close', (code) => {
      children.delete(child)
      resolve({ code, text, errors })
    }),
  )
  return { child, ended }
}

/** A new data folder with a prepared database, for a process to start on. */
export function dataFolderOf({ location }: TestDatabase): string {
  const data = mkdtempSync(join(tmpdir(), 'marram-data-'))
  mkdirSync(join(data, 'api'))
  symlinkSync(location.folder, join(data, 'api/database'), 'junction')
  return data
}

const environment = (data: string, more: Record<string, string> = {}) => ({
  ...process.env,
  DATABASE_URL: '',
  MARRAM_DATA: data,
  API_PORT: '0',
  LOG_LEVEL: 'silent',
  INIT_CWD: undefined,
  ...more,
})

export type ApiProcess = ReturnType<typeof startApi>

/** The API as a separate process on a data folder, as `npm run start:api` runs it. */
export function startApi(data: string, more: Record<string, string> = {}) {
  const env = environment(data, more)
  const { child, ended } = collect(fork(join(programs, 'main.mjs'), { env, stdio: 'pipe' }))
  /** Its address; rejects with its output if it ends instead. */
  const ready = new Promise<string>((resolve, reject) => {
    child.once('message', () => resolve(readOperatorFile(join(data, 'api/token'))?.url ?? ''))
    void ended.then(({ errors }) => reject(new Error(errors)))
  })
  // Tests that only wait for its end do not await readiness.
  ready.catch(() => {})
  return { child, ended, ready }
}

/** The API with flags, until it ends; `--migrate` is the job before an upgrade. */
export const runFlags = (data: string, ...flags: string[]) =>
  collect(spawn(process.execPath, [join(programs, 'main.mjs'), ...flags], { env: environment(data) })).ended

/** `npm run api -- WORDS` on a data folder. */
export const runCli = (data: string, ...words: string[]) =>
  collect(spawn(process.execPath, [join(programs, 'cli.mjs'), ...words], { env: environment(data) })).ended
