import type { SectionInComposition } from '@marram/release-contract/composition'
import type { SectionModule } from './pages'
import { type Provided, shareScopeOf } from './share-scope'

/** What the entry of a section defines. */
type Container = { init(scope: object): unknown; get(module: string): Promise<() => unknown> }

/**
 * Opens releases of sections. The first one in a document is entered without federation's run time, if its entry needs none; a
 * second section, a fall-back and what fails at first come by federation. A failure is not kept: the next call tries again.
 */
export function sectionLoader(releases: SectionInComposition[], provided: Provided, attemptMs: number) {
  const scope = shareScopeOf(provided)
  const scriptOf = entryScripts(releases)
  const first: { name?: string; entered?: Promise<Container> | undefined } = {}
  let federated: ReturnType<typeof fetchFederation> | undefined

  const fetchFederation = async () => {
    const { federate } = await import(/* webpackChunkName: "federation" */ './federation')
    return federate({ releases, scope, scriptOf, attemptMs })
  }

  function federation() {
    federated ??= fetchFederation()
    federated.catch(() => {
      federated = undefined
    })
    return federated
  }

  async function enter({ container: name, entry }: SectionInComposition): Promise<Container> {
    await run(scriptOf(entry), attemptMs)
    const container = (globalThis as Record<string, unknown>)[name] as Container | undefined
    if (!container) throw new Error(`${entry} does not define ${name}`)
    await container.init(scope)
    return container
  }

  function enteredFirst(release: SectionInComposition): Promise<Container> | undefined {
    if (first.name === undefined) {
      first.name = release.container
      first.entered = release.runtime === 'none' ? enter(release) : undefined
      first.entered?.catch(() => {
        first.entered = undefined
      })
    }
    return first.name === release.container ? first.entered : undefined
  }

  return {
    async open(release: SectionInComposition): Promise<SectionModule> {
      const container = await enteredFirst(release)
      if (!container) return (await federation())(release)
      const section = await container.get('./section')
      return section() as SectionModule
    },
    /** Fetches federation's run time before a second section needs it. */
    ahead(): void {
      // Opening the section tries again, and reports a failure.
      federation().catch(() => {})
    },
  }
}

/** Makes the scripts that load entries, with their digests. */
function entryScripts(releases: SectionInComposition[]) {
  const hrefOf = (url: string) => new URL(url, location.origin).href
  const digests = new Map(releases.map(({ entry, integrity }) => [hrefOf(entry), integrity]))
  const tries = new Map<string, number>()
  return (url: string): HTMLScriptElement => {
    const href = hrefOf(url)
    const integrity = digests.get(href)
    // An entry that the composition does not name is never run.
    if (!integrity) throw new Error(`no digest is known for ${url}`)
    // A request with the same address would wait for the one that hangs.
    const attempt = tries.get(href) ?? 0
    tries.set(href, attempt + 1)
    const src = attempt === 0 ? href : `${href}?retry=${attempt}`
    return Object.assign(document.createElement('script'), { src, async: true, crossOrigin: 'anonymous', integrity })
  }
}

function run(script: HTMLScriptElement, limitMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (message?: string) => {
      clearTimeout(timer)
      script.remove()
      if (message) reject(new Error(`${script.src} ${message}`))
      else resolve()
    }
    const timer = setTimeout(() => end(`timed out after ${limitMs} ms`), limitMs)
    script.onload = () => end()
    script.onerror = () => end('could not be loaded')
    document.head.append(script)
  })
}
