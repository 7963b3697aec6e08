import fs from 'node:fs'
import path from 'node:path'
import { swap } from '../../fixtures/releases/readme-swap'
import { promote } from '../../fixtures/releases/releases'
import { buildVariant, discoveryOf, documentOf, liveVersions, release } from '../../fixtures/releases/variant'
import { root } from '../../fixtures/site/site'
import { expect, test } from '../../fixtures/test'

const HEADING = "## A release manager's first ten minutes"
const NEW = 'Come and run'

/** The commands of the manual, split as by a shell. */
function commandsOfManual(): string[][] {
  const [, section = ''] = fs.readFileSync(path.join(root, 'docs/releasing.md'), 'utf8').split(HEADING)
  const [own = ''] = section.split('\n## ')
  return own
    .split('\n')
    .filter((line) => line.startsWith('npm run release -- '))
    .map((line) =>
      [...line.slice('npm run release -- '.length).matchAll(/"([^"]*)"|(\S+)/g)].map((m) => m[1] ?? m[2] ?? ''),
    )
}

test('every command of a release manager’s first ten minutes works, one after the other', async ({ site }) => {
  test.slow()
  const before = (await liveVersions(site))['mfe-events'] as string
  const commands = commandsOfManual()
  expect(commands.length).toBeGreaterThan(12)
  const folder = await buildVariant({
    part: 'mfe-events',
    version: '1.1.0',
    edits: { [swap.source]: [[`title: '${swap.words}'`, `title: '${NEW}'`]] },
  })
  try {
    for (const words of commands) {
      const own = words.map((word) => (word === 'mfe-events/dist' ? folder : word))
      const said = await release(site, ...own)
      expect(said.trim(), words.join(' ')).not.toBe('')
      const events = (await discoveryOf(site))['mfe-events'] ?? []
      const candidate = events.find(({ deployment }) => !deployment.default)
      if (words[0] === 'canary') expect(candidate?.metadata.version, words.join(' ')).toBe('1.1.0')
      if (words[0] === 'kill')
        await expect.poll(async () => (await documentOf(site, '/sports')).status, { timeout: 5000 }).toBe(503)
      if (words[0] === 'promote')
        await expect.poll(async () => (await documentOf(site, '/sports')).html, { timeout: 5000 }).toContain(NEW)
    }
    expect((await liveVersions(site))['mfe-events']).toBe(before)
    await expect.poll(async () => (await documentOf(site, '/sports')).status, { timeout: 5000 }).toBe(200)
  } finally {
    for (const words of [['revive', 'mfe-events'], ['unfreeze']]) await site.release(...words)
    if ((await liveVersions(site))['mfe-events'] !== before) await promote(site, 'mfe-events', before)
  }
})
