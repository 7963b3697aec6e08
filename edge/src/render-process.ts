/**
 * Forked with an empty environment. Links the sections' server builds to the shell's provide table and renders.
 * Loads no code over HTTP and takes none that does not have its digest.
 */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { createRequire, isBuiltin } from 'node:module'
import vm from 'node:vm'
import { Worker } from 'node:worker_threads'
import type { Composition, PublicConfiguration } from '@marram/contracts/composition'
import type { Ask, FromChild, OpenMessage, RenderedPage, ServerBuild, ToChild } from './render-messages'

type Renderer = (url: string) => Promise<RenderedPage>
type ShellModule = {
  provide: Record<string, unknown>
  configureServer(
    apiUrl: string,
    configuration: PublicConfiguration,
    onReport: (report: { kind: string; message: string }) => void,
  ): void
  prepare(composition: Composition, sections: Record<string, unknown>): { render: Renderer; frame: Renderer }
}

const builtins = createRequire(import.meta.url)
const shells = new Map<string, ShellModule>()
const sections = new Map<string, unknown>()
/** `builds` are the keys, in `shells` and `sections`, of what a composition was linked from. */
type Opened = { render: Renderer; frame: Renderer; builds: string[] }
const compositions = new Map<string, Opened>()

const send = (message: FromChild) => process.send?.(message)

function run(build: ServerBuild, requireModule: (name: string) => unknown): unknown {
  const bytes = fs.readFileSync(build.file)
  const integrity = `sha384-${createHash('sha384').update(bytes).digest('base64')}`
  if (integrity !== build.integrity) throw new Error(`digest of ${build.part} ${build.version}'s server build`)
  const module = { exports: {} }
  const wrapped = new vm.Script(`(function(module,exports,require){${bytes.toString('utf8')}\n})`, {
    filename: build.file,
  })
  wrapped.runInThisContext()(module, module.exports, requireModule)
  return module.exports
}

function shellOf(build: ServerBuild, apiUrl: string, configuration: PublicConfiguration): ShellModule {
  const known = shells.get(build.integrity)
  if (known) return known
  const shell = run(build, (name) => {
    if (isBuiltin(name)) return builtins(name)
    throw new Error(`the shell asks for ${name}`)
  }) as ShellModule
  shell.configureServer(apiUrl, configuration, (report) => send({ report }))
  shells.set(build.integrity, shell)
  return shell
}

const sectionKey = (build: ServerBuild, shell: ServerBuild) => `${shell.integrity} ${build.integrity}`

function sectionOf(build: ServerBuild, shellBuild: ServerBuild, shell: ShellModule): unknown {
  const key = sectionKey(build, shellBuild)
  const known = sections.get(key)
  if (known) return known
  const section = run(build, (name) => {
    if (Object.hasOwn(shell.provide, name)) return shell.provide[name]
    throw new Error(
      `${build.part} ${build.version} asks for ${name}, which shell ${shellBuild.version} does not provide`,
    )
  })
  sections.set(key, section)
  return section
}

function open({ composition, apiUrl, configuration, shell: shellBuild, sections: builds }: OpenMessage): void {
  if (compositions.has(composition.id)) return
  const shell = shellOf(shellBuild, apiUrl, configuration)
  const linked = Object.entries(builds).map(([name, build]) => [name, sectionOf(build, shellBuild, shell)])
  const keys = Object.values(builds).map((build) => sectionKey(build, shellBuild))
  const prepared = shell.prepare(composition, Object.fromEntries(linked))
  compositions.set(composition.id, { ...prepared, builds: [shellBuild.integrity, ...keys] })
}

/** Forgets a composition, and builds that no other open composition was linked from. */
function close(id: string): void {
  compositions.delete(id)
  const used = new Set([...compositions.values()].flatMap(({ builds }) => builds))
  for (const kept of [shells, sections]) for (const key of kept.keys()) if (!used.has(key)) kept.delete(key)
}

async function answer(ask: Ask): Promise<unknown> {
  switch (ask.kind) {
    case 'ping':
      return 'pong'
    case 'link': {
      const shell = shellOf(ask.shell, ask.apiUrl, ask.configuration)
      if (ask.section) sectionOf(ask.section, ask.shell, shell)
      return true
    }
    case 'open':
      return open(ask.open)
    case 'close':
      return close(ask.composition)
    case 'render':
      return opened(ask.composition).render(ask.url)
    case 'frame':
      return opened(ask.composition).frame('http://edge.invalid/frame')
  }
}

function opened(id: string): Opened {
  const found = compositions.get(id)
  if (!found) throw new Error(`composition ${id} is not open here`)
  return found
}

/** A page that spins would never see that the edge is gone, and spin for ever: a thread of its own looks. */
function watchParent(): void {
  const look = `const parent = process.ppid
setInterval(() => { if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL') }, 1000)`
  new Worker(look, { eval: true, stdout: true, stderr: true, resourceLimits: { maxOldGenerationSizeMb: 8 } }).unref()
}

process.on('message', async ({ n, ask }: ToChild) => {
  try {
    send({ n, ok: await answer(ask) })
  } catch (error) {
    send({ n, error: String((error as Error)?.stack ?? error) })
  }
})
process.on('disconnect', () => process.exit(0))
watchParent()
// A section's stray rejection must not end the renders of the others.
process.on('unhandledRejection', (error) =>
  send({ report: { kind: 'render-process', message: String((error as Error)?.stack ?? error).slice(0, 500) } }),
)
