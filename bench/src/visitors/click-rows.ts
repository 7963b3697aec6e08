import { paths } from '@marram/contracts/paths'
import type { Browser } from '@playwright/test'
import type { Row } from '../row'
import { TABLE } from './load-rows'
import { type Click, nextClick } from './next-click'

const ROUNDS = 5

/** Inside a section without pointing at the link before, into another one after pointing at it. */
export async function clickRows(browser: Browser, url: string, sport: string): Promise<Row[]> {
  const inside = await clicks(browser, { url: url + paths.sports(), link: sport, pointedAt: false })
  const across = await clicks(browser, { url: url + paths.home(), link: paths.sports(), pointedAt: true })
  return [
    row(
      'next click inside a section, not pointed at before: requests in sequence',
      inside.map(({ chain }) => chain),
      1,
    ),
    row(
      'next click inside a section, not pointed at before: scripts and styles',
      inside.map(({ code }) => code),
      0,
    ),
    row(
      'next click into another section, after pointing at its link: requests in sequence',
      across.map(({ chain }) => chain),
      1,
    ),
  ]
}

async function clicks(browser: Browser, click: Parameters<typeof nextClick>[1]): Promise<Click[]> {
  const found: Click[] = []
  for (let round = 0; round < ROUNDS; round++) found.push(await nextClick(browser, click))
  return found
}

/** The worst of all rounds counts. */
function row(figure: string, rounds: string[][], atMost: number): Row {
  const worst = rounds.reduce((most, each) => (each.length > most.length ? each : most))
  return {
    table: TABLE,
    figure: `${figure}, worst of ${rounds.length}`,
    ours: worst.join(' → ') || 'none',
    yardstick: '',
    value: worst.length,
    unit: '',
    target: { atMost },
  }
}
