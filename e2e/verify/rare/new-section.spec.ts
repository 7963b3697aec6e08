import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type BrowserContext, expect, test } from '@playwright/test'
import { aFewAtATime } from '../../fixtures/browser/a-few-at-a-time'
import { ready, watch } from '../../fixtures/browser/watch'
import { documentOf, liveVersions, release } from '../../fixtures/releases/variant'
import { copyWorkspace } from '../../fixtures/site/copy-workspace'
import { copyOut, installAndRun, packShared, runThere } from '../../fixtures/site/detached'
import { preparedData } from '../../fixtures/site/prepared-data'
import { root, run, type Site, startSite } from '../../fixtures/site/site'

test.describe.configure({ mode: 'serial', timeout: 180_000 })

const NAME = 'rock-garden'
const PART = `mfe-${NAME}`
const outside = path.join(os.tmpdir(), `marram-outside-${process.pid}`)
let site: Site
let packed: Record<string, string>

test.beforeAll(async () => {
  test.setTimeout(180_000)
  // Builds run at the same time, and a late page would lack its content.
  site = await startSite({
    data: await preparedData('start'),
    env: { BROTLI_QUALITY: '3', RENDER_TIMEOUT_MS: '2500' },
  })
  fs.mkdirSync(path.join(outside, 'packages'), { recursive: true })
  packed = await packShared(path.join(outside, 'packages'))
})

test.afterAll(async () => {
  await site?.stop()
  for (const folder of [outside, site?.data]) if (folder) fs.rmSync(folder, { recursive: true, force: true })
})

/** Creates the section and moves it out of the workspace at once. */
async function makeSection(to: string): Promise<void> {
  const inside = path.join(root, PART)
  const made = await run(process.execPath, [path.join(root, 'scripts/run.mjs'), 'new-section', NAME])
  try {
    expect(made, made.stderr).toMatchObject({ code: 0 })
    copyOut(PART, to, packed)
  } finally {
    if (made.code === 0) fs.rmSync(inside, { recursive: true })
  }
}

async function hydratedPage(context: BrowserContext, address: string) {
  const page = await context.newPage()
  const said = await watch(page)
  await page.goto(site.url + address)
  expect(await ready(page)).toBe('hydrated')
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(page.getByRole('contentinfo')).toBeVisible()
  expect(said.complaints).toEqual([])
  expect(await said.violations()).toEqual([])
  return page
}

test('a new section, taken out of this workspace, is built, released and shown without a new shell', async ({
  context,
}) => {
  const address = `/${NAME}`
  const folder = path.join(outside, PART)
  await makeSection(folder)
  await installAndRun(folder, ['types'])
  // Nothing of the workspace was used.
  const own = path.join(folder, 'node_modules/@marram')
  for (const name of fs.readdirSync(own))
    expect(fs.realpathSync(path.join(own, name)).startsWith(fs.realpathSync(outside))).toBe(true)

  const before = await liveVersions(site)
  const discovery = async () => {
    const answer = await fetch(`${site.url}/releases/environments/production/discovery.json`)
    return ((await answer.json()) as { microFrontends: Record<string, unknown> }).microFrontends
  }
  const document = await discovery()
  expect((await fetch(site.url + address)).status).toBe(404)
  // One command of the team's own pipeline, which may publish only this part.
  const token = await release(site, 'token', 'create', `ci-${NAME}`, '--role', 'publisher', '--part', PART)
  const pipeline = { MARRAM_RELEASES_URL: site.url, MARRAM_TOKEN: token.trim() }
  const { version, changed } = JSON.parse(await runThere(folder, ['publish', '--json'], pipeline)) as Record<
    string,
    string
  >
  expect([version, changed]).toEqual([expect.stringMatching(/^1\.0\.0-t\d{14}\.g[0-9a-f]{8}$/), true])
  expect(await runThere(folder, ['publish'], pipeline)).toContain('was published already, of the same sources')
  expect(await liveVersions(site)).toEqual(before)
  expect((await fetch(site.url + address)).status).toBe(404)

  await release(site, 'promote', PART, version as string)
  await expect.poll(async () => (await fetch(site.url + address)).status, { timeout: 15_000 }).toBe(200)
  const answer = await fetch(site.url + address)
  expect(answer.headers.get('x-marram-render')).toMatch(/^server/)
  expect(await answer.text()).toContain('<h1>Rock garden</h1>')
  expect(await liveVersions(site)).toEqual({ ...before, [PART]: version })
  const { [PART]: added, ...others } = await discovery()
  expect(added).toBeTruthy()
  expect(others).toEqual(document)

  const page = await hydratedPage(context, address)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rock garden')
  await expect(page).toHaveTitle(/Rock garden/)
  // Its styles were loaded too.
  await expect(page.getByRole('heading', { level: 1 }).locator('..')).toHaveCSS('max-width', /^\d/)
  // Its link appeared too, and is marked.
  const menu = page.getByRole('navigation', { name: 'Main' })
  await menu.getByRole('button', { name: 'More' }).click()
  await expect(menu.getByRole('link', { name: 'Rock garden' })).toHaveAttribute('aria-current', 'page')
  // By a click within the open page, as from any other section.
  await page.getByRole('banner').getByRole('link').first().click()
  await expect(page).toHaveURL(`${site.url}/`)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rock garden')
  expect(fs.existsSync(path.join(root, PART))).toBe(false)
})

test('each part builds alone in a folder of its own, and the site runs on those builds', async ({ context }) => {
  const made = await liveVersions(site)
  const parts = Object.keys(made).filter((part) => fs.existsSync(path.join(root, part)))
  const version = '9.0.0'
  const token = fs.readFileSync(path.join(site.data, 'releases/token'), 'utf8').trim()
  const env = { MARRAM_RELEASES_URL: site.url, MARRAM_TOKEN: token, MARRAM_VERSION: version }
  await aFewAtATime(parts, async (part) => {
    // No other part is next to it.
    const folder = path.join(outside, `${part}-alone`, part)
    copyOut(part, folder, packed)
    await installAndRun(folder, ['publish'], env)
  })
  for (const part of parts) await release(site, 'promote', part, version)
  expect(await liveVersions(site)).toEqual({ ...made, ...Object.fromEntries(parts.map((part) => [part, version])) })
  await expect.poll(async () => (await documentOf(site, '/')).html, { timeout: 15_000 }).toContain(`/shell/${version}/`)
  for (const address of ['/', '/sports', '/login', '/quiz-complete', `/${NAME}`]) {
    const page = await hydratedPage(context, address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.close()
  }
})

test('a new section, left in the workspace, passes every check and is built, released and shown with no other edit', async ({
  context,
}) => {
  const workspace = path.join(outside, 'workspace')
  copyWorkspace(workspace)
  const typed = async (folder: string, ...args: string[]) => {
    const ran = await run('npm', args, {
      cwd: path.join(workspace, folder),
      env: { MARRAM_RELEASES_URL: site.url, MARRAM_DATA: site.data },
    })
    expect(ran.code, `npm ${args.join(' ')}\n${ran.stdout}${ran.stderr}`).toBe(0)
  }
  await typed('.', 'run', 'new:section', '--', 'tide-tables')
  await typed('.', 'run', 'check')
  await typed('.', 'run', 'release', '--', 'publish', 'mfe-tide-tables', '--promote')
  const address = '/tide-tables'
  await expect.poll(async () => (await fetch(site.url + address)).status, { timeout: 15_000 }).toBe(200)
  const page = await hydratedPage(context, address)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tide tables')

  // After it was retired its pages and its link are gone, and an open tab moves on to others.
  await release(site, 'retire', 'mfe-tide-tables', '--reason', 'it was a trial')
  await expect.poll(async () => (await fetch(site.url + address)).status, { timeout: 15_000 }).toBe(404)
  expect(await (await fetch(site.url)).text()).not.toContain(`href="${address}"`)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Courses' }).click()
  await expect(page).toHaveURL(`${site.url}/courses`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})
