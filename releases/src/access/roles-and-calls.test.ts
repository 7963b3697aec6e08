import { engines } from '@marram/server/testing/engines'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshRegistry, type TestRegistry } from '../testing/registry'

const looks = [
  'listParts',
  'listVersions',
  'listEnvironments',
  'showEnvironment',
  'listCompositions',
  'showComposition',
  'listEvents',
  'showGate',
  'showDifference',
  'showEvidence',
  'listUnused',
  'why',
  'showBoard',
  'listAddresses',
]
/** For edges alone, which say these things each second: refusals are not in the audit log. */
const telling = ['addEvidence', 'addDiagnostics']
/** For every token of a person, and written down although it changes nothing. */
const reads = [...looks, 'openPreview']
const publishing = ['beginUpload', 'sendFile', 'completeUpload']
const managing = [
  ...['promote', 'canary', 'abort', 'pause', 'resume', 'rollback', 'rollbackEnvironment', 'retire'],
  ...['kill', 'revive', 'freeze', 'unfreeze', 'lock', 'unlock'],
  ...['reserveAddress', 'releaseAddress'],
]
const administrating = ['cleanUp', 'createEnvironment', 'listTokens', 'createToken', 'revokeToken']
const everything = [...reads, ...publishing, ...managing, 'createPreview', ...administrating]

/** Who may call what, about the part events and the environment production; all else is refused. */
const table = [
  ['nobody', null, []],
  ['a viewer', { role: 'viewer' }, reads],
  ['the publisher of events', { role: 'publisher', part: 'events' }, [...reads, ...publishing, 'createPreview']],
  ['the publisher of another part', { role: 'publisher', part: 'quiz' }, [...reads, 'createPreview']],
  [
    'the manager of production',
    { role: 'manager', environment: 'production' },
    [...reads, ...managing, 'createPreview'],
  ],
  ['the manager of staging', { role: 'manager', environment: 'staging' }, [...reads, 'createPreview']],
  ['an administrator', { role: 'admin' }, everything],
  ['an edge', { role: 'edge' }, telling],
  ['the edge of production', { role: 'edge', environment: 'production' }, telling],
  ['the edge of staging', { role: 'edge', environment: 'staging' }, []],
] as const

type Operation = { operationId: string; security?: object[] }

describe.each(engines.slice(0, 1))('roles and calls', (engine) => {
  let fresh: Awaited<ReturnType<typeof freshRegistry>>
  let registry: TestRegistry
  let calls: { id: string; method: string; path: string }[]
  beforeAll(async () => {
    fresh = await freshRegistry(engine)
    registry = fresh.registry
    const { paths } = (await registry.call('GET', '/releases/docs/json', { token: null })).body as {
      paths: Record<string, Record<string, Operation>>
    }
    const values: Record<string, string> = {
      environment: 'production',
      part: 'events',
      version: '1.0.0',
      '*': 'x.js',
      composition: '0123456789ab',
      name: 'nobody',
      id: '0123456789ab',
    }
    calls = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { security }]) => security)
        .map(([method, { operationId }]) => ({
          id: operationId,
          method: method.toUpperCase(),
          path: path.replace(/\{([^}]+)\}/g, (_, name) => values[name] ?? 'unknown'),
        })),
    )
  })
  afterAll(() => fresh.remove())

  it('the table has every call for holders of a token', () => {
    expect(calls.map(({ id }) => id).sort()).toEqual([...everything, ...telling].sort())
  })

  it.each(table)(
    '%s may do this and nothing else, and every refused change or opening is in the audit log',
    async (name, grant, may) => {
      const token = grant && (await registry.tokenFor({ name, ...grant }))
      const allowed: string[] = []
      for (const { id, method, path } of calls) {
        const { status } = await registry.call(method, path, { token, ...(method === 'GET' ? {} : { bytes: '' }) })
        expect(status).toBeLessThan(500)
        if (status !== 401 && status !== 403) allowed.push(id)
      }
      expect(allowed.sort()).toEqual([...may].sort())
      const query = grant ? `actor=${encodeURIComponent(name)}&` : ''
      const { events } = (await registry.call('GET', `/releases/events?${query}limit=500&refused=true`)).body
      const refused = (events as { detail: { code: string } }[]).filter(({ detail }) =>
        ['forbidden', 'unauthorized'].includes(detail.code),
      )
      const changes = everything.filter((id) => !looks.includes(id) && !(may as readonly string[]).includes(id))
      expect(refused).toHaveLength(changes.length)
    },
  )
})
