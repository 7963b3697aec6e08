import { execFile, execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { DEPLOY } from '../fixtures/site/http-caches'
import { programFolder, unprivilegedUser } from '../fixtures/site/postgres'
import { temporaryFolder } from '../fixtures/site/site'
import { type Machine, machine, type Wire, wireTo } from './machine'

const execute = promisify(execFile)

/** PostgreSQL on two machines, one of them a synchronous standby, with the configuration that `deploy/` has for it. */
export type Databases = {
  machines: [Machine, Machine]
  /** Starts both: the second as a copy of the first, which it follows over the returned wire. */
  start: () => Promise<Wire>
  /** The one that takes changes. */
  primary: () => Promise<Machine>
  /** Makes the standby the primary. */
  promote: (standby: Machine) => Promise<void>
  /** Keeps a copy of all that the primary has; changes since then are in its archived log. */
  backup: () => Promise<void>
  /** What there was at that time, on an empty machine at `address`. */
  restore: (address: string, time: string) => Promise<Machine>
  /** Makes a machine a copy of the other, whatever it had. */
  follow: (standby: Machine) => Promise<void>
  /** Rows of a query to that machine, their columns divided by `|`. */
  query: (machine: Machine, sql: string) => Promise<string[]>
}

const USER = 'marram'

/** `addresses`: where each listens, as `host:port`. */
export function twoDatabases(addresses: [string, string]): Databases {
  const programs = programFolder()
  if (!programs) throw new Error('PostgreSQL is not installed')
  const user = unprivilegedUser()
  const at = (address: string) => {
    const [host = '', port = ''] = address.split(':')
    return ['-h', host, '-p', port, '-U', USER]
  }
  const folders = addresses.map(() => temporaryFolder('database'))
  for (const folder of folders) if (user) fs.chownSync(folder, user.uid, user.gid)
  const dataOf = (index: number) => path.join(folders[index] as string, 'data')
  const settings = path.join(folders[0] as string, 'deploy.conf')
  fs.copyFileSync(path.join(DEPLOY, 'postgresql.conf'), settings)
  if (user) fs.chownSync(settings, user.uid, user.gid)
  const run = async (name: string, args: string[]) =>
    (await execute(path.join(programs, name), args, { cwd: folders[0], ...user })).stdout

  const query = async (of: Machine, sql: string) => {
    const rows = await run('psql', [...at(of.address), '-d', 'postgres', '-At', '-c', sql])
    return rows.trim().split('\n')
  }
  const repository = temporaryFolder('backups')
  if (user) fs.chownSync(repository, user.uid, user.gid)
  /** The configuration of pgBackRest on a machine. */
  const backupsOf = (folder: string, address: string) => {
    const file = path.join(folder, 'pgbackrest.conf')
    const own = { 'pg1-path': path.join(folder, 'data'), 'pg1-port': address.split(':')[1], 'pg1-user': USER }
    const paths = { 'log-path': folder, 'lock-path': folder, 'spool-path': folder, 'pg1-socket-path': folder }
    const lines = Object.entries({ ...own, ...paths, 'repo1-path': repository, 'start-fast': 'y' })
    fs.writeFileSync(file, `[marram]\n${lines.map(([name, value]) => `${name}=${value}\n`).join('')}`)
    return { PGBACKREST_CONFIG: file }
  }
  const serverIn = (name: string, folder: string, address: string) => {
    const [host = '', port = ''] = address.split(':')
    const env = backupsOf(folder, address)
    return machine(name, address, () => ({
      ...{ user, env, cwd: folder },
      program: path.join(programs, 'postgres'),
      // What the system has is safe: processes are killed here, and not computers.
      args: ['-D', path.join(folder, 'data'), '-h', host, '-p', port, '-k', folder, '-c', 'fsync=off'],
      isReady: () =>
        run('psql', [...at(address), '-d', 'postgres', '-At', '-c', 'select 1']).then(
          () => true,
          () => false,
        ),
    }))
  }
  const machines = addresses.map((address, index) =>
    serverIn(`database-${index + 1}`, folders[index] as string, address),
  ) as [Machine, Machine]
  const pgbackrest = (folder: string, address: string, ...args: string[]) =>
    execute('pgbackrest', ['--stanza=marram', '--log-level-console=warn', ...args], {
      ...{ cwd: folder, env: { ...process.env, ...backupsOf(folder, address) } },
      ...user,
    })

  const followAt = async (address: string, standby: Machine) => {
    const folder = dataOf(machines.indexOf(standby))
    fs.rmSync(folder, { recursive: true, force: true })
    // With what a standby needs to follow.
    await run('pg_basebackup', [...at(address), '-D', folder, '-R', '-c', 'fast', '--no-sync'])
    await standby.start()
  }
  const follow = (standby: Machine) => followAt(addresses[1 - machines.indexOf(standby)] as string, standby)

  const primary = async () => {
    for (const each of machines)
      if ((await query(each, 'select pg_is_in_recovery()').catch(() => []))[0] === 'f') return each
    throw new Error('no database takes changes')
  }

  return {
    machines,
    query,
    follow,
    primary,
    async start() {
      const [primary, standby] = machines
      const options = ['-U', USER, '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync']
      execFileSync(path.join(programs, 'initdb'), ['-D', dataOf(0), ...options], {
        ...{ cwd: folders[0], stdio: 'pipe' },
        ...user,
      })
      fs.appendFileSync(path.join(dataOf(0), 'postgresql.conf'), `include '${settings}'\n`)
      await primary.start()
      // A new role is a change, which would wait for the standby.
      await query(primary, 'set synchronous_commit = local; create role haproxy login')
      await pgbackrest(folders[0] as string, addresses[0], 'stanza-create')
      const wire = await wireTo(addresses[0])
      await followAt(wire.address, standby)
      return wire
    },
    async backup() {
      const index = machines.indexOf(await primary())
      await pgbackrest(folders[index] as string, addresses[index] as string, 'backup')
    },
    async restore(address, time) {
      await query(await primary(), 'select pg_switch_wal()')
      const folder = temporaryFolder('restored')
      if (user) fs.chownSync(folder, user.uid, user.gid)
      await pgbackrest(folder, address, 'restore', '--type=time', `--target=${time}`, '--target-action=promote')
      const restored = serverIn('restored', folder, address)
      await restored.start()
      return restored
    },
    async promote(standby) {
      await run('pg_ctl', ['promote', '-w', '-D', dataOf(machines.indexOf(standby))])
    },
  }
}
