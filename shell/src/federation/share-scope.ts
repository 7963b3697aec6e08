import type { ModuleFederation } from '@module-federation/enhanced/runtime'

/** What sections take from the shell: name → version, and what gives the module, at once or as a promise. */
export type Provided = Record<string, [version: string, get: () => unknown]>

/** The same as federation knows it: what each container of a section is given. */
export type ShareScope = Parameters<ModuleFederation['initShareScopeMap']>[1]
type Shared = ShareScope[string][string]

/** With all that federation's run time itself would write of a module that it provides. */
export const shareScopeOf = (provided: Provided): ShareScope =>
  Object.fromEntries(
    Object.entries(provided).map(([name, [version, get]]) => [name, { [version]: sharedOf(version, get) }]),
  )

const sharedOf = (version: string, get: () => unknown): Shared => ({
  ...{ version, from: 'shell', scope: ['default'], useIn: [], deps: [], strategy: 'loaded-first' },
  shareConfig: { singleton: true, requiredVersion: false },
  get: (() => factoryOf(get())) as Shared['get'],
})

const factoryOf = (module: unknown) =>
  module instanceof Promise ? module.then((loaded: unknown) => () => loaded) : () => module
