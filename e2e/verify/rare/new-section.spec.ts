import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type BrowserContext, expect, test } from '@playwright/test'
import { ready, watch } from '../../fixtures/browser/watch'
import { release } from '../../fixtures/releases/variant'
import { copyWorkspace } from '../../fixtures/site/copy-workspace'
import { preparedData } from '../../fixtures/site/prepared-data'
import { run, type Site, startSite } from '../../fixtures/site/site'

test.describe.configure({ mode: 'serial', timeout: 180_000 })

const outside = path.join(os.tmpdir(), `marram-outside-${process.pid}`)
let site: Site

test.beforeAll(async () => {
  test.setTimeout(180_000)
  // Builds run at the same time, and a late page would lack its content.
  site = await startSite({
    data: await preparedData('start'),
    env: { BROTLI_QUALITY: '3', RENDER_TIMEOUT_MS: '2500' },
  })
})

test.afterAll(async () => {
  await site?.stop()
  for (const folder of [outside, site?.data]) if (folder) fs.rmSync(folder, { recursive: true, force: true })
})

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
