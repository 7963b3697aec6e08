import { askMany } from './light-client'
import { cpuMs } from './process-usage'
import type { Expected } from './response-reader'
import { median, withSpread } from './row'

const SECONDS = 4
const ROUNDS = 5
/** A server that took less of its core was not what held the round back. */
const BUSY = 0.85

/** A server under load: its process that answers, and what every answer must say in its head. */
type Served = { url: string; pid: number; expected: Expected }

/** What one round came to: requests a second, and the part of a core that the server took meanwhile. */
type Round = { speed: number; core: number }
type Compared = { ours: Round[]; yardstick: Round[] }

async function load({ url, pid, expected }: Served, seconds: number, headers: Record<string, string>): Promise<Round> {
  const before = { cpu: cpuMs(pid), at: performance.now() }
  const speed = await askMany(url, seconds, headers, expected)
  return { speed, core: (cpuMs(pid) - before.cpu) / (performance.now() - before.at) }
}

/** Two servers, measured in turns. */
export async function compare(ours: Served, yardstick: Served, headers: Record<string, string>): Promise<Compared> {
  const measured: Compared = { ours: [], yardstick: [] }
  for (const served of [ours, yardstick]) await load(served, 1, headers)
  for (let i = 0; i < ROUNDS; i++) {
    measured.ours.push(await load(ours, SECONDS, headers))
    measured.yardstick.push(await load(yardstick, SECONDS, headers))
  }
  return measured
}

/** Processor time that a server takes for an answer. */
const microsecondsEach = (rounds: Round[]) => median(rounds.map(({ speed, core }) => (core * 1e6) / speed))

/** Requests a second; what each of them costs the server; and whether it could have done more. */
export function inWords(rounds: Round[]): string {
  const core = median(rounds.map((round) => round.core))
  const busy = `${Math.round(core * 100)} % of a core${core < BUSY ? ', so it could have done more' : ''}`
  return `${withSpread(rounds.map(({ speed }) => speed))}; ${Math.round(microsecondsEach(rounds))} µs of processor time each, ${busy}`
}

/** Of requests a second. */
export const ratio = ({ ours, yardstick }: Compared): number =>
  median(ours.map(({ speed }) => speed)) / median(yardstick.map(({ speed }) => speed))

/** Of answers for the same processor time: what `ratio` comes to where each server has a whole core and no other limit. */
export const ratioOfCost = ({ ours, yardstick }: Compared): number =>
  microsecondsEach(yardstick) / microsecondsEach(ours)
