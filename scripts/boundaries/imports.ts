import path from 'node:path'
import type { Source, WorkspacePackage } from './packages'

type Rule = { may: string[]; reason: string }
const OURS = '@marram/'

const yardstick: Rule = {
  may: ['contracts', 'client', 'host', 'shell', 'mfe-account', 'mfe-content', 'mfe-events', 'mfe-quiz'],
  reason: 'a yardstick is made of the shell and the sections, and of nothing else',
}

/** Who may import whom (ARCHITECTURE.md). Libraries that are not named here are a package's own affair, if it declares them. */
const rules: Record<string, Rule> = {
  contracts: { may: [], reason: 'contracts may import zod alone' },
  client: { may: ['contracts'], reason: 'client may import contracts and axios' },
  host: { may: ['contracts', 'client'], reason: 'host may import contracts and client' },
  html: { may: [], reason: 'html knows no other package' },
  ui: { may: ['host', 'html'], reason: "ui may import html and host's router, meta and configuration, never a domain" },
  service: { may: ['publishing'], reason: 'service knows publishing alone, for the lock of folders' },
  rendering: { may: ['contracts'], reason: 'rendering runs server builds and knows contracts alone' },
  federation: { may: ['contracts'], reason: 'federation is build tools and contracts' },
  publishing: { may: ['contracts'], reason: 'publishing works where nothing of the servers is' },
  testing: { may: ['contracts', 'client', 'host'], reason: 'testing serves sections' },
  section: {
    may: ['contracts', 'client', 'host', 'ui'],
    reason: 'a section may import contracts, client, host and ui',
  },
  shell: { may: ['contracts', 'client', 'host', 'ui'], reason: 'the shell may import contracts, client, host and ui' },
  edge: { may: ['contracts', 'rendering', 'service'], reason: 'the edge reaches shell and sections only as releases' },
  api: {
    may: ['contracts', 'html', 'publishing', 'service'],
    reason: 'the API may import contracts, html, publishing and service',
  },
  releases: {
    may: ['contracts', 'publishing', 'rendering', 'service'],
    reason: 'the registry may import contracts, publishing, rendering and service',
  },
  console: {
    may: ['contracts', 'releases', 'ui'],
    reason: 'the console may import contracts, ui, and the answers of its registry',
  },
  e2e: { may: ['contracts'], reason: 'journeys know addresses, not code' },
  'one-build': yardstick,
  'naive-federation': yardstick,
  bench: { may: ['contracts'], reason: 'the benchmark knows addresses, not code' },
}
const developmentOnly = ['federation', 'testing']

/** Libraries that only some packages may use, whoever else declares them. */
const reserved: Record<string, string[]> = {
  // The shell's is what carries the calls of the client while pages are rendered.
  axios: ['client', 'shell'],
  'react-router-dom': ['host', 'shell', 'testing', 'one-build', 'naive-federation', 'console'],
  'react-router': [],
  '@module-federation/enhanced': ['federation', 'shell', 'naive-federation'],
  '@module-federation/sdk': ['releases'],
  fastify: ['edge', 'api', 'releases', 'service'],
  'drizzle-orm': ['api', 'releases', 'service'],
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
  } else if (kind === 'contracts' && target !== 'zod' && !source.development) {
    found.push(rules.contracts?.reason ?? '')
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
