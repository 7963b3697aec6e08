import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { aFewAtATime } from '../../fixtures/browser/a-few-at-a-time'
import { ready, watch } from '../../fixtures/browser/watch'
import { changeSdk } from '../../fixtures/releases/changed-sdk'
import { promote, publish } from '../../fixtures/releases/releases'
import { buildVariant, documentOf, liveVersions, release } from '../../fixtures/releases/variant'
import { overHttps } from '../../fixtures/site/over-https'
import { preparedData } from '../../fixtures/site/prepared-data'
import { freePort, root, type Site, startSite } from '../../fixtures/site/site'
import { createLine, isOutside, Team } from '../../fixtures/site/team'
import type { Typed } from '../../fixtures/site/terminal'
import { firefox } from '../engines/firefox'
import { webkit } from '../engines/webkit'

test.describe.configure({ timeout: 300_000 })

const MANUAL = path.join(root, 'docs/your-own-section.md')
const HEADING = '<h1>Tides</h1>'
let site: Site
let dev: Typed | undefined

test.beforeAll(async () => {
  test.setTimeout(180_000)
  // Builds run at the same time, and a late page would lack its content.
  site = await startSite({
    data: await preparedData('start'),
    env: { BROTLI_QUALITY: '3', RENDER_TIMEOUT_MS: '2500' },
  })
})

test.afterEach(async () => {
  dev?.pressControlC()
  await dev?.ended
  dev = undefined
})

test.afterAll(async () => {
  await site?.stop()
  if (site) fs.rmSync(site.data, { recursive: true, force: true })
})

/** The manual's steps, each with its commands. */
const steps = () =>
  fs
    .readFileSync(MANUAL, 'utf8')
    .split('\n## ')
    .slice(1)
    .map((step) => (/```sh\n([\s\S]*?)```/.exec(step)?.[1] ?? '').split('\n').filter(Boolean))
    .filter((lines) => lines.length > 0)

/** Yarn fails where the newest Vite names an optional package that a registry does not have. */
const installedVite = () => {
  const vitest = createRequire(path.join(root, 'package.json')).resolve('vitest/package.json')
  return (createRequire(vitest)('vite/package.json') as { version: string }).version
}

async function open(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(url)
  expect(await ready(page)).toBeTruthy()
  return page
}

test('every command of the manual works outside of the workspace, from an empty folder to a rollback', async ({
  context,
}) => {
  const team = new Team(site.url)
  const token = (await release(site, 'token', 'create', 'tides', '--role', 'releaser', '--part', 'tides')).trim()
  const live = async () => (await documentOf(site, '/tides')).html
  const shows = (text: string) => expect.poll(live, { timeout: 15_000 }).toContain(text)
  const begun = Date.now()
  let edition = 0
  for (const [number, lines] of steps().entries()) {
    if (number === 5) team.edits('src/tides/tides.tsx', HEADING, '<h1>Tides today</h1>')
    for (const line of lines) {
      const typed = line
        .replaceAll('https://marram.example', site.url)
        .replace('MARRAM_TOKEN=…', `MARRAM_TOKEN=${token}`)
      if (line === 'npm run dev') {
        dev = team.starts(typed, { PORT: String(await freePort()) })
        const page = await open(context, await dev.printed(/(http:\/\/localhost:\d+\/tides)/))
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tides')
        dev.pressControlC()
        await expect.poll(() => fetch(page.url()).catch(() => 'nobody listens')).toBe('nobody listens')
        continue
      }
      // By hand, not in a pipeline: the first one makes the key.
      const said = await team.types(line.startsWith('npm run publish') ? `CI= ${typed}` : typed)
      if (line.startsWith('npm run publish')) edition += 1
      if (line.startsWith('npm run publish') && edition === 1) {
        const [key = ''] = (await team.types('npx marram key list')).split(' ')
        await release(site, 'trust', 'update', '--key', key, '--owner', 'tides', '--part', 'tides')
      }
      if (line === 'npm run preview') {
        console.log(`an empty folder → a preview: ${((Date.now() - begun) / 1000).toFixed(0)} s`)
        const page = await open(context, /https?:\S+/.exec(said)?.[0] as string)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tides')
        expect((await documentOf(site, '/tides')).status).toBe(404)
      }
      if (line === 'npm run promote') await shows(edition === 1 ? HEADING : '<h1>Tides today</h1>')
      if (line === 'npm run rollback') await shows(HEADING)
    }
  }
  expect(edition).toBe(2)
  expect(isOutside(team.folder)).toBe(true)
  const complaints = await watch(await open(context, `${site.url}/tides`))
  expect(complaints.complaints).toEqual([])
})

test('edits are exchanged in the live site: text, a form that is being filled, style, loader and page', async ({
  page,
}) => {
  const team = new Team(site.url)
  await team.types(createLine(site.url, 'shoals'))
  await team.types('cd shoals')
  dev = team.starts('npm run dev', { PORT: String(await freePort()) })
  await page.goto(await dev.printed(/(http:\/\/localhost:\d+\/shoals)/))
  await ready(page)
  const heading = page.getByRole('heading', { level: 1 })
  const field = page.getByRole('searchbox', { name: 'News about' })
  await page.evaluate(() => Object.assign(window, { first: true }))
  await field.evaluate((input) => Object.assign(input, { first: true }))
  await field.fill('typed before')
  const source = 'src/shoals/shoals.tsx'
  const isSame = async () => {
    expect(await page.evaluate(() => 'first' in window), 'the page was loaded anew').toBe(true)
    expect(await field.evaluate((input) => 'first' in input), 'the form was made anew').toBe(true)
    await expect(field).toHaveValue('typed before')
  }

  team.edits(source, '<h1>Shoals</h1>', '<h1>Shoals at noon</h1>')
  await expect(heading).toHaveText('Shoals at noon')
  await isSame()

  team.edits('src/shoals/shoals.module.css', 'gap: 0.5rem', 'gap: 37px')
  await expect(page.getByRole('search').last().locator('form')).toHaveCSS('column-gap', '37px')
  await isSame()

  // Of the loader, which asks the API anew; the page with its form stays.
  team.edits(source, 'page_size: 12', 'page_size: 2')
  await expect(page.locator('main li')).toHaveCount(2)
  await isSame()

  team.edits('src/shoals/matching.ts', 'return items.filter', 'return items.slice(1).filter')
  await expect(page.locator('main li')).toHaveCount(1)
  await isSame()

  // A mistake of the build, and one that only shows when the page is rendered.
  const overlay = page.locator('rsbuild-error-overlay')
  team.edits(source, 'const search =', 'const = const search =')
  await expect(overlay).toContainText('shoals.tsx')
  team.edits(source, 'const = const search =', 'const search =')
  await expect(overlay).toHaveCount(0)
  await isSame()
  team.edits(source, '<h1>Shoals at noon</h1>', "<h1>{wanted.none.at('noon')}</h1>")
  await expect(overlay).toContainText(/shoals\.tsx:\d+/)
  team.edits(source, "<h1>{wanted.none.at('noon')}</h1>", '<h1>Shoals again</h1>')
  await expect(heading).toHaveText('Shoals again')
  await expect(overlay).toHaveCount(0)
  // Nothing is said of a mistake that is mended: the file that could not be built was exchanged too.
  await page.waitForTimeout(1000)
  await expect(overlay).toHaveCount(0)

  // What the site's policy refuses is refused here too, and said.
  const elsewhere = '<h1>Shoals again</h1><img src="https://elsewhere.example/a.png" alt="" />'
  team.edits(source, '<h1>Shoals again</h1>', elsewhere)
  await expect(overlay).toContainText('content security policy (img-src) refuses https://elsewhere.example/a.png')
  team.edits(source, elsewhere, '<h1>Shoals again</h1>')
  await page.keyboard.press('Escape')
  await expect(overlay).toHaveCount(0)

  // A page without data has nothing to exchange an edit in, so it is loaded anew when its loader is mended.
  team.edits(source, 'const news = await', "throw new Error('no loader')\n  const news = await")
  await expect(overlay).toContainText('no loader')
  team.edits(source, "throw new Error('no loader')\n  ", '')
  await expect(heading).toHaveText('Shoals again')
  await expect(overlay).toHaveCount(0)

  // A parameter that is not declared is as empty as on the site, and the page says why.
  const missing = page.getByText('The site’s server does not give /shoals the parameter place')
  const address = page.url()
  await page.goto(`${address}?q=&place=east`)
  await expect(missing).toBeVisible()
  team.edits('src/section.ts', "query: ['q']", "query: ['q', 'place']")
  await page.goto(`${address}?q=&place=west`)
  await expect(heading).toHaveText('Shoals again')
  await expect(missing).toHaveCount(0)

  // The site itself is as it was.
  expect((await documentOf(site, '/shoals')).status).toBe(404)

  // The dev server is the same for every browser.
  let edition = 0
  for (const engine of [firefox, webkit]) {
    const lacking = engine.missing()
    if (lacking) process.stdout.write(`${engine.name} is left out: ${lacking}\n`)
    if (lacking) continue
    const visitor = await engine.start()
    const shows = (text: string) =>
      expect
        .poll(() => visitor.read('document.querySelector("main h1")?.innerText ?? ""'), { timeout: 20_000 })
        .toBe(text)
    await visitor.open(address)
    await shows(edition === 0 ? 'Shoals again' : `Shoals ${edition}`)
    await visitor.type('//input[@id="wanted"]', 'typed here')
    await visitor.read('(window.first = true)')
    team.edits(source, /<h1>.*<\/h1>/, `<h1>Shoals ${++edition}</h1>`)
    await shows(`Shoals ${edition}`)
    expect(await visitor.read('[window.first, document.querySelector("#wanted").value]')).toEqual([true, 'typed here'])
    await visitor.close()
  }
})

test('a site over https, with a certificate of its own, is shown as well', async ({ browser }) => {
  const team = new Team(site.url)
  await team.types(createLine(site.url, 'straits'))
  await team.types('cd straits')
  const { address, certificate, close } = await overHttps(site.url)
  dev = team.starts(`npm run dev -- --registry ${address}`, {
    PORT: String(await freePort()),
    NODE_EXTRA_CA_CERTS: certificate,
  })
  const page = await browser.newPage()
  await page.goto(await dev.printed(/(http:\/\/localhost:\d+\/straits)/))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Straits')
  team.edits('src/straits/straits.tsx', '<h1>Straits</h1>', '<h1>Straits by night</h1>')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Straits by night')
  await page.close()
  await close()
})

test('npm 11, pnpm and Yarn install the packages too', async () => {
  const team = new Team(site.url)
  await team.types(createLine(site.url, 'nets', ' --no-install'))
  const made = path.join(team.folder, 'nets')
  const withVite = `npm pkg set resolutions.vite=${installedVite()}`
  for (const [name, line] of [
    ['npm 11', 'npx --yes npm@11.17.0 install'],
    ['pnpm', 'npx --yes pnpm@12.21.0 install'],
    ['Yarn 1', `${withVite} && npx --yes yarn@1.22.22 install`],
    ['Yarn 4', `${withVite} && YARN_ENABLE_IMMUTABLE_INSTALLS=false npx --yes @yarnpkg/cli-dist@4.17.1 install`],
  ]) {
    team.folder = path.join(made, '..', `nets with ${name}`)
    fs.cpSync(made, team.folder, { recursive: true })
    await team.types(line as string)
    expect(isOutside(team.folder), name).toBe(true)
    // Its packages see no others than those that they name.
    if (name === 'pnpm') {
      await team.types('npm run build')
      expect(JSON.parse(await team.types('npx marram test --json'))).toMatchObject({ passed: 6, failed: 0 })
      expect(JSON.parse(await team.types('npx marram test matching --json'))).toMatchObject({ passed: 4, failed: 0 })
      team.edits('src/nets/nets.tsx', 'Nothing about', 'Nothing on')
      const { code, stdout } = await team.runs('npx marram test --json')
      expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 1, passed: 5, failed: 1 })
    }
  }
  // For another registry than that of the site.
  const [packed] = JSON.parse(await team.types('npm pack @marram/sdk --json'))
  const { dist } = JSON.parse(await team.types(`npm view @marram/sdk@${packed.version} --json`))
  expect(packed.integrity).toBe(dist.integrity)
  expect(fs.existsSync(path.join(team.folder, packed.filename))).toBe(true)
})

test('what the live shell provides no more is an error of editor and check, and upgrade moves the section on', async () => {
  const before = (await liveVersions(site)).shell as string
  const team = new Team(site.url)
  await team.types(createLine(site.url, 'sandbars'))
  await team.types('cd sandbars')
  await team.types('npm run check')
  const pages = 'export const pages = {'
  team.edits('src/section.ts', pages, `${pages}\n  '/news': () => import('./sandbars/sandbars'),`)
  const taken = await team.runs('npm run check')
  expect([taken.code, taken.stdout + taken.stderr]).toEqual([
    1,
    expect.stringContaining('/news belongs to mfe-content'),
  ])
  team.edits('src/section.ts', /\n {2}'\/news'.*/, '')
  team.edits('src/sandbars/sandbars.module.css', '.page {', 'header {\n  display: none;\n}\n.page {')
  const stray = await team.runs('npm run check')
  expect([stray.code, stray.stdout + stray.stderr]).toEqual([
    1,
    expect.stringMatching(/src\/sandbars\/sandbars\.module\.css:1: header /),
  ])
  team.edits('src/sandbars/sandbars.module.css', /header \{[^}]*\}\n/, '')
  const built = await buildVariant({ part: 'shell', version: '9.1.0' })
  changeSdk(built, (folder) => {
    const file = path.join(folder, 'dist/api-client.d.ts')
    fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace(/\bget\b/g, 'read'))
    const code = path.join(folder, 'dist/api-client.js')
    fs.writeFileSync(code, fs.readFileSync(code, 'utf8').replace(/^ {2}get$/m, '  get as read'))
    const renames = [{ from: '@marram/sdk/api-client#get', to: '@marram/sdk/api-client#read' }]
    fs.writeFileSync(path.join(folder, 'renames.json'), JSON.stringify(renames))
  })
  await publish(site, built)
  await promote(site, 'shell', '9.1.0')
  try {
    await expect.poll(async () => (await team.runs('npm run check')).code, { timeout: 20_000 }).toBe(1)
    const { stdout, stderr } = await team.runs('npm run check')
    const place = /src\/sandbars\/sandbars\.tsx\(\d+,\d+\): error TS\d+: .*'get'/
    expect(stdout + stderr).toMatch(place)
    expect(stdout + stderr).toContain('shell 9.1.0, which is live')
    // What an editor runs.
    expect((await team.runs('npx tsc -p . --pretty false')).stdout).toMatch(place)

    await team.types('npm run upgrade')
    const { dependencies } = JSON.parse(team.reads('package.json')) as { dependencies: Record<string, string> }
    expect(dependencies['@marram/sdk']).toBe('9.1.0')
    expect(team.reads('src/sandbars/sandbars.tsx')).toContain("import { read as get } from '@marram/sdk/api-client'")
    await team.types('npm run check')
  } finally {
    await promote(site, 'shell', before)
  }
})

test('each section of the workspace moves out with its addresses, and the site runs on those builds', async ({
  context,
}) => {
  // Each section installs and builds what it is made of.
  test.setTimeout(600_000)
  const before = await liveVersions(site)
  const parts = Object.keys(before).filter((part) => fs.existsSync(path.join(root, part, 'src/section.ts')))
  expect(parts).toContain('mfe-events')
  const version = '9.0.0'
  await aFewAtATime(parts, async (part) => {
    const team = new Team(site.url)
    // Of a team that signed in the workspace before: its key counts already.
    team.environment.MARRAM_KEYS = path.join(site.data, 'keys')
    await team.types(createLine(site.url, part, ` --from ${path.join(root, part)}`))
    await team.types(`cd ${part}`)
    const token = await release(site, 'token', 'create', `own-${part}`, '--role', 'releaser', '--part', part)
    await team.types(`export MARRAM_TOKEN=${token.trim()}`)
    // These parts have no keys of their own.
    team.environment.MARRAM_KEYS = path.join(site.data, 'keys')
    await team.types(`npm run publish -- --version ${version}`)
    const page = await open(
      context,
      /https?:\S+/.exec(await team.types(`npx marram preview ${version}`))?.[0] as string,
    )
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.close()
    await team.types(`npx marram promote ${version}`)
  })
  const moved = Object.fromEntries(parts.map((part) => [part, version]))
  await expect.poll(() => liveVersions(site), { timeout: 15_000 }).toEqual({ ...before, ...moved })
  for (const address of ['/', '/sports', '/login', '/quiz-complete']) {
    expect((await documentOf(site, address)).outcome).toMatch(address === '/login' ? /./ : /^server/)
    const page = await open(context, site.url + address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.close()
  }
})
