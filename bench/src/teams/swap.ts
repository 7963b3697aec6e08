import type { Row } from '../row'
import type { Site } from '../site'
import { timedRow } from '../timed-row'
import { buildSection } from './build'

const RUNS = 5
const TABLE = 'Teams and release managers'
const WITHOUT_MS = 2000

/** From the end of the command to the first document with the requested version, which no edge had before. */
export async function swap(site: Site): Promise<Row[]> {
  const before = await shownBy(site)
  const promoted: number[] = []
  const rolledBack: number[] = []
  const wholeRolledBack: number[] = []
  const earlier = await liveComposition(site)
  for (let run = 0; run < RUNS; run++) {
    const next = `99.0.${run}`
    await site.release('publish', buildSection(next))
    await site.release('promote', 'mfe-events', next)
    promoted.push(await until(site, next))
    await site.release('rollback', 'mfe-events')
    rolledBack.push(await lastShown(site, next))
    if ((await shownBy(site)) !== before) throw new Error(`${before} is not back after the rollback`)
    await site.release('promote', 'mfe-events', next)
    await until(site, next)
    await site.release('rollback', '--composition', earlier, '--yes', '--reason', 'a measurement')
    wholeRolledBack.push(await lastShown(site, next))
    if ((await shownBy(site)) !== before) throw new Error(`${before} is not back with composition ${earlier}`)
  }
  return [
    timedRow(TABLE, 'publish → promote → first visitor on the new version, after the promote command', promoted, 1000),
    timedRow(TABLE, 'roll back → no page on the bad version, after the command', rolledBack, 1000),
    timedRow(TABLE, 'roll the environment back → no page on the bad version, after the command', wholeRolledBack, 1000),
  ]
}

async function until(site: Site, version: string): Promise<number> {
  const from = performance.now()
  while ((await shownBy(site)) !== version) {
    if (performance.now() - from > 30_000) throw new Error(`${version} is not shown after 30 s`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return performance.now() - from
}

/** When the last page with a version came: two seconds without one count as the end. 0 if none came. */
async function lastShown(site: Site, version: string): Promise<number> {
  const from = performance.now()
  let last = from
  while (performance.now() - last < WITHOUT_MS) {
    if ((await shownBy(site)) === version) last = performance.now()
    if (last - from > 30_000) throw new Error(`${version} is still shown after 30 s`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return last - from
}

async function liveComposition(site: Site): Promise<string> {
  const id = (await fetch(`${site.url}/sports`)).headers.get('x-marram-composition')
  if (!id) throw new Error('the page names no composition')
  return id
}

async function shownBy(site: Site): Promise<string> {
  const html = await (await fetch(`${site.url}/sports`)).text()
  const found = /\/releases\/files\/mfe-events\/([^/]+)\/browser\/remoteEntry\.js/.exec(html)?.[1]
  if (!found) throw new Error('the page names no version of mfe-events')
  return found
}
