import { setTimeout as wait } from 'node:timers/promises'
import { compositionIn } from '@marram/release-contract/composition'
import { documentOf } from '../../fixtures/releases/variant'
import type { Site } from '../../fixtures/site/site'
import { TEAMS } from './candidates'
import { anyVisitor } from './visitors'

/** Pages of every other part, and one that the shell has itself. */
const PAGES = [
  '/',
  '/news',
  '/publications',
  '/login',
  '/quiz-complete',
  '/sports',
  '/fixture',
  '/fixture/items/9',
  '/nowhere',
]
const PAUSE_MS = 250

const COMPOSITION = /(<script type="application\/json" id="marram-composition">).*?(<\/script>)/s
const OF_TEAMS = new RegExp(` \\S+/releases/files/(?:${TEAMS.join('|')})/[^/ ]+/`, 'g')

/** All of a page but what names the releases of the teams: what it is composed of, and whose scripts it may run. */
async function othersIn(site: Site, page: string): Promise<string | undefined> {
  const { status, html, outcome, headers } = await documentOf(site, page, anyVisitor())
  // A busy machine sends a page without its content, which the browser makes then.
  if (/^frame; (?:late|busy)/.test(outcome)) return undefined
  const { id: _, sections, ...rest } = compositionIn(html)
  const others = Object.fromEntries(Object.entries(sections).filter(([part]) => !TEAMS.includes(part)))
  const policy = headers.get('content-security-policy')?.replaceAll(OF_TEAMS, '')
  return [
    status,
    outcome.split(';')[0],
    policy,
    JSON.stringify({ ...rest, others }),
    html.replace(COMPOSITION, '$1$2'),
  ].join('\n')
}

/** Looks at the pages of others until it is stopped: how often it looked, how often in vain, and what was another than at first. */
export function watchOthers(site: Site) {
  const first = new Map<string, string>()
  const seen = { looks: 0, late: 0, changed: [] as string[], stop: async () => {} }
  let stopped = false
  const watching = (async () => {
    while (!stopped) {
      for (const page of PAGES) {
        const now = await othersIn(site, page).catch((error: Error) => error.message)
        seen.looks += 1
        if (now === undefined) seen.late += 1
        const before = first.get(page)
        if (now !== undefined && before === undefined) first.set(page, now)
        else if (now !== undefined && before !== undefined && now !== before)
          seen.changed.push(`${page}: ${differenceOf(before, now)}`)
        await wait(PAUSE_MS)
      }
    }
  })()
  seen.stop = async () => {
    stopped = true
    await watching
  }
  return seen
}

function differenceOf(before: string, now: string): string {
  const at = [...before].findIndex((character, n) => now[n] !== character)
  const around = (text: string) => text.slice(Math.max(0, at - 80), at + 80)
  return `${around(before)} → ${around(now)}`
}
