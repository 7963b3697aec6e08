import fs from 'node:fs'
import path from 'node:path'
import { documentOf, liveVersions } from '../../fixtures/releases/variant'
import { preparedData } from '../../fixtures/site/prepared-data'
import { root, run, type Site, startSite, temporaryFolder } from '../../fixtures/site/site'
import { expect, test } from '../../fixtures/test'
import { tell } from '../cell'

const script = (name: string, data: string, ...args: string[]) =>
  run(process.execPath, [path.join(root, 'scripts/run.mjs'), name, ...args], { env: { MARRAM_DATA: data } })

async function subscribe(site: Site, email: string): Promise<void> {
  const response = await fetch(`${site.url}/api/home/news-letter/create`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  })
  expect(response.status, await response.text()).toBe(200)
}

const stored = async (site: Site, email: string) =>
  (await script('api', site.data, 'person', 'find', email)).stdout.trim()

test('a running site is backed up, and elsewhere it is what it was then', async () => {
  test.setTimeout(10 * 60_000)
  const beside = temporaryFolder('backup')
  const [kept, data] = [path.join(beside, 'kept'), path.join(beside, 'data')]
  const site = await startSite({ data: await preparedData('start'), env: { API_RATE_LIMIT: '1000000' } })
  let restored: Site | undefined
  let isOver = false
  try {
    // Visitors go on meanwhile; whoever was answered before it began is in it.
    let sent = 0
    const writing = (async () => {
      for (; !isOver; sent += 1) await subscribe(site, `visitor-${sent}@example.org`)
    })()
    await expect.poll(() => sent).toBeGreaterThan(20)
    const before = sent
    const live = await liveVersions(site)
    const { code, stdout, stderr } = await script('backup', site.data, kept)
    isOver = true
    await writing
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    tell(stdout.trim())
    expect(fs.statSync(kept).mode & 0o077).toBe(0)
    await subscribe(site, 'later@example.org')
    expect(await stored(site, 'later@example.org')).toBe('Stored: newsletter 1')

    expect(await script('restore', data, kept)).toMatchObject({ code: 0, stderr: '' })
    restored = await startSite({ data })
    for (const each of [0, before - 1])
      expect(await stored(restored, `visitor-${each}@example.org`)).toBe('Stored: newsletter 1')
    expect(await stored(restored, 'later@example.org')).toMatch(/^Nothing is stored/)
    expect(await liveVersions(restored)).toEqual(live)
    expect(await documentOf(restored, '/sports')).toMatchObject({ status: 200 })
    const { stdout: releases } = await restored.release('list')
    expect(releases).toContain('mfe-events')
    tell(`${before} of ${sent} visitors were answered before it began`)
  } finally {
    isOver = true
    await site.stop()
    await restored?.stop()
  }
})
