import type { Composition, SectionInComposition } from '@marram/release-contract/composition'
import { SHELL } from '@marram/release-contract/release-files'
import { satisfies } from '@marram/release-contract/version'
import { report } from '@marram/sdk/report'
import { type PageModule, type Pages, SectionUnavailable } from './pages'
import { sectionLoader } from './section-loader'
import type { Provided } from './share-scope'

/** How long one attempt may take. How long the shell's own files took shows how slow the network is. */
export const patience = (sinceStartMs: number) => Math.min(30_000, Math.max(5000, 3 * sinceStartMs))
/** Added to the run time's own limit, so that it has cleaned up by then. */
const GRACE_MS = 500

class TimedOut extends Error {}
const messageOf = (error: unknown) => String((error as Error)?.message ?? error)
const timedOut = (error: unknown) => error instanceof TimedOut || /timed out/.test(messageOf(error))
/** The build's run time names the file that failed to load; a page may need files that the shell provides. */
const isOfShell = (error: unknown) => messageOf(error).includes(`/releases/files/${SHELL}/`)

export type FederatedPages = Pages & {
  /** The version that a loaded page came from. */
  version(section: string, pattern: string): string | undefined
  /** Fetches federation's run time, which a second section is loaded with. */
  federationAhead(): void
  /** Loads code that may be needed soon: one attempt, without a report. Undefined if that fails. */
  ahead(section: string, pattern: string): Promise<PageModule | undefined>
  /** Makes the next load fail with the error of start-up, instead of trying everything again. */
  failOnce(section: string, pattern: string, error: unknown): void
}

type Options = {
  attemptMs?: number
  /** Called for each requested page. */
  onOpen?: (part: string) => void
  /** Called for each page: whether the composition's own release of the section could be loaded. */
  onLoad?: (part: string, version: string, ok: boolean) => void
  /** Called instead if a file of the shell failed to load. */
  onShellFault?: (section: string, shellVersion: string) => void
  /** Nothing is fetched of a section that was stopped after this document was loaded. */
  isStopped?: (section: string) => boolean
}

/** Loads sections in the browser: the composition's release, twice; then the last good ones. */
export function federatedPages(
  composition: Composition,
  provided: Provided,
  {
    attemptMs = patience(performance.now()),
    onOpen,
    onLoad = () => {},
    onShellFault = () => {},
    isStopped = () => false,
  }: Options = {},
): FederatedPages {
  const loaded = new Map<string, { page: PageModule; version: string }>()
  const loading = new Map<string, Promise<PageModule>>()
  const failures = new Map<string, unknown>()
  const key = (section: string, pattern: string) => `${section} ${pattern}`
  const sections = sectionLoader(
    Object.values(composition.sections).flatMap((section) => section.releases),
    provided,
    attemptMs,
  )

  async function attemptPage(release: SectionInComposition, pattern: string): Promise<PageModule> {
    const section = await within(attemptMs, sections.open(release))
    section.forget()
    const open = section.pages[pattern]
    if (!open) throw new Error(`${release.container} has no page for ${pattern}`)
    return within(attemptMs, open())
  }

  async function fetchPage(section: string, pattern: string): Promise<PageModule> {
    if (isStopped(section)) throw new SectionUnavailable(`${section} was stopped`)
    const { shell } = composition
    const releases = composition.sections[section]?.releases ?? []
    const [first] = releases
    /** Of the composition's own release. */
    let faultOfShell = false
    const count = (ok: boolean) => {
      if (faultOfShell && !ok) onShellFault(section, shell.version)
      else if (first) onLoad(section, first.version, ok)
    }
    let last: unknown = new SectionUnavailable(`${section} has no release that this shell can run`)
    for (const release of releases) {
      const subject = { part: section, version: release.version }
      if (!satisfies(shell.host, release.host)) {
        const message = `needs host ${release.host}, this shell provides ${shell.host}`
        report({ kind: 'section-refused', message, ...subject })
        continue
      }
      for (const stage of ['attempt 1', 'attempt 2']) {
        try {
          const page = await attemptPage(release, pattern)
          loaded.set(key(section, pattern), { page, version: release.version })
          count(release === first)
          return page
        } catch (error) {
          last = error
          const message = messageOf(error)
          const ofShell = isOfShell(error)
          if (release === first) faultOfShell = ofShell
          if (ofShell)
            report({ kind: 'shell-load', message, stage: `${section}, ${stage}`, part: SHELL, version: shell.version })
          else report({ kind: 'section-load', message, stage, ...subject })
          if (timedOut(error)) break
        }
      }
    }
    count(false)
    throw new SectionUnavailable(`${section} could not be loaded`, { cause: last })
  }

  return {
    federationAhead: sections.ahead,
    async ahead(section, pattern) {
      const [release] = composition.sections[section]?.releases ?? []
      if (!release || isStopped(section) || !satisfies(composition.shell.host, release.host)) return undefined
      // Opening the page tries again, and reports a failure.
      return attemptPage(release, pattern).catch(() => undefined)
    },
    async load(section, pattern) {
      onOpen?.(section)
      const known = loaded.get(key(section, pattern))
      if (known) return known.page
      const failure = failures.get(key(section, pattern))
      failures.delete(key(section, pattern))
      if (failure) throw failure
      // The visitor follows a link whose page is already on its way.
      const work = loading.get(key(section, pattern)) ?? fetchPage(section, pattern)
      loading.set(key(section, pattern), work)
      return work.finally(() => loading.delete(key(section, pattern)))
    },
    peek: (section, pattern) => loaded.get(key(section, pattern))?.page,
    version: (section, pattern) => loaded.get(key(section, pattern))?.version,
    failOnce: (section, pattern, error) => failures.set(key(section, pattern), error),
  }
}

function within<T>(attemptMs: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new TimedOut(`nothing came within ${attemptMs} ms`)), attemptMs + GRACE_MS)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
