import type { SectionInComposition } from '@marram/release-contract/composition'
import { SHELL } from '@marram/release-contract/release-files'
import { createInstance } from '@module-federation/enhanced/runtime'
import * as core from '@module-federation/runtime-core'
import type { SectionModule } from './pages'
import type { ShareScope } from './share-scope'

/** What the run time of federation works with; `scriptOf` makes the script that loads an entry. */
export type Surroundings = {
  releases: SectionInComposition[]
  scope: ShareScope
  scriptOf: (entry: string) => HTMLScriptElement
  attemptMs: number
}

/** Loads sections by Module Federation, in a chunk of its own: the first section of a document can do without. */
export function federate({ releases, scope, scriptOf, attemptMs }: Surroundings) {
  // Entries of earlier releases are built to find the run time in the page.
  Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: core })
  const host = createInstance({
    name: SHELL,
    shareStrategy: 'loaded-first',
    remotes: releases.map(({ container, entry }) => ({ name: container, entry, type: 'global' })),
    plugins: [{ name: 'marram-integrity', createScript: ({ url }) => ({ script: scriptOf(url), timeout: attemptMs }) }],
  })
  host.initShareScopeMap('default', scope)
  return async ({ container }: SectionInComposition): Promise<SectionModule> => {
    forgetFailedShares(scope)
    const section = await host.loadRemote<SectionModule>(`${container}/section`)
    if (!section) throw new Error(`${container} has no section`)
    return section
  }
}

/** The run time stores the rejected promise of a provided module whose chunk failed, and would never load it again. */
function forgetFailedShares(scope: ShareScope): void {
  for (const versions of Object.values(scope)) {
    for (const shared of Object.values(versions)) {
      if (!shared.loading || shared.loaded) continue
      shared.loading = null
      shared.lib = undefined
    }
  }
}
