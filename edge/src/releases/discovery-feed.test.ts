import fs from 'node:fs'
import fsPromises from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { DiscoveryDocument } from '@marram/release-contract/discovery'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeLog } from '../testing/fake-log'
import { DISCOVERY, type FakeRegistry, fakeRegistry } from '../testing/fake-registry'
import { entryOf, fakeShell } from '../testing/fake-releases'
import { DiscoveryFeed } from './discovery-feed'

let registry: FakeRegistry
let folder: string
let taken: DiscoveryDocument[]
let refuse: Error | undefined
let refusals = 0
/** A version whose document is slow, and one whose document cannot be used. */
let slowFor: { version: string; ms: number } | undefined
let failFor: string | undefined
/** Using a document waits for this promise. */
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
      const version = document.microFrontends.shell?.[0]?.metadata.version
      if (version === slowFor?.version) await new Promise((done) => setTimeout(done, slowFor?.ms))
      if (refuse || version === failFor) {
        refusals += 1
        throw refuse ?? new Error('it cannot be opened')
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
  slowFor = undefined
  failFor = undefined
  logged.lines.length = 0
  promote('1.0.0')
})
afterEach(async () => {
  vi.useRealTimers()
  for (const feed of feeds.splice(0)) feed.stop()
  await registry.close()
  fs.rmSync(folder, { recursive: true })
})

describe('the promoted document', () => {
  it('is loaded when the start is done', async () => {
    await newFeed().start()
    expect(versions()).toEqual(['1.0.0'])
  })

  it('is followed, and used once', async () => {
    await newFeed().start()
    promote('1.1.0')
    await expect.poll(versions).toEqual(['1.0.0', '1.1.0'])
    const polls = registry.asked.length
    await expect.poll(() => registry.asked.length).toBeGreaterThan(polls + 3)
    expect(versions()).toEqual(['1.0.0', '1.1.0'])
  })

  it('is identified by its revision, which may grow while the document stays', async () => {
    const feed = newFeed()
    await feed.start()
    expect(feed.state().revision).toBe(1)
    registry.revision = 7
    await expect.poll(() => feed.state().revision).toBe(7)
    slow = new Promise(() => {})
    promote('1.1.0')
    await expect.poll(() => feed.state().latest).not.toBe(feed.state().served)
    expect(feed.state().revision).toBe(7)
    expect(versions()).toEqual(['1.0.0'])
  })

  it('is as old as the last change of what is served', async () => {
    const feed = newFeed()
    await feed.start()
    await expect.poll(() => feed.ageS).toBeLessThan(1)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    slow = new Promise(() => {})
    promote('1.1.0')
    await expect.poll(() => feed.state().latest).not.toBe(feed.state().served)
    vi.setSystemTime(Date.now() + 90_000)
    expect(feed.ageS).toBeGreaterThanOrEqual(90)
  })

  it('is retried while it cannot be used', async () => {
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
    await expect.poll(versions).toEqual(['1.0.0', '1.1.0'])
  })

  it('is retried although the clock was put back', async () => {
    await newFeed().start()
    refuse = new Error('no release of the shell can be used')
    promote('1.1.0')
    await expect.poll(() => refusals).toBe(1)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 })
    refuse = undefined
    await expect.poll(versions).toEqual(['1.0.0', '1.1.0'])
  })

  it('is used at once while an earlier one cannot be used', async () => {
    await newFeed().start()
    refuse = new Error('no release of the shell can be used')
    promote('1.1.0')
    await expect.poll(() => refusals).toBe(1)
    refuse = undefined
    promote('1.2.0')
    await expect.poll(versions).toEqual(['1.0.0', '1.2.0'])
  })
})

describe('a registry that holds requests', () => {
  beforeEach(() => {
    registry.holds = true
  })

  it('is asked once for each document, and at once', async () => {
    await newFeed().start()
    await expect.poll(() => registry.asked.length).toBe(2)
    await new Promise((done) => setTimeout(done, 300))
    expect(registry.asked).toHaveLength(2)
    const promotedAt = performance.now()
    promote('1.1.0')
    await expect.poll(versions, { interval: 5 }).toEqual(['1.0.0', '1.1.0'])
    expect(performance.now() - promotedAt).toBeLessThan(150)
  })

  it('is reachable while it holds one, and not any more when that connection breaks', async () => {
    const feed = newFeed()
    await feed.start()
    await new Promise((done) => setTimeout(done, 1500))
    expect(feed.reachable).toBe(true)
    await registry.close()
    await expect.poll(() => feed.reachable).toBe(false)
  })

  it('does not keep a document that could not be used from being tried again', async () => {
    await newFeed().start()
    refuse = new Error('no release of the shell can be used')
    promote('1.1.0')
    await expect.poll(() => refusals).toBe(1)
    refuse = undefined
    await expect.poll(versions).toEqual(['1.0.0', '1.1.0'])
  })

  it('lets go of an edge that stops', async () => {
    const feed = newFeed()
    await feed.start()
    await expect.poll(() => registry.asked.length).toBe(2)
    feed.stop()
    await new Promise((done) => setTimeout(done, 100))
    expect(registry.asked).toHaveLength(2)
    expect(logged.messages()).toEqual([])
  })
})

describe('a document that cannot be served', () => {
  it('and hangs does not delay a later one', async () => {
    const feed = newFeed()
    await feed.start()
    slow = new Promise(() => {})
    promote('1.1.0')
    await expect.poll(() => feed.state().reason).toBe('it is still being opened')
    slow = undefined
    promote('1.2.0')
    await expect.poll(versions).toEqual(['1.0.0', '1.2.0'])
    await expect.poll(() => feed.state().reason).toBeUndefined()
  })

  it('is reported: which is served, which is the newest, since when and why', async () => {
    const feed = newFeed()
    expect(feed.state()).toEqual({})
    await feed.start()
    const { served, latest, ...rest } = feed.state()
    expect([served, rest]).toEqual([latest, { revision: 1 }])
    refuse = new Error('no release of the shell can be used')
    const from = Date.now()
    promote('1.1.0')
    await expect.poll(() => feed.state().reason).toBe('no release of the shell can be used')
    const behind = feed.state()
    expect([behind.served, behind.latest === served]).toEqual([served, false])
    expect(Date.parse(behind.since ?? '')).toBeGreaterThanOrEqual(from)
    // After the rollback the served document is the registry's again.
    refuse = undefined
    promote('1.0.0')
    await expect.poll(() => feed.state()).toEqual({ served, latest: served, revision: 3 })
  })

  it('from the disk does not replace a newer one that was used meanwhile', async () => {
    const first = newFeed()
    await first.start()
    first.stop()
    promote('1.1.0')
    taken = []
    failFor = '1.1.0'
    slowFor = { version: '1.0.0', ms: 400 }
    const feed = newFeed()
    const started = feed.start()
    // The rollback happens while the stored document is opened instead of the unusable one.
    await expect.poll(() => refusals).toBe(1)
    promote('1.2.0')
    await started
    await expect.poll(() => feed.state().reason).toBeUndefined()
    await expect.poll(() => versions().at(-1)).toBe('1.2.0')
    await new Promise((done) => setTimeout(done, 300))
    expect(versions().at(-1)).toBe('1.2.0')
    expect(fs.readFileSync(path.join(folder, 'discovery.json'), 'utf8')).toContain('"1.2.0"')
  })

  it('is reported from the first poll of an edge that started with its stored document', async () => {
    const first = newFeed()
    await first.start()
    first.stop()
    promote('1.1.0')
    refuse = new Error('it cannot be opened')
    const feed = newFeed()
    await feed.start()
    await expect.poll(() => feed.state()).toMatchObject({ served: undefined, reason: 'it cannot be opened' })
  })
})

describe('with the registry down', () => {
  it('a running edge goes on, logs that once, and logs when the registry is back', async () => {
    await newFeed().start()
    registry.broken = 500
    await expect.poll(logged.messages).toContain('going on with the last discovery document')
    const polls = registry.asked.length
    await expect.poll(() => registry.asked.length).toBeGreaterThan(polls + 3)
    registry.broken = undefined
    promote('1.1.0')
    await expect.poll(versions).toEqual(['1.0.0', '1.1.0'])
    expect(logged.messages()).toEqual(['going on with the last discovery document', 'the registry responds again'])
  })

  it('a stopped one logs nothing more, even during a request', async () => {
    const feed = newFeed()
    await feed.start()
    registry.hanging.add(DISCOVERY)
    const before = registry.asked.length
    await expect.poll(() => registry.asked.length).toBeGreaterThan(before)
    feed.stop()
    // Closes open connections, so the request fails.
    await registry.close()
    await new Promise((done) => setTimeout(done, 50))
    expect(logged.messages()).toEqual([])
  })

  it('a starting edge uses its stored document', async () => {
    const first = newFeed()
    await first.start()
    first.stop()
    registry.broken = 500
    await newFeed().start()
    expect(versions()).toEqual(['1.0.0', '1.0.0'])
  })

  it('an edge that starts for the first time waits for the registry', async () => {
    registry.broken = 500
    await newFeed().start()
    expect(taken).toEqual([])
    registry.broken = undefined
    await expect.poll(versions).toEqual(['1.0.0'])
  })

  it('an invalid document is neither used nor stored', async () => {
    await newFeed().start()
    for (const text of ['{', '{"schema":"x"}', '<!doctype html>']) {
      registry.files.set(DISCOVERY, Buffer.from(text))
      const polls = registry.asked.length
      await expect.poll(() => registry.asked.length).toBeGreaterThan(polls + 1)
    }
    expect(versions()).toEqual(['1.0.0'])
    // Logged once, not with every poll.
    expect(logged.messages()).toEqual(['going on with the last discovery document'])
    expect(fs.readFileSync(path.join(folder, 'discovery.json'), 'utf8')).toContain('"1.0.0"')
  })
})

describe('the state of the registry', () => {
  it('is down after a time limit when it hangs, and up when it responds again', async () => {
    const feed = newFeed()
    await feed.start()
    expect(feed.reachable).toBe(true)
    registry.hanging.add(DISCOVERY)
    const hungAt = performance.now()
    await expect.poll(() => feed.reachable).toBe(false)
    // Long before the request times out.
    expect(performance.now() - hungAt).toBeLessThan(2500)
    expect(logged.messages()).toEqual([])
    registry.hanging.delete(DISCOVERY)
    await expect.poll(() => feed.reachable).toBe(true)
  })

  it('does not depend on how long a document takes to be used', async () => {
    const feed = newFeed()
    await feed.start()
    slow = new Promise((done) => setTimeout(done, 1500))
    promote('1.1.0')
    const seen = new Set<boolean>()
    const looking = setInterval(() => seen.add(feed.reachable), 20)
    await expect.poll(versions).toEqual(['1.0.0', '1.1.0'])
    await new Promise((done) => setTimeout(done, 100))
    clearInterval(looking)
    expect([...seen]).toEqual([true])
  })
})

describe('on a full disk', () => {
  it('a starting edge uses the registry’s document, not its stored one, and stores it when there is space', async () => {
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
    expect(logged.messages()).toEqual(['the discovery document cannot be saved'])
    await expect.poll(() => fs.readFileSync(path.join(folder, 'discovery.json'), 'utf8')).toContain('"1.1.0"')
    expect(versions()).toEqual(['1.0.0', '1.1.0'])
    // The attempts leave no files.
    expect(fs.readdirSync(folder)).toEqual(['discovery.json'])
  })
})

describe('a stored document that cannot be used', () => {
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
