import { execFileSync, spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { freePort, temporaryFolder } from './site'

export type Postgres = {
  url: string
  /** Rows of a query, their columns divided by `|`. */
  query: (sql: string) => string[]
  /** Ends it by kill -9. */
  crash: () => Promise<void>
  /** Starts it again after a crash. */
  recover: () => Promise<void>
  stop: () => Promise<void>
}

const RECOVERED_MS = 20_000
const LATE = 'PostgreSQL did not answer within twenty seconds'

/** A PostgreSQL server from Debian's programs; the reason in words where there is none. */
export async function startPostgres(): Promise<Postgres | string> {
  const programs = process.env.POSTGRES_BIN ?? debianPrograms()
  if (!programs) return 'PostgreSQL is not installed'
  const user = unprivilegedUser()
  const folder = temporaryFolder('postgres')
  if (user) fs.chownSync(folder, user.uid, user.gid)
  const program = (name: string) => path.join(programs, name)
  const options = { cwd: folder, ...user }
  const data = path.join(folder, 'data')
  const port = await freePort()
  execFileSync(program('initdb'), ['-D', data, '-U', 'marram', '-A', 'trust', '-E', 'UTF8', '--no-sync'], {
    ...options,
    stdio: 'pipe',
  })
  const args = ['-D', data, '-h', '127.0.0.1', '-p', String(port), '-k', '', '-c', 'fsync=off']
  const start = () => {
    const child = spawn(program('postgres'), args, { ...options, stdio: 'ignore' })
    return { child, ended: new Promise((resolve) => child.once('exit', resolve)) }
  }
  let running = start()
  const at = ['-h', '127.0.0.1', '-p', String(port), '-U', 'marram', '-d', 'postgres']
  const query = (sql: string) =>
    execFileSync(program('psql'), [...at, '-At', '-c', sql], { cwd: folder, encoding: 'utf8', stdio: 'pipe' })
      .trim()
      .split('\n')
  const crash = async () => {
    running.child.kill('SIGKILL')
    await running.ended
  }
  const stop = async () => {
    running.child.kill('SIGQUIT')
    await running.ended
    fs.rmSync(folder, { recursive: true, force: true })
  }
  /** Whether the server that was started last takes queries; not once it has ended. */
  const answers = async () => {
    for (let attempt = 0; attempt < 100 && running.child.exitCode === null; attempt++) {
      try {
        query('select 1')
        return true
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 200))
      }
    }
    return false
  }
  const recover = async () => {
    const until = Date.now() + RECOVERED_MS
    let isBack = false
    // What the killed one has forked may need a moment to notice: until then none may take its place.
    while (!isBack && Date.now() < until) {
      running = start()
      isBack = await answers()
    }
    if (!isBack) throw new Error(LATE)
  }
  if (await answers()) return { url: `postgres://marram@127.0.0.1:${port}/postgres`, query, crash, recover, stop }
  await stop()
  return LATE
}

function debianPrograms(): string | undefined {
  const root = '/usr/lib/postgresql'
  const versions = fs.existsSync(root) ? fs.readdirSync(root).sort((a, b) => Number(b) - Number(a)) : []
  return versions
    .map((version) => path.join(root, version, 'bin'))
    .find((folder) => fs.existsSync(path.join(folder, 'initdb')))
}

/** PostgreSQL refuses to run as root; Debian's package brings a user for it. */
function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}
