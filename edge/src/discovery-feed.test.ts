import fs from 'node:fs'
import fsPromises from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { DiscoveryDocument } from '@marram/contracts/discovery'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DiscoveryFeed } from './discovery-feed'
import { fakeLog } from './testing/fake-log'
import { DISCOVERY, type FakeRegistry, fakeRegistry } from './testing/fake-registry'
import { entryOf, fakeShell } from './testing/fake-releases'

let registry: FakeRegistry
let folder: string
let taken: DiscoveryDocument[]
let refuse: Error | undefined
let refusals = 0
/** Taking a document lasts until this resolves. */
let slow: Promise<unknown> | undefined
const feeds: DiscoveryFeed[] = []
const logged = fakeLog()
const versions = () => taken.map((document) => document.microFrontends.shell?.[0]?.metadata.version)
const promote = (version: string) => registry.promote({ shell: [entryOf(fakeShell(version))] })

function newFeed(): DiscoveryFeed {
  const feed = new DiscoveryFeed(
    { url: registry.url + DISCOVERY, folder, pollMs: 10, log: logged.log },
    async (document) => {
      await slow
      if (refuse) {
        refusals += 1
        throw refuse
      }
      taken.push(document)
    },
  )
  feeds.push(feed)
  return feed
}

beforeEach(async () => {
  registry = await fakeRegistry()
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'marram-feed-'))
  taken = []
  refuse = undefined
  refusals = 0
  slow = undefined
  logged.lines.length = 0
  promote('1.0.0')
})
afterEach(async () => {
  vi.useRealTimers()
  for (const feed of feeds.splice(0)) feed.stop()
  await registry.close()
  fs.rmSync(folder, { recursive: true })
})

describe('what was promoted', () => {
  it('is there when the start is done', async () => {
    await newFeed().start()
    expect(versions()).toEqual(['1.0.0'])
  })

  it('is followed, and taken once', async () => {
    await newFeed().start()
    promote('1.1.0')
    await expect.poll(versions).toEqual(['1.0.0', '1.1.0'])
    const polls = registry.asked.length
    await expect.poll(() => registry.asked.length).toBeGreaterThan(polls + 3)
    expect(versions()).toEqual(['1.0.0', '1.1.0'])
  })

  it('is tried again while it cannot be used', async () => {
    await newFeed().start()
    refuse = new Error('no release of the shell can be used')
    promote('1.1.0')
    const said = 'a discovery document cannot be used: going on with the last one'
    await expect.poll(logged.messages).toEqual([said])
    const polls = registry.asked.length
    await expect.poll(() => registry.asked.length).toBeGreaterThan(polls + 10)
    expect(refusals).toBeLessThan(4)
    // Once for each reason, however often it is tried.
    expect(logged.messages()).toEqual([said])
    refuse = undefined
    await expect.poll(versions, { timeout: 5000 }).toEqual(['1.0.0', '1.1.0'])
  })

  it('is tried again although the clock was put back', async () => {
    await newFeed().start()
    refuse = new Error('no release of the shell can be used')
    promote('1.1.0')
    await expect.poll(() => refusals).toBe(1)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 })
    refuse = undefined
    await expect.poll(versions, { timeout: 5000 }).toEqual(['1.0.0', '1.1.0'])
  })

  it('is taken at once while an earlier one cannot be used', async () => {
    await newFeed().start()
    refuse = new Error('no release of the shell can be used')
    promote('1.1.0')
    await expect.poll(() => refusals).toBe(1)
    refuse = undefined
    promote('1.2.0')
    await expect.poll(versions).toEqual(['1.0.0', '1.2.0'])
  })
})

describe('with the registry down', () => {
  it('a running edge goes on, says so once, and says when it is back', async () => {
    await newFeed().start()
    registry.broken = 500
    await expect.poll(logged.messages).toContain('going on with the last discovery document')
    const polls = registry.asked.length
    await expect.poll(() => registry.asked.length).toBeGreaterThan(polls + 3)
    registry.broken = undefined
    promote('1.1.0')
    await expect.poll(versions).toEqual(['1.0.0', '1.1.0'])
    expect(logged.messages()).toEqual(['going on with the last discovery document', 'the registry answers again'])
  })

  it('a stopped one says nothing more, although a question was under way', async () => {
    const feed = newFeed()
    await feed.start()
    registry.hanging.add(DISCOVERY)
    await expect.poll(() => registry.asked.length).toBe(2)
    feed.stop()
    // Cuts what is open: the question fails.
    await registry.close()
    await new Promise((done) => setTimeout(done, 50))
    expect(logged.messages()).toEqual([])
  })

  it('a starting edge uses the document that it has kept', async () => {
    const first = newFeed()
    await first.start()
    first.stop()
    registry.broken = 500
    await newFeed().start()
    expect(versions()).toEqual(['1.0.0', '1.0.0'])
  })

  it('an edge that starts for the first time waits for it', async () => {
    registry.broken = 500
    await newFeed().start()
    expect(taken).toEqual([])
    registry.broken = undefined
    await expect.poll(versions).toEqual(['1.0.0'])
  })

  it('a document that is none is neither taken nor kept', async () => {
    await newFeed().start()
    for (const text of ['{', '{"schema":"x"}', '<!doctype html>']) {
      registry.files.set(DISCOVERY, Buffer.from(text))
      const polls = registry.asked.length
      await expect.poll(() => registry.asked.length).toBeGreaterThan(polls + 1)
    }
    expect(versions()).toEqual(['1.0.0'])
    // Said once, not with every poll.
    expect(logged.messages()).toEqual(['going on with the last discovery document'])
    expect(fs.readFileSync(path.join(folder, 'discovery.json'), 'utf8')).toContain('"1.0.0"')
  })
})

describe('whether the registry can be asked', () => {
  it('is told by time where it hangs, and again when it answers', { timeout: 10_000 }, async () => {
    const feed = newFeed()
    await feed.start()
    expect(feed.reachable).toBe(true)
    registry.hanging.add(DISCOVERY)
    const hungAt = performance.now()
    await expect.poll(() => feed.reachable, { timeout: 5000 }).toBe(false)
    // Long before the question is given up.
    expect(performance.now() - hungAt).toBeLessThan(2500)
    expect(logged.messages()).toEqual([])
    registry.hanging.delete(DISCOVERY)
    await expect.poll(() => feed.reachable, { timeout: 5000 }).toBe(true)
  })

  it('does not depend on how long a document takes to be used', async () => {
    const feed = newFeed()
    await feed.start()
    slow = new Promise((done) => setTimeout(done, 1500))
    promote('1.1.0')
    const seen = new Set<boolean>()
    const looking = setInterval(() => seen.add(feed.reachable), 20)
    await expect.poll(versions, { timeout: 5000 }).toEqual(['1.0.0', '1.1.0'])
    await new Promise((done) => setTimeout(done, 100))
    clearInterval(looking)
    expect([...seen]).toEqual([true])
  })
})

describe('on a full disk', () => {
  it('a starting edge uses what the registry says, not what it had kept, and keeps it when there is room', async () => {
    const first = newFeed()
    await first.start()
    first.stop()
    promote('1.1.0')
    const full = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
    const rename = vi.spyOn(fsPromises, 'rename').mockRejectedValue(full)
    try {
      await newFeed().start()
      expect(versions()).toEqual(['1.0.0', '1.1.0'])
      await expect.poll(() => rename.mock.calls.length).toBeGreaterThan(3)
    } finally {
      rename.mockRestore()
    }
    expect(logged.messages()).toEqual(['the discovery document cannot be kept'])
    await expect.poll(() => fs.readFileSync(path.join(folder, 'discovery.json'), 'utf8')).toContain('"1.1.0"')
    expect(versions()).toEqual(['1.0.0', '1.1.0'])
    // Nothing of the attempts is left.
    expect(fs.readdirSync(folder)).toEqual(['discovery.json'])
  })
})

describe('a kept document that cannot be used', () => {
  it.each(['{', '{"schema":"x","microFrontends":{"shell":[]}}'])(
    'does not keep the edge from starting: %s',
    async (text) => {
      fs.writeFileSync(path.join(folder, 'discovery.json'), text)
      registry.broken = 500
      await newFeed().start()
      registry.broken = undefined
      await expect.poll(versions).toEqual(['1.0.0'])
    },
  )
})

it('knows which document is served since when, which is the newest, and why that one is not used', async () => {
  const feed = newFeed()
  expect(feed.state()).toEqual({})
  await feed.start()
  const first = feed.state()
  expect(first).toEqual({ served: expect.stringMatching(/^".+"$/), latest: first.served, since: expect.any(String) })
  refuse = new Error('no part of it can be used')
  promote('2.0.0')
  await expect.poll(() => feed.state().reason).toBe('no part of it can be used')
  const { latest, ...rest } = feed.state()
  expect(rest).toEqual({ served: first.served, since: first.since, reason: 'no part of it can be used' })
  expect(latest).not.toBe(first.served)
  refuse = undefined
  await expect.poll(() => feed.state().served, { timeout: 5000 }).toBe(latest)
  expect(feed.state()).toEqual({ served: latest, latest, since: expect.any(String) })
})
