import { type ChildProcess, spawn } from 'node:child_process'
import net from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { treeOf } from '../fixtures/site/processes'

/** A machine of the site: one process with an address and a folder of its own. */
export type Machine = {
  name: string
  /** As `host:port`. */
  address: string
  /** Ends it by kill -9. */
  kill: () => Promise<void>
  /** Resolves once it is ready. `env` is for this start alone. */
  start: (env?: Record<string, string>) => Promise<void>
  /** It keeps its connections, takes new ones, and answers nothing until `thaw`, as behind a broken network. */
  freeze: () => void
  thaw: () => void
  /** As an orchestrator does it: SIGTERM, and time to finish. */
  stop: () => Promise<void>
  /** The end of all that it has said. */
  log: () => string
}

export type MachineOptions = {
  program: string
  args: string[]
  env?: Record<string, string | undefined>
  /** Of another account, for programs that refuse to be run by root. */
  user?: { uid: number; gid: number } | undefined
  cwd?: string
  /** Whether it is more processes than the one that is started here: they end together. */
  isTree?: boolean
  /** Whether it does its work. By default: whether something listens at its address. */
  isReady?: () => Promise<boolean>
}

/** The first API fills the database and the bucket. */
const READY_MS = 180_000
const LOG_BYTES = 200_000

const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** A machine that is not running yet. `options` are asked for at each start, so that the next one may be another. */
export function machine(name: string, address: string, optionsOf: () => MachineOptions): Machine {
  let child: ChildProcess | undefined
  let ended: Promise<unknown> = Promise.resolve()
  let said = ''
  const end = async (signal: NodeJS.Signals) => {
    if (optionsOf().isTree) signalAll(child, signal)
    else child?.kill(signal)
    await ended
    child = undefined
  }
  return {
    name,
    address,
    async start(own = {}) {
      const { program, args, env = {}, user = {}, cwd, isReady = () => listens(address) } = optionsOf()
      const started = spawn(program, args, {
        env: { ...process.env, ...env, ...own },
        ...user,
        ...(cwd !== undefined && { cwd }),
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      child = started
      running.add(started)
      ended = new Promise((resolve) => started.once('close', resolve)).then(() => running.delete(started))
      for (const stream of [started.stdout, started.stderr])
        stream.on('data', (text) => {
          said = (said + text).slice(-LOG_BYTES)
        })
      for (const until = Date.now() + READY_MS; Date.now() < until && started.exitCode === null; await wait(50))
        if (await isReady()) return
      await end('SIGKILL')
      throw new Error(`${name} was not ready:\n${said.slice(-4000)}`)
    },
    kill: () => end('SIGKILL'),
    freeze: () => signalAll(child, 'SIGSTOP'),
    thaw: () => signalAll(child, 'SIGCONT'),
    stop: () => end('SIGTERM'),
    log: () => said,
  }
}

/** With the processes that it has started. */
function signalAll(child: ChildProcess | undefined, signal: NodeJS.Signals): void {
  for (const pid of child?.pid === undefined ? [] : treeOf(child.pid))
    try {
      process.kill(pid, signal)
    } catch (error) {
      // A process for one connection may have ended by now.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
}

/** Whether something listens at `host:port`. */
export function listens(address: string): Promise<boolean> {
  const [host = '', port] = address.split(':')
  return new Promise((resolve) => {
    const socket = net.connect(Number(port), host)
    const done = (answer: boolean) => {
      socket.destroy()
      resolve(answer)
    }
    socket.once('connect', () => done(true))
    socket.once('error', () => done(false))
  })
}

/** Whether a service says that it can do its work. */
export const isHealthy = (address: string) => (): Promise<boolean> =>
  fetch(`http://${address}/healthz`, { signal: AbortSignal.timeout(2000) }).then(
    ({ ok }) => ok,
    () => false,
  )

/** A way to a machine that can be cut. Connections stay; what is sent meanwhile arrives when it is healed, as with TCP. */
export type Wire = {
  address: string
  cut: () => void
  heal: () => void
  /** What was sent and has not arrived is lost. */
  close: () => void
}

/** `target` as `host:port`. */
export async function wireTo(target: string): Promise<Wire> {
  const [host = '', port] = target.split(':')
  const sockets = new Set<net.Socket>()
  let isCut = false
  const join = (socket: net.Socket, other: net.Socket) => {
    sockets.add(socket)
    socket.on('data', (bytes) => other.write(bytes))
    socket.on('error', () => other.destroy())
    socket.on('close', () => {
      sockets.delete(socket)
      other.destroy()
    })
    if (isCut) socket.pause()
  }
  const server = net.createServer((near) => {
    const far = net.connect(Number(port), host)
    join(near, far)
    join(far, near)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    address: `127.0.0.1:${(server.address() as net.AddressInfo).port}`,
    cut() {
      isCut = true
      for (const socket of sockets) socket.pause()
    },
    heal() {
      isCut = false
      for (const socket of sockets) socket.resume()
    },
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
