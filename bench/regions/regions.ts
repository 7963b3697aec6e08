import fs from 'node:fs'
import path from 'node:path'
import { type OfRegion, type Options, simulateDay, timesToFollow } from './simulate'
import { DAY, HOME, nearestTo, REGIONS } from './world'

const SEED = 20_261_127
const RESULTS = path.join(import.meta.dirname, 'results.md')
type Reads = Options['readsAre']
const LAYOUTS: Reads[] = ['at home', 'in every region']

/** Simulates days of a site in five regions, prints what came of them, and writes `bench/regions/results.md`. */
export function regions(): void {
  const simulated = (readsAre: Reads, lost?: number) =>
    simulateDay({ seed: SEED, day: DAY, readsAre, ...(lost !== undefined && { lost }) })
  const [home, everywhere] = LAYOUTS.map((reads) => simulated(reads)) as [OfRegion[], OfRegion[]]
  const lost = [2, HOME].flatMap((region) =>
    LAYOUTS.map((reads) => lostRow(region, reads, simulated(reads, region), reads === 'at home' ? home : everywhere)),
  )
  const written = `# A site in five regions, simulated

Written by \`npm run bench -- regions\`: ${DAY.visitors.toLocaleString('en')} visitors a day who open ${DAY.pagesOfVisit} of ${DAY.pages} pages each, ${DAY.contentChanges} changes of
content and ${DAY.promotions} promotions in the working hours at home (${REGIONS[HOME]?.name}), one rollout of 10 % all the time. Each region has
caches and edges; what takes changes is at home. Round trips between regions are published medians
(\`world.ts\`), the time of a render was measured by \`npm run bench\`, and what else our parts take is assumed. Times are those
of an open connection.

## A usual day

| region | of all visitors | from its caches | first byte, APIs at home: median, p99 | with APIs in every region |
|---|---|---|---|---|
${REGIONS.map((region, at) => dayRow(region.name, region.share, home[at] as OfRegion, everywhere[at] as OfRegion)).join('\n')}

${percent(1 - share(home, 'kept'))} of all page requests reach an edge.

## Until a change is everywhere

| region | content is dropped: median, p99 | an earlier release | a new release |
|---|---|---|---|
${REGIONS.map((region, at) => followRow(region.name, at)).join('\n')}

A new release takes two round trips more in each region, for its files, and half a second to check and open them. None of them
is given to visitors before it is whole.

## A region that is lost for a quarter of an hour, in its busiest hour and a second after a change

| lost | APIs | pages that failed | visitors are led to | its busiest second |
|---|---|---|---|---|
${lost.join('\n')}

Pages fail until the loss is noticed (30 s) and names have expired (60 s). While the home region is away nothing can be
changed: forms are refused, and kept by the browser, until a standby elsewhere is promoted. Pages that are kept do not need it.
`
  fs.writeFileSync(RESULTS, written)
  process.stdout.write(written)
}

const percent = (part: number) => `${(100 * part).toFixed(2)} %`
const times = ({ medianMs, slowMs }: { medianMs: number; slowMs: number }) => `${medianMs}, ${slowMs} ms`

const share = (all: OfRegion[], what: 'kept' | 'failed') =>
  all.reduce((sum, each) => sum + each[what], 0) / all.reduce((sum, { requests }) => sum + requests, 0)

const dayRow = (name: string, ofAll: number, home: OfRegion, everywhere: OfRegion) =>
  `| ${name} | ${100 * ofAll} % | ${percent(share([home], 'kept'))} | ${times(home)} | ${times(everywhere)} |`

function followRow(name: string, at: number): string {
  const [content, known, fresh] = (['content', 'known release', 'new release'] as const).map((what) =>
    times(timesToFollow(at, what, DAY, SEED)),
  )
  return `| ${name} | ${content} | ${known} | ${fresh} |`
}

function lostRow(region: number, reads: Reads, all: OfRegion[], usual: OfRegion[]): string {
  const failed = all.reduce((sum, each) => sum + each.failed, 0)
  const nearest = nearestTo(region)
  const load = `${usual[nearest]?.busiest} → ${all[nearest]?.busiest} pages`
  const of = `${failed.toLocaleString('en')} (${percent(share(all, 'failed'))} of the day)`
  return `| ${REGIONS[region]?.name} | ${reads} | ${of} | ${REGIONS[nearest]?.name} | ${load} |`
}
