import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { ready } from '../../fixtures/browser/watch'
import { copyWorkspace } from '../../fixtures/site/copy-workspace'
import { stillRunning, treeOf } from '../../fixtures/site/processes'
import { freePort, root, run } from '../../fixtures/site/site'
import { type Typed, type } from '../../fixtures/site/terminal'

// The copy has nothing built yet, and another test runs beside this one.
test.describe.configure({ timeout: 400_000 })

// A copy, so that the sources here stay unchanged; its name is one that scripts often handle wrongly.
const copy = path.join(os.tmpdir(), `marram-dev-${process.pid}`, 'a copy & more')
const page = path.join(copy, 'mfe-events/src/sports/sports.tsx')
let site: Typed | undefined

// Its parts and the console are not built again before the first edit.
test.beforeAll(() => copyWorkspace(copy, { keep: ['dist-development', 'dist'] }))

test.afterAll(async () => {
  site?.pressControlC()
  await site?.ended
  fs.rmSync(path.dirname(copy), { recursive: true, force: true })
})

test('a missing part is reported in one line', async () => {
  const { code, stderr } = await run(process.execPath, [path.join(root, 'scripts/run.mjs'), 'dev', 'mfe-nothing'])
  expect(stderr).toMatch(/^There is no part mfe-nothing\. There are: shell, mfe-account, .*\n$/)
  expect(code).toBe(1)
})

test('an edit appears in an open page; a mistake is reported and the last good page stays', async ({ page: tab }) => {
  // The first command in a fresh copy, with its own data folder.
  const port = await freePort()
  site = type(['npm', 'run', 'dev'], {
    cwd: copy,
    env: { PORT: String(port), CONSOLE_PORT: '0', PREVIEW_PORT: '0', MARRAM_DATA: '' },
  })
  const url = await site.printed(/Marram is ready: (\S+)/)
  expect(url).toBe(`http://localhost:${port}`)
  expect(site.output()).toContain('Installing')
  expect(site.output()).toContain('Watching all parts')
  expect(fs.existsSync(path.join(copy, 'data/dev/start.json'))).toBe(true)

  const source = fs.readFileSync(page, 'utf8')
  // The heading above the list, whatever its text today.
  const title = /(?<=^ +)title: '[^']+'/m.exec(source)?.[0] as string
  const edited = (text: string) => source.replace(title, `title: '${text}'`)
  const shows = (text: string) => expect(tab.getByRole('heading', { name: text })).toBeVisible({ timeout: 90_000 })
  await tab.goto(`${url}/sports`)
  expect(await ready(tab)).toBe('hydrated')
  await shows(title.slice(8, -1))

  fs.writeFileSync(page, edited('Edited in place'))
  await shows('Edited in place')

  // Many editors write a second file and rename it.
  fs.writeFileSync(`${page}.new`, edited('Edited by renaming'))
  fs.renameSync(`${page}.new`, page)
  await shows('Edited by renaming')

  fs.writeFileSync(page, `${edited('Never shown')}\nexport const = \n`)
  await site.printed(/mfe-events does not build:[\s\S]*sports\.tsx/)
  expect((await fetch(`${url}/sports`)).headers.get('x-marram-render')).toMatch(/^server/)
  await tab.reload()
  await shows('Edited by renaming')

  // A new file in a new folder, created after watching began.
  fs.mkdirSync(path.join(copy, 'mfe-events/src/layouts/extra'), { recursive: true })
  const extra = path.join(copy, 'mfe-events/src/layouts/extra/words.ts')
  fs.writeFileSync(extra, "export const words = 'From a new file'\n")
  const imported = `import { words } from '../layouts/extra/words'\n${source.replace(title, 'title: words')}`
  fs.writeFileSync(page, imported)
  await shows('From a new file')
  fs.writeFileSync(extra, "export const words = 'From that file again'\n")
  await shows('From that file again')

  // With an open page that listens for edits.
  const all = treeOf(site.pid)
  const since = Date.now()
  site.pressControlC()
  expect(await site.ended).toBe(0)
  console.log(`stopped within ${((Date.now() - since) / 1000).toFixed(1)} s`)
  await expect.poll(() => stillRunning(all)).toEqual([])
})

test('edits of named parts, the shell and shared/ui are exchanged in the open page', async ({ page: tab }) => {
  const variables = { PORT: String(await freePort()), DEV_PORT: String(await freePort()) }
  site = type(['npm', 'run', 'dev', '--', 'mfe-events', 'shell'], {
    cwd: copy,
    env: { ...variables, CONSOLE_PORT: '0', PREVIEW_PORT: '0', MARRAM_DATA: '' },
  })
  const url = await site.printed(/Marram is ready: (\S+),/)
  expect(url).toBe(`http://localhost:${variables.DEV_PORT}`)
  const edit = (file: string, from: string | RegExp, to: string) => {
    const place = path.join(copy, file)
    const text = fs.readFileSync(place, 'utf8')
    expect(text.replace(from, to)).not.toBe(text)
    fs.writeFileSync(place, text.replace(from, to))
  }
  await tab.goto(`${url}/event/registration/relay-entry`)
  expect(await ready(tab)).toBeTruthy()
  await tab.evaluate(() => Object.assign(window, { first: true }))
  const field = tab.getByRole('textbox', { name: /Full name/ })
  await field.fill('Ada Shore')
  const isSame = async () => {
    expect(await tab.evaluate(() => 'first' in window)).toBe(true)
    await expect(field).toHaveValue('Ada Shore')
  }
  edit('shell/src/layout/footer/footer.tsx', 'is a registered charity.', 'is what we edit.')
  await expect(tab.getByRole('contentinfo')).toContainText('is what we edit.')
  await isSame()
  const title = '<h1 className={css.title}>'
  edit('mfe-events/src/registration/form-page.tsx', title, `${title}Edited: `)
  await expect(tab.getByRole('heading', { level: 1 })).toContainText('Edited')
  await isSame()
  edit('shared/ui/src/page/breadcrumb.tsx', 'aria-label="Breadcrumb"', 'aria-label="The way here"')
  await expect(tab.getByRole('navigation', { name: 'The way here' })).toBeVisible()
  await isSame()
  const all = treeOf(site.pid)
  site.pressControlC()
  expect(await site.ended).toBe(0)
  await expect.poll(() => stillRunning(all)).toEqual([])
})
