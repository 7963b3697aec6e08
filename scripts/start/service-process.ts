import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { root } from '../workspace'
import { killGroup } from './earlier-services'

export type ServiceProcess = {
  child: ChildProcess
  /** Whether it said that it is ready; false once it has ended without. */
  ready: Promise<boolean>
  /** With the last words that it wrote to standard error. */
  ended: Promise<{ code: number; complaint: string }>
}

/** Starts a service as a child; what it says goes to the end of `log`. */
export function startProcess(log: string, script: string, environment: Record<string, string>): ServiceProcess {
  const out = attempt(() => fs.openSync(log, 'a'))
  // Its own process group: Ctrl-C reaches this process alone, which then stops the services in order.
  const child = spawn(process.execPath, ['--enable-source-maps', path.join(root, script)], {
    cwd: root,
    // Each thread of V8 would have a heap of its own in glibc, and keep what one compilation needed (decision 72).
    env: { MALLOC_ARENA_MAX: '2', ...process.env, ...environment },
    stdio: ['ignore', out ?? 'ignore', 'pipe', 'ipc'],
    detached: process.platform !== 'win32',
  })
  if (out !== undefined) fs.closeSync(out)
  let complaint = ''
  child.on('error', ({ message }) => {
    complaint = message
  })
  child.stderr?.on('data', (text: Buffer) => {
    complaint = (complaint + text).slice(-4000)
    attempt(() => fs.appendFileSync(log, text))
  })
  const closed = new Promise<number>((resolve) => child.on('close', (code) => resolve(code ?? 1)))
  const ended = closed.then((code) => {
    // What it has forked ends by itself too, unless it hangs.
    if (child.pid) killGroup(child.pid)
    return { code, complaint: complaint.trim() }
  })
  const ready = new Promise<boolean>((resolve) => {
    child.on('message', (message) => message === 'ready' && resolve(true))
    void ended.then(() => resolve(false))
  })
  return { child, ready, ended }
}

/** What cannot be written, such as a log on a full disk, must not end the site. */
export function attempt<T>(write: () => T): T | undefined {
  try {
    return write()
  } catch {
    return undefined
  }
}
