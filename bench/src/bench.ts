import fs from 'node:fs'
import path from 'node:path'
import { results } from './results'
import { isMet, type Row } from './row'
import { apiList } from './servers/api-list'
import { cachedPage } from './servers/cached-page'
import { overload } from './servers/overload'
import { purge, push } from './servers/push'
import { rendering } from './servers/rendering'
import { resolving } from './servers/resolving'
import { search } from './servers/search'
import { sharedCache } from './servers/shared-cache'
import { startSite } from './site'
import { failedRow, steps } from './steps'
import { buildOfASection } from './teams/build'
import { editsOfATeam } from './teams/edits'
import { judging } from './teams/judging'
import { starts } from './teams/start'
import { swap } from './teams/swap'
import { limitTime } from './time-limit'
import { controlsRow } from './visitors/controls'
import { TABLE as VISITORS } from './visitors/load-rows'
import { returning } from './visitors/returning'
import { secondDocuments } from './visitors/second-document'
import { PAGES, withNeeded } from './visitors/step-names'
import { visitors } from './visitors/visitors'

const RESULTS = path.join(import.meta.dirname, '../results.md')
const TEAMS = 'Teams and release managers'
const SERVERS = 'Servers'
const LIMIT_MINUTES = 45
const SITE = 'a site to measure'
const PUSH = 'a promotion on ten edges'
const EDITS = 'a section of another repository'
const RETURNING = 'visitors who come back after a release'
const SECOND = 'second document of a visit'
const CONTROLS = 'controls before scripts respond'
const ON_SITE = [PAGES, RETURNING, SECOND, CONTROLS, 'build of a section', 'promotion and way back', PUSH, EDITS]

/**
 * Measures everything, prints it and writes `bench/results.md`; with names of steps those alone, and writes nothing. Ends with
 * code 1 if a target is not met or it takes too long.
 */
export async function bench(
  programs: { nginx: string; varnish: string; chromium: string; installFrameworks: () => void },
  names: string[] = [],
): Promise<void> {
  const say = (words: string) => process.stderr.write(`  ${words}\n`)
  const rows: Row[] = []
  const versions: Record<string, string> = {}
  const write = () => {
    if (names.length === 0) fs.writeFileSync(RESULTS, results(rows, versions))
  }
  const unlimit = limitTime(LIMIT_MINUTES * 60_000, () => {
    rows.push(failedRow(SERVERS, 'everything else', new Error(`not measured within ${LIMIT_MINUTES} minutes`)))
    write()
    process.stdout.write(results(rows, versions))
  })
  const wanted = withNeeded(names)
  const step = steps(rows, write, wanted.some((name) => ON_SITE.includes(name)) ? [...wanted, SITE] : wanted)
  say('a site …')
  await step(VISITORS, SITE, async () => {
    const site = await startSite()
    try {
      await step(VISITORS, PAGES, async () => {
        const onBrowser = (version: string) => {
          versions.Chromium = version
        }
        await visitors(site, programs.chromium, { say, step, onBrowser, installFrameworks: programs.installFrameworks })
        return []
      })
      await step(VISITORS, RETURNING, () => returning(site, programs.chromium, say))
      say('second documents …')
      await step(VISITORS, SECOND, () => secondDocuments(site, programs.chromium))
      say('controls are pressed …')
      await step(VISITORS, CONTROLS, () => controlsRow(site, programs.chromium))
      say('a section is built, promoted and rolled back …')
      await step(TEAMS, 'build of a section', () => [buildOfASection()])
      await step(TEAMS, 'promotion and way back', () => swap(site))
      say('ten edges follow …')
      await step(SERVERS, PUSH, () => push(site))
      say('a team of its own repository …')
      await step(TEAMS, EDITS, () => editsOfATeam(site, programs.chromium, say))
    } finally {
      await site.stop()
    }
    return []
  })
  await step(TEAMS, '`npm start`', () => starts(say))
  say('rollouts that are judged, by chance …')
  await step(TEAMS, 'candidates that are judged', () => judging())
  say('API list against nginx …')
  await step(SERVERS, 'API list', async () => {
    const { row, nginx } = await apiList(programs.nginx)
    versions.nginx = nginx
    return [row]
  })
  say('search …')
  await step(SERVERS, 'search', async () => [await search()])
  await step(SERVERS, 'which versions a visitor gets', () => resolving())
  say('a page from the edge’s cache against nginx …')
  await step(SERVERS, 'a page from the edge’s cache', async () => [await cachedPage(programs.nginx)])
  say('pages from an HTTP cache in front …')
  await step(SERVERS, 'pages from an HTTP cache in front', () => sharedCache(programs))
  await step(SERVERS, 'a change of the content', () => purge(programs.varnish))
  say('rendering …')
  await step(SERVERS, 'rendering', () => rendering(say))
  say('too many visitors …')
  await step(SERVERS, 'too many visitors', () => overload())
  unlimit()
  if (rows.length === 0) throw new Error(`No step is called ${names.join(' or ')}; bench/src/bench.ts names them.`)
  process.stdout.write(results(rows, versions))
  if (!rows.every(isMet)) process.exitCode = 1
}
