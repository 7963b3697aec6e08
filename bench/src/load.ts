import { askMany } from './light-client'
import { cpuMs } from './process-usage'
import type { Expected } from './response-reader'
import { median, withSpread } from './row'

const SECONDS = 4
const RUNS = 5
/** A server that used less of its core did not limit the run. */
const BUSY = 0.85

/** A server under load: its process, and the headers that every response must have. */
type Served = { url: string; pid: number; expected: Expected }

/** The result of one run: requests per second, and the share of a core that the server used. */
type Run = { speed: number; core: number }
type Compared = { ours: Run[]; yardstick: Run[] }

async function load({ url, pid, expected }: Served, seconds: number, headers: Record<string, string>): Promise<Run> {
  const before = { cpu: cpuMs(pid), at: performance.now() }
  const speed = await askMany(url, seconds, headers, expected)
  return { speed, core: (cpuMs(pid) - before.cpu) / (performance.now() - before.at) }
}

/** Two servers, measured alternately. */
export async function compare(ours: Served, yardstick: Served, headers: Record<string, string>): Promise<Compared> {
  const measured: Compared = { ours: [], yardstick: [] }
  for (const served of [ours, yardstick]) await load(served, 1, headers)
  for (let i = 0; i < RUNS; i++) {
    measured.ours.push(await load(ours, SECONDS, headers))
    measured.yardstick.push(await load(yardstick, SECONDS, headers))
  }
  return measured
}

/** Processor time of a server for one response. */
const microsecondsEach = (runs: Run[]) => median(runs.map(({ speed, core }) => (core * 1e6) / speed))

/** Requests per second, their cost for the server, and whether it could have done more. */
export function inWords(runs: Run[]): string {
  const core = median(runs.map((run) => run.core))
  const busy = `${Math.round(core * 100)} % of a core${core < BUSY ? ', so it could have done more' : ''}`
  return `${withSpread(runs.map(({ speed }) => speed))}; ${Math.round(microsecondsEach(runs))} µs of processor time each, ${busy}`
}

/** Ratio of requests per second. */
export const ratio = ({ ours, yardstick }: Compared): number =>
  median(ours.map(({ speed }) => speed)) / median(yardstick.map(({ speed }) => speed))

/** Ratio of responses for the same processor time: equals `ratio` if each server has a whole core and no other limit. */
export const ratioOfCost = ({ ours, yardstick }: Compared): number =>
  microsecondsEach(yardstick) / microsecondsEach(ours)
