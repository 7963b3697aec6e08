import { spawn } from 'node:child_process'
import { root } from './site'

export type Typed = {
  pid: number
  output: () => string
  /** Resolves once this was printed; rejects when the command ends before. */
  printed: (words: RegExp) => Promise<string>
  ended: Promise<number | null>
  /** What a terminal does on Ctrl-C: the signal goes to npm and to everything that it runs. */
  pressControlC: () => void
}

/** A command as typed into a terminal, in a process group of its own. */
export function type(
  command: string[],
  { cwd = root, env = {} }: { cwd?: string; env?: Record<string, string> } = {},
): Typed {
  const [program = 'npm', ...args] = command
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let output = ''
  child.stdout.on('data', (text) => (output += text))
  child.stderr.on('data', (text) => (output += text))
  // Not 'close': that waits for everybody who holds the output, and npm may be killed alone.
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve))
  const pid = child.pid as number
  return {
    pid,
    output: () => output,
    ended,
    printed(words) {
      return new Promise((resolve, reject) => {
        const look = () => {
          const found = words.exec(output)
          if (found) resolve(found[1] ?? found[0])
        }
        child.stdout.on('data', look)
        child.stderr.on('data', look)
        look()
        void ended.then((code) => reject(new Error(`ended with ${code} before it said ${words}:\n${output}`)))
      })
    },
    pressControlC() {
      try {
        process.kill(-pid, 'SIGINT')
      } catch {
        // It has ended already.
      }
    },
  }
}
