import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { promote, publishFolder } from '@marram/releases/publish'
import { FolderInUse, lockFolder } from '@marram/service/folder-lock'
import { type Built, buildPart } from './build-part'
import { tryPort } from './ports'
import { step } from './progress'
import { Supervisor } from './supervisor'
import { parts, root, UsageError } from './workspace'

export type SiteSettings = { port: number; bind: string; data: string; development: boolean }

export type Site = {
  url: string
  supervisor: Supervisor
  registry: { url: string; token: string }
  stop: () => Promise<void>
}

/** What an earlier start has done with this data, so that the next one does only what has changed. */
type Done = { promoted: Record<string, string>; content?: string }

/** Builds, publishes, prepares and runs the whole site. Everything that can be wrong is told before anything is changed. */
export async function startSite({ port, bind, data, development }: SiteSettings): Promise<Site> {
  makeWritable(data)
  const lock = lockData(data)
  await tryPort(port, bind)
  const done = readDone(data)
  const supervisor = new Supervisor(path.join(data, 'logs'), (message) => {
    process.stderr.write(`${message}\n`)
    void supervisor.stop().then(() => process.exit(1))
  })
  const stop = async () => {
    await supervisor.stop()
    lock.release()
  }
  try {
    const built = await buildAll(development)
    const ports = { api: await innerPort('API_PORT'), releases: await innerPort('RELEASES_PORT') }
    const registry = await startRegistry(supervisor, data, ports.releases, development)
    await publishAll(built, registry, done, data)
    await startApi(supervisor, data, ports.api, done)
    const url = await startEdge(supervisor, { port, bind, data, ports, development })
    return { url, supervisor, registry, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function lockData(data: string): { release(): void } {
  try {
    return lockFolder(data)
  } catch (error) {
    if (error instanceof FolderInUse)
      throw new UsageError(`${error.message}. Stop that one, or choose another folder: MARRAM_DATA=FOLDER npm start`)
    throw error
  }
}

function makeWritable(data: string): void {
  try {
    fs.mkdirSync(data, { recursive: true })
    fs.accessSync(data, fs.constants.W_OK)
    fs.writeFileSync(path.join(data, '.writable'), '')
    fs.rmSync(path.join(data, '.writable'))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const reason =
      code === 'ENOSPC'
        ? 'the disk is full'
        : code === 'ENOTDIR' || code === 'EEXIST'
          ? 'it is not a folder'
          : 'it may not be written by this user'
    throw new UsageError(
      `The data folder ${data} cannot be used: ${reason}. Choose another: MARRAM_DATA=FOLDER npm start`,
    )
  }
}

async function innerPort(variable: string): Promise<number> {
  const given = process.env[variable]
  return given ? Number(given) : tryPort(0, '127.0.0.1')
}

/** One after the other: two builds at once are no faster on two cores, and their progress could not be read. */
async function buildAll(development: boolean): Promise<Built[]> {
  const all: Built[] = []
  for (const part of parts()) {
    all.push(
      await step(`Building ${part}`, async () => {
        const result = await buildPart(part, { development })
        return { result, said: result.built ? `built ${result.version}` : `unchanged, ${result.version}` }
      }),
    )
  }
  return all
}

async function startRegistry(supervisor: Supervisor, data: string, port: number, development: boolean) {
  const url = `http://127.0.0.1:${port}`
  return step('Registry', async () => {
    await supervisor.start('releases', 'releases/src/main.ts', {
      MARRAM_DATA: data,
      RELEASES_PORT: String(port),
      ...(development ? { BROTLI_QUALITY: '3' } : {}),
    })
    const token = process.env.MARRAM_TOKEN ?? fs.readFileSync(path.join(data, 'releases/token'), 'utf8').trim()
    return { result: { url, token }, said: 'running' }
  })
}

/** A part is promoted when its sources have changed since this data was last started: what a release manager did since stays. */
async function publishAll(
  built: Built[],
  registry: { url: string; token: string },
  done: Done,
  data: string,
): Promise<void> {
  await step('Releases', async () => {
    let published = 0
    for (const { part, version, folder } of built) {
      if (done.promoted[part] === version) continue
      await publishFolder({ ...registry, folder })
      await promote({ ...registry, environment: 'production', part, version, reason: 'npm start' })
      done.promoted[part] = version
      published += 1
      writeDone(data, done)
    }
    return { result: undefined, said: published === 0 ? 'unchanged' : `${published} published and live` }
  })
}

async function startApi(supervisor: Supervisor, data: string, port: number, done: Done): Promise<void> {
  await step('API and database', async () => {
    await supervisor.start('api', 'api/src/main.ts', { MARRAM_DATA: data, API_PORT: String(port) })
    return { result: undefined, said: 'running' }
  })
  await step('Content', async () => {
    const fingerprint = folderFingerprint(path.join(root, 'api/content'))
    if (done.content === fingerprint) return { result: undefined, said: 'unchanged' }
    await run('api/src/cli.ts', ['content', 'apply', path.join(root, 'api/content')], {
      MARRAM_DATA: data,
      API_PORT: String(port),
    })
    writeDone(data, Object.assign(done, { content: fingerprint }))
    return { result: undefined, said: 'applied' }
  })
}

async function startEdge(
  supervisor: Supervisor,
  { port, bind, data, ports, development }: SiteSettings & { ports: { api: number; releases: number } },
): Promise<string> {
  const url = `http://localhost:${port}`
  return step('Edge', async () => {
    const api = process.env.API_HOST ?? `http://127.0.0.1:${ports.api}`
    await supervisor.start('edge', 'edge/src/main.ts', {
      MARRAM_DATA: data,
      PORT: String(port),
      BIND: bind,
      API_HOST: api,
      RELEASES_URL: `http://127.0.0.1:${ports.releases}`,
      LIVE_RELOAD: String(development),
    })
    await healthy(`http://127.0.0.1:${port}/healthz`)
    return { result: url, said: 'pages can be served' }
  })
}

async function healthy(url: string): Promise<void> {
  const until = Date.now() + 30_000
  let last = 'no answer'
  while (Date.now() < until) {
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(2000) })
      if (response.ok) return
      last = await response.text()
    } catch (error) {
      last = (error as Error).message
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new UsageError(`The site did not become ready: ${last}`)
}

function run(script: string, args: string[], environment: Record<string, string>): Promise<void> {
  const child = spawn(process.execPath, ['--import', 'tsx', path.join(root, script), ...args], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (text) => (output += text))
  child.stderr.on('data', (text) => (output += text))
  return new Promise((resolve, reject) =>
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new UsageError(`${args.join(' ')} failed:\n${output.trim()}`)),
    ),
  )
}

function folderFingerprint(folder: string): string {
  const hash = createHash('sha256')
  for (const file of fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const full = path.join(folder, file)
    if (fs.statSync(full).isFile()) hash.update(`\n${file}\n`).update(fs.readFileSync(full))
  }
  return hash.digest('hex')
}

const doneFile = (data: string) => path.join(data, 'start.json')

function readDone(data: string): Done {
  if (!fs.existsSync(doneFile(data))) return { promoted: {} }
  return JSON.parse(fs.readFileSync(doneFile(data), 'utf8')) as Done
}

function writeDone(data: string, done: Done): void {
  const draft = `${doneFile(data)}.draft`
  fs.writeFileSync(draft, JSON.stringify(done, null, 2))
  fs.renameSync(draft, doneFile(data))
}
