import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expectNoViolations } from '../../fixtures/browser/axe'
import { ready, watch } from '../../fixtures/browser/watch'
import { swap } from '../../fixtures/releases/readme-swap'
import { documentOf, release } from '../../fixtures/releases/variant'
import { copyWorkspace } from '../../fixtures/site/copy-workspace'
import { type Edge, startEdge } from '../../fixtures/site/edge'
import { freePort } from '../../fixtures/site/site'
import { type Typed, type } from '../../fixtures/site/terminal'
import { expect, test } from '../../fixtures/test'

// The sources here stay unchanged.
const copy = path.join(os.tmpdir(), `marram-share-${process.pid}`)
const source = path.join(copy, 'mfe-events', swap.source)
let machine: Typed | undefined
let edge: Edge | undefined

test.afterAll(async () => {
  machine?.pressControlC()
  await machine?.ended
  await edge?.stop()
  fs.rmSync(copy, { recursive: true, force: true })
})

test("a developer's machine serves one part of the live site to visitors with link and token, and pages follow its edits", async ({
  site,
  browser,
}) => {
  test.slow()
  copyWorkspace(copy, { keep: ['dist'] })
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  machine = type(['npm', 'run', 'share', '--', 'mfe-events'], { cwd: copy, env: { PORT: String(port) } })
  await machine.printed(/among PREVIEW_HOSTS/)
  let title = swap.words
  const edit = (text: string) => {
    const before = fs.readFileSync(source, 'utf8')
    expect(before).toContain(`title: '${title}'`)
    fs.writeFileSync(source, before.replace(`title: '${title}'`, `title: '${text}'`))
    title = text
  }
  edit('On my machine')
  await machine.printed(/is shown/)
  edge = await startEdge({
    RELEASES_URL: site.registry,
    API_HOST: site.url,
    PREVIEW_HOSTS: origin,
    RENDER_TIMEOUT_MS: '10000',
  })
  const asked = ['preview', 'mfe-events', '--source', origin, '--valid', '10m', '--json']
  const made = JSON.parse(await release(site, ...asked)) as { path: string }
  const link = made.path.replace(/\?.*/, '')

  const token = (await release(site, 'token', 'create', 'Vera', '--role', 'viewer')).trim()

  // The link alone shows nothing of the dev source, not even with the cookie that a token would set.
  const previews = { url: edge.previews }
  const byHand = await documentOf(previews, '/sports', { cookie: `marram_preview=${link.split('/').at(-1)}` })
  expect(byHand.html).toContain('This address shows previews')
  const context = await browser.newContext()
  const door = await context.newPage()
  await door.goto(`${edge.url}${link}?to=/sports`)
  await expectNoViolations(door, 'the form of a preview')
  const field = door.getByLabel('Token')
  await field.fill('marram_guessed')
  await field.press('Enter')
  await expect(door.getByRole('alert')).toContainText('This token does not open the preview')
  await expectNoViolations(door, 'the form after a wrong token')
  await field.fill(token)
  await door.getByRole('button', { name: 'Show the preview' }).click()
  await expect(door).toHaveURL(/^http:\/\/[0-9a-f]{32}\.localhost:\d+\/sports$/)
  const opened = door.url()
  await door.close()

  // Opened once at its own address, it stays open in this browser.
  const page = await context.newPage()
  const watched = await watch(page)
  const shows = (text: string) => expect(page.getByRole('heading', { name: text })).toBeVisible({ timeout: 30_000 })
  const answer = await page.goto(opened)
  expect(answer?.headers()).toMatchObject({ 'cache-control': 'no-store', 'x-marram-render': 'server' })
  expect(await ready(page)).toBe('hydrated')
  await shows('On my machine')
  await expect(page.getByRole('complementary', { name: 'Preview' })).toContainText(origin)
  edit('Edited meanwhile')
  await shows('Edited meanwhile')
  expect(await ready(page)).toBe('hydrated')
  expect(watched.complaints).toEqual([])
  expect(await watched.violations()).toEqual([])

  // Everybody else gets the live site, and other edges do not use the dev source.
  const live = await documentOf(edge, '/sports')
  expect(live.html).toContain(swap.words)
  expect(live.html).not.toContain('marram-preview')
  const elsewhere = await documentOf(site, link)
  expect((await fetch(elsewhere.headers.get('location') ?? '')).status).toBe(404)

  // The dev source is off: a link leads to the live site.
  machine.pressControlC()
  await machine.ended
  // The last response may be shown once more.
  await expect(async () => {
    await page.reload()
    await expect(page.getByText(`${origin} does not respond`)).toBeVisible({ timeout: 2000 })
  }).toPass({ timeout: 20_000 })
  await page.getByRole('link', { name: 'Leave the preview' }).click()
  await expect(page).toHaveURL(`${edge.url}/sports`)
  await shows(swap.words)
  await context.close()
})
