// @ts-check
// Receives the ids of render processes, and ends them when the process that sends the ids has ended. See processes.ts.
import { readLines } from './json-lines.mjs'

/** The first ids are arguments: the parent may end before it can send a line. @type {number[]} */
let living = process.argv.slice(2).map(Number)

function endAll() {
  for (const pid of living) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has already ended.
    }
  }
  process.exit(0)
}

readLines(
  process.stdin,
  (pids) => {
    living = pids
  },
  endAll,
)
process.stdin.on('close', endAll)
// Meant for the edge, which closes in order.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
