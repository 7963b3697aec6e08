import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

/**
 * Vitest's global set-up: one PostgreSQL for the whole run, whose address tests read from TEST_DATABASE_URL.
 * Uses a server that is given in that variable, else Debian's binaries or those in POSTGRES_BIN. Where none can be had,
 * the reason is in TEST_DATABASE_MISSING, and tests of the server engine are skipped with a note.
 */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TEST_DATABASE_URL) return undefined
  try {
    const server = await startServer()
    process.env.TEST_DATABASE_URL = server.url
    return () => server.stop()
  } catch (error) {
    process.env.TEST_DATABASE_MISSING = (error as Error).message
    return undefined
  }
}

async function startServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const binaries = findBinaries()
  const user = unprivilegedUser()
  const folder = mkdtempSync(join(tmpdir(), 'marram-postgres-'))
  if (user) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const options = { cwd: folder, ...user }
  execFileSync(
    join(binaries, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
    { ...options, stdio: 'pipe' },
  )
  const port = await freePort()
  const settings = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', max_connections: '100' }
  const child = spawn(
    join(binaries, 'postgres'),
    [
      ...['-D', data, '-h', '127.0.0.1', '-p', String(port), '-k', ''],
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    { ...options, stdio: 'ignore' },
  )
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const kill = () => child.kill('SIGQUIT')
  process.once('exit', kill)
  const stop = async () => {
    kill()
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  try {
    await untilItAnswers(url, child)
  } catch (error) {
    await stop()
    throw error
  }
  return { url, stop }
}

function findBinaries(): string {
  if (process.env.POSTGRES_BIN) return process.env.POSTGRES_BIN
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : []
  const found = versions.map((version) => join(root, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb')))
  if (!found) throw new Error('PostgreSQL is not installed and TEST_DATABASE_URL is not set')
  return found
}

/** PostgreSQL refuses to run as root; Debian's package brings a user for it. */
function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8', stdio: 'pipe' }))
  return { uid: id('-u'), gid: id('-g') }
}

async function untilItAnswers(url: string, child: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    if (child.exitCode !== null) throw new Error(`PostgreSQL ended with ${child.exitCode} at its start`)
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      return
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100))
    } finally {
      await client.end().catch(() => {})
    }
  }
  throw new Error('PostgreSQL did not respond within ten seconds')
}

function freePort(): Promise<number> {
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
