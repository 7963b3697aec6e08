// @vitest-environment happy-dom
import type { Composition, SectionInComposition } from '@marram/release-contract/composition'
import { configureReports, type Report } from '@marram/sdk/report'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { federatedPages as pagesOf, patience } from './federated-pages'
import { SectionUnavailable } from './pages'

const remote = vi.hoisted(() => vi.fn())
vi.mock('./section-loader', () => ({ sectionLoader: () => ({ open: remote, ahead: () => {} }) }))

const page = { Component: () => null }
const module = { pages: { '/sports': async () => page }, version: '', forget: vi.fn() }

const release = (version: string, host = '^1.0.0'): SectionInComposition => ({
  version,
  title: 'Events',
  host,
  container: `events_${version.replaceAll('.', '_')}`,
  entry: `/releases/files/mfe-events/${version}/browser/remoteEntry.js`,
  integrity: `sha384-${version}`,
})
const compositionOf = (...releases: SectionInComposition[]): Composition => ({
  id: 'abc',
  shell: { version: '1.0.0', host: '1.2.0' },
  sections: { 'mfe-events': { title: 'Events', pages: [{ pattern: '/sports' }], releases } },
})
let reports: Report[]
const asked = () => remote.mock.calls.map(([{ container }]) => container)
/** The loader of sections is replaced: what it does is in section-loader.test.ts. */
const federatedPages = (composition: Composition, options?: Parameters<typeof pagesOf>[2]) =>
  pagesOf(composition, {}, options)

beforeEach(() => {
  reports = []
  configureReports((fault) => reports.push(fault))
  remote.mockReset().mockResolvedValue(module)
})
afterEach(() => void vi.useRealTimers())

describe('opening a page of a section', () => {
  it('loads the release of the composition, once', async () => {
    const pages = federatedPages(compositionOf(release('2.0.0'), release('1.0.0')))
    expect(pages.peek('mfe-events', '/sports')).toBeUndefined()
    expect(await pages.load('mfe-events', '/sports')).toBe(page)
    await pages.load('mfe-events', '/sports')
    expect(asked()).toEqual(['events_2_0_0'])
    expect(pages.peek('mfe-events', '/sports')).toBe(page)
    expect(pages.version('mfe-events', '/sports')).toBe('2.0.0')
    expect(reports).toEqual([])
  })

  it('tries again once, from the start', async () => {
    remote.mockRejectedValueOnce(new Error('broken network'))
    const pages = federatedPages(compositionOf(release('2.0.0')))
    expect(await pages.load('mfe-events', '/sports')).toBe(page)
    expect(reports).toMatchObject([{ kind: 'section-load', part: 'mfe-events', version: '2.0.0', stage: 'attempt 1' }])
  })

  it('loads the last good release when the new one cannot be loaded', async () => {
    remote.mockImplementation(async ({ container }) => {
      if (container.startsWith('events_2')) throw new Error('404')
      return module
    })
    const pages = federatedPages(compositionOf(release('2.0.0'), release('1.0.0')))
    await pages.load('mfe-events', '/sports')
    expect(asked()).toEqual(['events_2_0_0', 'events_2_0_0', 'events_1_0_0'])
    expect(pages.version('mfe-events', '/sports')).toBe('1.0.0')
  })

  it('loads the last good release when the new one does not have the page', async () => {
    remote.mockImplementation(async ({ container }) =>
      container.startsWith('events_2') ? { ...module, pages: {} } : module,
    )
    const pages = federatedPages(compositionOf(release('2.0.0'), release('1.0.0')))
    await pages.load('mfe-events', '/sports')
    expect(pages.version('mfe-events', '/sports')).toBe('1.0.0')
  })

  it('waits a few seconds for a server that hangs, and not twice', async () => {
    vi.useFakeTimers()
    remote.mockImplementation(({ container }) =>
      container.startsWith('events_2') ? new Promise(() => {}) : Promise.resolve(module),
    )
    const pages = federatedPages(compositionOf(release('2.0.0'), release('1.0.0')), { attemptMs: 5000 })
    const loading = pages.load('mfe-events', '/sports')
    await vi.advanceTimersByTimeAsync(6000)
    await loading
    expect(asked()).toEqual(['events_2_0_0', 'events_1_0_0'])
  })

  it('loads nothing of a section that was stopped meanwhile, and reports nothing', async () => {
    const pages = federatedPages(compositionOf(release('2.0.0')), { isStopped: () => true })
    await expect(pages.load('mfe-events', '/sports')).rejects.toBeInstanceOf(SectionUnavailable)
    expect(await pages.ahead('mfe-events', '/sports')).toBeUndefined()
    expect([asked(), reports]).toEqual([[], []])
  })

  it('is loaded once for a visitor who hovers over its link and then follows it', async () => {
    const pages = federatedPages(compositionOf(release('2.0.0')))
    await Promise.all([pages.load('mfe-events', '/sports'), pages.load('mfe-events', '/sports')])
    expect(asked()).toEqual(['events_2_0_0'])
  })

  it('fails when no release can be loaded, and can be tried again', async () => {
    remote.mockRejectedValue(new Error('404'))
    const pages = federatedPages(compositionOf(release('2.0.0')))
    await expect(pages.load('mfe-events', '/sports')).rejects.toBeInstanceOf(SectionUnavailable)
    remote.mockResolvedValue(module)
    await expect(pages.load('mfe-events', '/sports')).resolves.toBe(page)
  })

  it('passes on an earlier failure, once', async () => {
    const pages = federatedPages(compositionOf(release('2.0.0')))
    pages.failOnce('mfe-events', '/sports', new Error('seen at the start'))
    await expect(pages.load('mfe-events', '/sports')).rejects.toThrow('seen at the start')
    expect(asked()).toEqual([])
    await expect(pages.load('mfe-events', '/sports')).resolves.toBe(page)
  })
})

describe('a failed file of the shell that a page needs', () => {
  const ofShell = new Error(
    `Loading chunk 3 from "static/js/async/antd-forms.js" failed after 2 retries: "Loading chunk 3 failed.
(error: http://localhost:8080/releases/files/shell/1.0.0/browser/static/js/async/antd-forms.js?retry=2)"`,
  )
  const counting = (...releases: SectionInComposition[]) => {
    const counted: unknown[] = []
    const count = (...reported: unknown[]) => counted.push(reported)
    return { counted, pages: federatedPages(compositionOf(...releases), { onLoad: count, onShellFault: count }) }
  }

  it('is reported for the shell, and counted as its failure', async () => {
    remote.mockRejectedValue(ofShell)
    const { counted, pages } = counting(release('2.0.0'), release('1.0.0'))
    await expect(pages.load('mfe-events', '/sports')).rejects.toBeInstanceOf(SectionUnavailable)
    const reported = { kind: 'shell-load', part: 'shell', version: '1.0.0' }
    expect(reports).toMatchObject([
      { ...reported, stage: 'mfe-events, attempt 1' },
      { ...reported, stage: 'mfe-events, attempt 2' },
      reported,
      reported,
    ])
    expect(counted).toEqual([['mfe-events', '1.0.0']])
  })

  it('is a failure of the shell, too, when the last good version works without it', async () => {
    remote.mockRejectedValueOnce(ofShell).mockRejectedValueOnce(ofShell)
    const { counted, pages } = counting(release('2.0.0'), release('1.1.0'))
    expect(await pages.load('mfe-events', '/sports')).toBe(page)
    expect(counted).toEqual([['mfe-events', '1.0.0']])
  })

  it('is not counted when it loads at the second attempt', async () => {
    remote.mockRejectedValueOnce(ofShell)
    const { counted, pages } = counting(release('2.0.0'))
    await pages.load('mfe-events', '/sports')
    expect(counted).toEqual([['mfe-events', '2.0.0', true]])
  })

  it('is not counted when a file of the section itself fails in the end', async () => {
    remote.mockRejectedValueOnce(ofShell).mockRejectedValueOnce(new Error('/releases/files/mfe-events/2.0.0/x.js'))
    const { counted, pages } = counting(release('2.0.0'), release('1.0.0'))
    await pages.load('mfe-events', '/sports')
    expect(counted).toEqual([['mfe-events', '2.0.0', false]])
  })
})

describe('a release that needs another host', () => {
  it('is not loaded but reported, and the last good one is shown', async () => {
    const pages = federatedPages(compositionOf(release('2.0.0', '^1.3.0'), release('1.0.0')))
    await pages.load('mfe-events', '/sports')
    expect(asked()).toEqual(['events_1_0_0'])
    expect(reports).toEqual([
      {
        kind: 'section-refused',
        message: 'needs host ^1.3.0, this shell provides 1.2.0',
        part: 'mfe-events',
        version: '2.0.0',
      },
    ])
  })

  it('leaves the section out when it has no other', async () => {
    const pages = federatedPages(compositionOf(release('2.0.0', '^2.0.0')))
    await expect(pages.load('mfe-events', '/sports')).rejects.toBeInstanceOf(SectionUnavailable)
    expect(asked()).toEqual([])
  })
})

describe('the time limit of an attempt', () => {
  it.each([
    [100, 5000],
    [4000, 12_000],
    [60_000, 30_000],
  ])('after %s ms for the shell is %s ms', (needed, may) => {
    expect(patience(needed)).toBe(may)
  })
})
