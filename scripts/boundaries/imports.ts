import path from 'node:path'
import type { Source, WorkspacePackage } from './packages'

type Rule = { may: string[]; reason: string }
const OURS = '@marram/'

const yardstick: Rule = {
  may: ['api-contract', 'release-contract', 'sdk', 'shell', 'mfe-account', 'mfe-content', 'mfe-events', 'mfe-quiz'],
  reason: 'a yardstick is made of the shell and the sections, and of nothing else',
}

/** Who may import whom (ARCHITECTURE.md). Libraries that are not named here are a package's own affair, if it declares them. */
const rules: Record<string, Rule> = {
  'api-contract': { may: [], reason: 'contracts may import zod alone' },
  'release-contract': { may: [], reason: 'contracts may import zod alone' },
  sdk: { may: ['api-contract', 'release-contract'], reason: 'the SDK may import the two contracts' },
  html: { may: [], reason: 'html knows no other package' },
  files: { may: [], reason: 'files knows no other package' },
  artwork: { may: [], reason: 'artwork knows no other package' },
  ui: {
    may: ['sdk', 'html'],
    reason: "ui may import html and the SDK's router, meta and configuration, never a domain",
  },
  server: { may: ['files'], reason: 'server knows files alone' },
  rendering: { may: ['release-contract'], reason: 'rendering runs server builds and knows the release contract alone' },
  build: {
    may: ['files', 'release-contract'],
    reason: 'build makes and publishes parts, and works where no server is',
  },
  section: {
    may: ['api-contract', 'release-contract', 'sdk', 'ui'],
    reason: 'a section may import the contracts, sdk and ui',
  },
  shell: {
    may: ['api-contract', 'release-contract', 'sdk', 'ui'],
    reason: 'the shell may import the contracts, sdk and ui',
  },
  edge: {
    may: ['api-contract', 'release-contract', 'files', 'rendering', 'server'],
    reason: 'the edge reaches shell and sections only as releases',
  },
  api: {
    may: ['api-contract', 'artwork', 'files', 'html', 'server'],
    reason: 'the API may import its contract, artwork, files, html and server',
  },
  releases: {
    may: ['api-contract', 'release-contract', 'build', 'files', 'rendering', 'server'],
    reason: 'the registry may import the contracts, build, files, rendering and server',
  },
  console: {
    may: ['release-contract', 'releases', 'ui'],
    reason: 'the console may import its contract, ui, and the answers of its registry',
  },
  e2e: { may: ['api-contract', 'release-contract'], reason: 'journeys know addresses, not code' },
  'one-build': yardstick,
  'naive-federation': yardstick,
  bench: { may: ['api-contract', 'release-contract'], reason: 'the benchmark knows addresses, not code' },
}
const developmentOnly = ['build', 'testing']

/** Libraries that only some packages may use, whoever else declares them. */
const reserved: Record<string, string[]> = {
  // The shell's is what carries the calls of the client while pages are rendered.
  axios: ['sdk', 'shell'],
  'react-router-dom': ['sdk', 'shell', 'one-build', 'naive-federation', 'console'],
  'react-router': [],
  '@module-federation/enhanced': ['build', 'shell', 'naive-federation'],
  '@module-federation/sdk': ['releases'],
  fastify: ['edge', 'api', 'releases', 'server'],
  'drizzle-orm': ['api', 'releases', 'server'],
}

const kindOf = ({ label }: WorkspacePackage) => (label.startsWith('mfe-') ? 'section' : path.basename(label))
export const packageOf = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

export function importComplaints(each: WorkspacePackage): string[] {
  return each.sources.flatMap((source) => {
    // Once each: what is imported and exported again is read as two imports.
    const specifiers = [...new Set(source.imports.map(({ specifier }) => specifier))]
    return specifiers.flatMap((specifier) =>
      complaint(each, source, specifier).map(
        (words) => `${each.label}/${source.relative}: imports ${specifier}; ${words}`,
      ),
    )
  })
}

function complaint(each: WorkspacePackage, source: Source, specifier: string): string[] {
  if (specifier.startsWith('.'))
    return leaves(each, source, specifier) ? ['a relative import must stay inside its package'] : []
  if (specifier.startsWith('node:')) return []
  const kind = kindOf(each)
  const target = packageOf(specifier)
  const found: string[] = []
  const own = target.startsWith(OURS)
  if (own) {
    const name = target.slice(OURS.length)
    const allowed =
      rules[kind]?.may.includes(name) || target === each.name || (source.development && developmentOnly.includes(name))
    if (!allowed) found.push(rules[kind]?.reason ?? 'this package has no rule')
  } else if (kind.endsWith('-contract') && target !== 'zod' && !source.development) {
    found.push(rules[kind]?.reason ?? '')
  }
  const only = reserved[target]
  if (only && !only.includes(kind) && !source.development)
    found.push(`${target} is used by ${only.join(', ') || 'nobody'} alone`)
  if (target !== each.name && !each.dependencies.has(target) && !(source.development && each.development.has(target)))
    found.push(`${target} is not among the dependencies of its package.json`)
  return found
}

function leaves(each: WorkspacePackage, source: Source, specifier: string): boolean {
  const target = path.resolve(path.dirname(source.file), specifier)
  return path.relative(each.folder, target).startsWith('..')
}
