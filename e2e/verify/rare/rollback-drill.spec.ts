import fs from 'node:fs'
import { edition, FIRST, SECTION } from '../../fixtures/releases/editions'
import { inProduction, promote, publish, registryOf } from '../../fixtures/releases/releases'
import { documentOf, liveVersions } from '../../fixtures/releases/variant'
import { stillRunning, treeOf } from '../../fixtures/site/processes'
import { root, type Site } from '../../fixtures/site/site'
import { type } from '../../fixtures/site/terminal'
import { expect, test } from '../../fixtures/test'
import { tell } from '../cell'

test.describe.configure({ mode: 'serial', timeout: 5 * 60_000 })

type Step = {
  way: string
  version: string
  pages: number
  failed: number
  mixed: number
  answeredMs: number
  firstMs: number
}
type Rehearsal = { steps: Step[]; problems: string[]; perSecond: number; busiest: number | null; before: Step }

/** From when on the broken edition breaks: the gate tried it before. */
const SOUND_MS = 45_000

/** All that is live in production and what was done there. */
async function productionOf(site: Site) {
  const registry = registryOf(site)
  const discovery = await fetch(`${site.registry}/releases/environments/production/discovery.json`)
  const { parts, revision, composition } = await registry.showEnvironment({ environment: 'production' })
  const { events } = await registry.listEvents({ environment: 'production', limit: 500 })
  const etag = discovery.headers.get('etag')
  return { etag, document: await discovery.json(), parts, revision, composition, events }
}

async function rehearse(site: Site, ...args: string[]): Promise<{ code: number; done: Rehearsal; said: string }> {
  const { code, stdout, stderr } = await site.release('rehearse', SECTION, '--json', ...args)
  return { code, done: JSON.parse(stdout) as Rehearsal, said: stdout + stderr }
}

function variablesOf(pid: number): string {
  try {
    return fs.readFileSync(`/proc/${pid}/environ`, 'utf8')
  } catch {
    // It ended meanwhile.
    return ''
  }
}

/** An edition whose page cannot be rendered from a moment on. */
const brokenFrom = (version: string, at: number) =>
  edition({
    version,
    heading: 'Broken edition',
    files: (built) => ({
      ...('server' in built && {
        [built.server]: (text: string) => {
          const changed = text.replace(
            /(["'`])(heading=[^"'`]*)\1/,
            (quoted) => `(Date.now()<${at}?${quoted}:${quoted}.replace('breaks=nowhere','breaks=on the server'))`,
          )
          expect(changed).not.toBe(text)
          return changed
        },
      }),
    }),
  })

test('a rollback is rehearsed with what visitors ask for, and production stays what it is', async ({ site }) => {
  for (let i = 0; i < 30; i++) await documentOf(site, i % 3 === 0 ? '/fixture' : '/sports')
  await publish(site, edition({ version: '7.1.0', heading: 'Sound edition' }))
  await promote(site, SECTION, '7.1.0')
  // Edges report what they count every few seconds.
  const known = async () => (await registryOf(site).showEvidence(inProduction('mfe-events'))).versions[0]?.loads ?? 0
  await expect.poll(known, { timeout: 60_000 }).toBeGreaterThan(0)
  const before = await productionOf(site)
  const { code, done, said } = await rehearse(site)
  expect(code, said).toBe(0)
  expect(done.problems).toEqual([])
  expect(done.busiest).toBeGreaterThan(5)
  expect(done.steps).toMatchObject([
    { way: 'back', version: FIRST.version, failed: 0, mixed: 0 },
    { way: 'forward', version: '7.1.0', failed: 0, mixed: 0 },
  ])
  for (const { pages, answeredMs, firstMs } of done.steps) {
    expect(pages).toBeGreaterThan(10)
    expect(answeredMs).toBeGreaterThan(0)
    expect(firstMs).toBeGreaterThan(0)
  }
  expect(await productionOf(site)).toEqual(before)
  const shown = await site.release('metrics')
  expect(shown.stdout).toMatch(
    /Rehearsed at .*: One part of production went back and forward without a failed page, in \d+ s/,
  )
  const events = await site.release('events', '--environment', 'rehearsal', '--action', 'rehearse')
  expect(events.stdout).toContain('went back and forward')
  tell(`back after ${done.steps[0]?.firstMs} ms, forward after ${done.steps[1]?.firstMs} ms`)
})

test('a rehearsal that is interrupted leaves neither an edge nor a trace in production, and the next one begins anew', async ({
  site,
}) => {
  const before = await productionOf(site)
  const env = { MARRAM_RELEASES_URL: site.url, MARRAM_DATA: site.data }
  const drill = type(['npm', 'run', '--silent', 'release', '--', 'rehearse', SECTION], { cwd: root, env })
  await drill.printed(/(Taking)/)
  const inRehearsal = async () =>
    (await registryOf(site).showEnvironment({ environment: 'rehearsal' })).parts[SECTION]?.stable
  await expect.poll(inRehearsal, { intervals: [50] }).toBe(FIRST.version)
  const started = treeOf(drill.pid)
  drill.pressControlC()
  expect(await drill.ended).not.toBe(0)
  expect(drill.output()).toContain('The rehearsal was stopped, and its edge with it. production is as it was')
  await expect.poll(() => stillRunning(started)).toEqual([])
  expect(await inRehearsal()).toBe(FIRST.version)
  expect(await productionOf(site)).toEqual(before)
  const { code, said } = await rehearse(site)
  expect(code, said).toBe(0)
  expect(await productionOf(site)).toEqual(before)
})

test('a token of the environment for rehearsals is enough, and one of production is not; the edge has none', async ({
  site,
}) => {
  const start = async (environment: string) => {
    const name = `drill ${environment}`
    const { token } = await registryOf(site).createToken({ name, role: 'manager', environment })
    const env = { MARRAM_TOKEN: token, MARRAM_RELEASES_URL: site.url, MARRAM_DATA: site.data }
    return { token, drill: type(['npm', 'run', '--silent', 'release', '--', 'rehearse', SECTION], { cwd: root, env }) }
  }
  const { token, drill } = await start('rehearsal')
  await drill.printed(/(Taking)/)
  const ofEdge = treeOf(drill.pid)
    .map(variablesOf)
    .filter((each) => each.includes('MARRAM_ENVIRONMENT=rehearsal'))
  expect(ofEdge.length).toBeGreaterThan(0)
  expect(ofEdge.filter((each) => each.includes(token))).toEqual([])
  expect(await drill.ended, drill.output()).toBe(0)
  const other = await start('production')
  expect(await other.drill.ended).toBe(1)
  expect(other.drill.output()).toMatch(/may change production only/)
})

test('a rehearsal fails where the earlier version breaks, and says which page', async ({ site }) => {
  const at = Date.now() + SOUND_MS
  await publish(site, brokenFrom('7.2.0', at))
  await promote(site, SECTION, '7.2.0')
  await publish(site, edition({ version: '7.3.0', heading: 'Later edition' }))
  await promote(site, SECTION, '7.3.0')
  expect(Date.now()).toBeLessThan(at)
  await new Promise((resolve) => setTimeout(resolve, at - Date.now()))
  const before = await productionOf(site)
  const { code, done, said } = await rehearse(site)
  expect(code, said).toBe(1)
  expect(done.problems[0]).toMatch(
    /^mfe-fixture back to 7\.2\.0: \d+ pages failed, such as \/fixture: it could not be rendered$/,
  )
  expect(done.steps[0]?.failed).toBeGreaterThan(0)
  // Until the edge follows, a page of the earlier version may still come.
  expect(done.steps[1]).toMatchObject({ way: 'forward', version: '7.3.0' })
  expect(done.steps[1]?.failed).toBeLessThan(done.steps[0]?.failed as number)
  expect(await productionOf(site)).toEqual(before)
  tell(done.problems[0] as string)
  await promote(site, SECTION, FIRST.version)
  expect((await liveVersions(site))[SECTION]).toBe(FIRST.version)
})
