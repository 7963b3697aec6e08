import { spawn } from 'node:child_process'
import fs from 'node:fs'
import { expect, it } from 'vitest'

/** Replaces an edge: starts one process that never ends, and prints its id. */
const EDGE = `
import { spawn } from 'node:child_process'
import { endWithThisProcess } from ${JSON.stringify(new URL('./processes.ts', import.meta.url))}
const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
endWithThisProcess(child)
console.log(child.pid)
setInterval(() => {}, 1000)
`
const lives = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
const textOf = (file: string) => {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
const reaperOf = (parent: number | undefined) =>
  fs
    .readdirSync('/proc')
    .filter((pid) => textOf(`/proc/${pid}/status`).includes(`\nPPid:\t${parent}\n`))
    .filter((pid) => textOf(`/proc/${pid}/cmdline`).includes('reaper-process'))
    .map(Number)[0]

// It is harder to find on other systems.
it.runIf(process.platform === 'linux')(
  'a reaper that ends is replaced, and the next one knows the processes to end',
  async () => {
    const edge = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', EDGE], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const said = await new Promise((resolve) => edge.stdout.once('data', resolve))
    const child = Number(String(said).trim())
    try {
      const first = reaperOf(edge.pid) as number
      expect(first).toBeGreaterThan(0)
      process.kill(first, 'SIGKILL')
      await expect.poll(() => reaperOf(edge.pid) ?? first).not.toBe(first)
      edge.kill('SIGKILL')
      await expect.poll(() => lives(child)).toBe(false)
    } finally {
      edge.kill('SIGKILL')
      if (lives(child)) process.kill(child, 'SIGKILL')
    }
  },
)
