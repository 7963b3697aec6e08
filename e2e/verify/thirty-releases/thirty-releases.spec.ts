import fs from 'node:fs'
import path from 'node:path'
import { type Browser, expect, test } from '@playwright/test'
import { tell } from '../cell'
import { WAYS, type Way } from './candidates'
import { type Result, releaseThirty } from './many-releases'

const MOST_MS = 25 * 60_000
const CURED_MS = 5000

test.describe.configure({ timeout: MOST_MS })

/** Once for all tests, even when one of them fails and the next runs in another process. */
async function result(browser: Browser): Promise<Result> {
  const folder = test.info().project.outputDir
  const file = path.join(folder, 'result.json')
  const keep = (found: object) => fs.writeFileSync(file, JSON.stringify(found, null, 1))
  if (!fs.existsSync(file)) {
    fs.mkdirSync(folder, { recursive: true })
    keep({ failed: 'it did not end in time' })
    keep(await releaseThirty(browser).catch((error: Error) => ({ failed: error.stack })))
  }
  const found = JSON.parse(fs.readFileSync(file, 'utf8'))
  if (found.failed) throw new Error(`the thirty releases failed: ${found.failed}`)
  return found
}

for (const way of Object.keys(WAYS) as Way[])
  test(`a release that ${way} never reaches half of the visitors`, async ({ browser }) => {
    const { releases } = await result(browser)
    const found = releases.filter((each) => each.way === way)
    expect(found).toHaveLength(1)
    for (const { first, second } of found) {
      const ends = [first, second].filter((each) => each !== undefined)
      for (const { end, words, share } of ends) {
        expect(share, words).toBeLessThan(50)
        tell(`${end === 'refused' ? 'refused by the gate' : `${end} at ${share} %`}: ${words}`)
        expect(end, words).toMatch(/^(?:refused|taken away)$/)
      }
    }
  })

test('no good release of thirty is rolled back', async ({ browser }) => {
  const { releases, load } = await result(browser)
  const good = releases.filter(({ way }) => way === undefined)
  expect(good).toHaveLength(20)
  expect(good.filter(({ first }) => first.end !== 'live')).toEqual([])
  expect(load.asked).toBeGreaterThan(1000)
  expect(load.withoutPage).toBeLessThan(load.asked / 20)
  tell(`20 live for everybody, while visitors asked for ${load.asked} pages`)
})

test('no byte of other pages changes in thirty releases', async ({ browser }) => {
  const { others } = await result(browser)
  expect(others.changed).toEqual([])
  expect(others.changedFiles).toEqual([])
  expect(others.looks).toBeGreaterThan(200)
  expect(others.late).toBeLessThan(others.looks / 20)
  expect(others.files).toBeGreaterThan(50)
  tell(`looked at ${others.looks} pages, ${others.late} of them without content, and at ${others.files} files`)
})

test('a rollback of one of thirty releases takes effect within five seconds', async ({ browser }) => {
  const { cure } = await result(browser)
  expect(cure).toBeInstanceOf(Object)
  for (const [what, ms] of Object.entries(cure)) expect(ms, what).toBeLessThan(CURED_MS)
  tell(
    Object.entries(cure)
      .map(([what, ms]) => `${what} after ${ms} ms`)
      .join(', '),
  )
})
