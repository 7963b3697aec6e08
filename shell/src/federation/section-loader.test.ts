// @vitest-environment happy-dom
import type { SectionInComposition } from '@marram/release-contract/composition'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sectionLoader } from './section-loader'
import type { Provided, ShareScope } from './share-scope'

/** Counts how often the chunk with federation's run time came; it fails as often as the test says. */
const chunk = vi.hoisted(() => ({ asked: 0, failures: 0 }))
vi.mock('./federation', async (original) => {
  const { federate } = await original<typeof import('./federation')>()
  return {
    get federate() {
      chunk.asked += 1
      if (chunk.failures-- > 0) throw new Error('Loading chunk federation failed')
      return federate
    },
  }
})

const section = { pages: {}, version: '2.0.0', forget() {} }
const globals = globalThis as Record<string, unknown>
let made = 0
/** Federation keeps what it loaded for as long as the page lives, so each test has containers of its own. */
const releaseOf = (part: string, more: Partial<SectionInComposition> = {}): SectionInComposition => {
  const container = `${part}_${++made}`
  const entry = `/releases/files/${part}/${made}/browser/remoteEntry.js`
  return {
    ...{
      version: '2.0.0',
      title: part,
      host: '^1.0.0',
      runtime: 'none',
      container,
      entry,
      integrity: `sha384-${made}`,
    },
    ...more,
  }
}
/** Scripts that were added to the document, which the test answers. */
let scripts: HTMLScriptElement[]
const inits: ShareScope[] = []
const defines = (script: HTMLScriptElement, { container }: SectionInComposition) => {
  globals[container] = { init: (scope: ShareScope) => inits.push(scope), get: async () => () => section }
  script.onload?.(new Event('load'))
}
const fails = (script: HTMLScriptElement) => script.onerror?.(new Event('error'))
const next = async (count: number) => {
  await vi.waitFor(() => expect(scripts).toHaveLength(count))
  return scripts.at(-1) as HTMLScriptElement
}
const open = (releases: SectionInComposition[], provided: Provided = {}) => sectionLoader(releases, provided, 7000)

beforeEach(() => {
  scripts = []
  inits.length = 0
  Object.assign(chunk, { asked: 0, failures: 0 })
  const note = (script: Node) => void scripts.push(script as HTMLScriptElement)
  vi.spyOn(document.head, 'append').mockImplementation(note as typeof document.head.append)
  vi.spyOn(document.head, 'appendChild').mockImplementation(note as unknown as typeof document.head.appendChild)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('the first section of a document', () => {
  it('is entered once, with the digest of its release and without federation', async () => {
    const release = releaseOf('events')
    const sections = open([release])
    const opened = Promise.all([sections.open(release), sections.open(release)])
    const script = await next(1)
    expect(script).toMatchObject({ integrity: release.integrity, crossOrigin: 'anonymous' })
    expect(script.src).toMatch(RegExp(`${release.entry}$`))
    defines(script, release)
    expect(await opened).toEqual([section, section])
    expect(await sections.open(release)).toBe(section)
    expect([scripts.length, inits.length, chunk.asked]).toEqual([1, 1, 0])
  })

  it('is never run without a digest', async () => {
    const release = releaseOf('events', { integrity: '' })
    await expect(open([release]).open(release)).rejects.toThrow('no digest is known')
    await expect(open([]).open(releaseOf('events'))).rejects.toThrow('no digest is known')
    expect(scripts).toEqual([])
  })

  it.each([
    ['does not come', fails, 'could not be loaded'],
    ['defines nothing', (script: HTMLScriptElement) => script.onload?.(new Event('load')), 'does not define events_'],
  ])('comes by federation and another address after its entry %s', async (_, end, message) => {
    const release = releaseOf('events')
    const sections = open([release])
    const first = sections.open(release)
    end(await next(1))
    await expect(first).rejects.toThrow(message)
    const second = sections.open(release)
    const script = await next(2)
    expect(script.src).toMatch(/remoteEntry\.js\?retry=1$/)
    expect(script).toMatchObject({ integrity: release.integrity, crossOrigin: 'anonymous' })
    defines(script, release)
    expect(await second).toBe(section)
    expect(chunk.asked).toBe(1)
  })

  it('is given up when its entry hangs', async () => {
    vi.useFakeTimers()
    const release = releaseOf('events')
    const failure = open([release])
      .open(release)
      .catch((error: Error) => error.message)
    await vi.advanceTimersByTimeAsync(7000)
    expect(await failure).toMatch(/remoteEntry\.js timed out after 7000 ms$/)
  })

  it('of an earlier release finds the run time of federation in the page', async () => {
    const release = releaseOf('events', { runtime: undefined })
    delete globals._FEDERATION_RUNTIME_CORE
    const opened = open([release]).open(release)
    const script = await next(1)
    expect(globals._FEDERATION_RUNTIME_CORE).toHaveProperty('ModuleFederation')
    defines(script, release)
    expect(await opened).toBe(section)
  })
})

describe('another section, and another release', () => {
  it('comes by federation, with the same modules of the shell', async () => {
    const [events, quiz] = [releaseOf('events'), releaseOf('quiz')]
    const sections = open([events, quiz])
    const first = sections.open(events)
    defines(await next(1), events)
    await first
    expect(chunk.asked).toBe(0)
    const second = sections.open(quiz)
    defines(await next(2), quiz)
    expect(await second).toBe(section)
    expect(chunk.asked).toBe(1)
    expect(inits[1]).toBe(inits[0])
  })

  it('comes after the run time of federation had failed to', async () => {
    const [events, quiz] = [releaseOf('events'), releaseOf('quiz')]
    const sections = open([events, quiz])
    const first = sections.open(events)
    defines(await next(1), events)
    await first
    chunk.failures = 1
    await expect(sections.open(quiz)).rejects.toThrow('Loading chunk federation failed')
    const second = sections.open(quiz)
    defines(await next(2), quiz)
    expect(await second).toBe(section)
  })

  it('finds that run time there when it was fetched ahead', async () => {
    const sections = open([])
    sections.ahead()
    sections.ahead()
    await vi.waitFor(() => expect(chunk.asked).toBe(1))
  })
})

describe('what the shell provides', () => {
  const take = async (get: () => unknown) => {
    const release = releaseOf('events')
    const opened = open([release], { dayjs: ['1.11.0', get] }).open(release)
    defines(await next(1), release)
    await opened
    return () => inits[0]?.dayjs?.['1.11.0']?.get()
  }

  it('is given to the section at once where it is there', async () => {
    const module = { isDayjs: true }
    const asked = await take(() => module)
    expect((asked() as () => unknown)()).toBe(module)
  })

  it('is asked for again after it could not be loaded', async () => {
    const module = { isDayjs: true }
    const get = vi.fn().mockRejectedValueOnce(new Error('404')).mockResolvedValue(module)
    const asked = await take(get)
    await expect(asked()).rejects.toThrow('404')
    expect(((await asked()) as () => unknown)()).toBe(module)
  })
})
