import { engines } from '@marram/server/testing/engines'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshRegistry, type TestRegistry } from '../testing/registry'

/** Every call that needs a token, by the subject of its permission. */
const groups = {
  look: [
    ...['listParts', 'listVersions', 'listEnvironments', 'showEnvironment', 'listCompositions', 'showComposition'],
    ...['listEvents', 'showGate', 'showDifference', 'showEvidence', 'listUnused', 'why', 'showBoard', 'listAddresses'],
    ...['listPreviews', 'listSchedule', 'showDelivery', 'listFaults', 'listRecipients', 'listNotifications'],
    ...['listApprovals', 'showPicture'],
  ],
  /** Listed although it changes nothing. */
  open: ['openPreview'],
  publish: ['beginUpload', 'sendFile', 'completeUpload', 'signRelease'],
  part: [
    ...['promote', 'canary', 'abort', 'pause', 'resume', 'rollback'],
    ...['kill', 'revive', 'lock', 'unlock', 'releaseAddress'],
  ],
  manage: ['retire', 'reserveAddress', 'approve'],
  whole: ['rollbackEnvironment', 'freeze', 'unfreeze', 'addRehearsal'],
  preview: ['createPreview', 'endPreview'],
  schedule: ['schedule', 'unschedule', 'addRecipient', 'removeRecipient', 'testRecipient'],
  administer: [
    ...['cleanUp', 'createEnvironment', 'listTokens', 'createToken', 'revokeToken'],
    ...['listIdentities', 'addIdentity', 'removeIdentity', 'updateTrust'],
  ],
  /** Sent by edges every second: their refusals are not in the audit log. */
  tell: ['addEvidence', 'addDiagnostics'],
}

const subjects = ['events in production', 'events in staging', 'quiz in production', 'quiz in staging'] as const
const events = { part: 'events' }
const production = { environment: 'production' }

/**
 * Who may call what, for the first of the subjects above; everything else is refused. The part of a preview, of what is scheduled or of a recipient is in the
 * body, so by its address alone it is refused only for another environment (releasers.test.ts has the rest).
 */
const table = [
  { who: 'nobody', grant: null, may: [''] },
  { who: 'a viewer', grant: { role: 'viewer' }, may: ['look open'] },
  {
    who: 'a publisher of events, from an earlier registry',
    grant: { role: 'publisher', ...events },
    may: ['look open publish preview', 'look open publish preview', 'look open preview'],
  },
  {
    who: 'a publisher of events in production',
    grant: { role: 'publisher', ...events, ...production },
    may: ['look open publish preview', 'look open publish', 'look open preview', 'look open'],
  },
  {
    who: 'a releaser of events',
    grant: { role: 'releaser', ...events },
    may: [
      'look open publish part preview schedule',
      'look open publish part preview schedule',
      'look open preview schedule',
    ],
  },
  {
    who: 'a releaser of events in production',
    grant: { role: 'releaser', ...events, ...production },
    may: ['look open publish part preview schedule', 'look open publish', 'look open preview schedule', 'look open'],
  },
  {
    who: 'a manager of production, from an earlier registry',
    grant: { role: 'manager', ...production },
    may: ['look open part manage whole preview schedule', 'look open'],
  },
  {
    who: 'a manager of events in production',
    grant: { role: 'manager', ...events, ...production },
    may: ['look open part manage preview schedule', 'look open', 'look open preview schedule'],
  },
  {
    who: 'an administrator',
    grant: { role: 'admin' },
    may: ['look open publish part manage whole preview schedule administer'],
  },
  { who: 'an edge', grant: { role: 'edge' }, may: ['tell'] },
  { who: 'an edge of production', grant: { role: 'edge', ...production }, may: ['tell', ''] },
] satisfies { who: string; grant: Parameters<TestRegistry['tokenFor']>[0] | null; may: string[] }[]

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
    calls = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { security }]) => security)
        .map(([method, { operationId }]) => ({ id: operationId, method: method.toUpperCase(), path })),
    )
  })
  afterAll(() => fresh.remove())

  const addressOf = (path: string, subject: string) => {
    const [part, environment] = subject.split(' in ')
    const id = '0123456789ab'
    const others = { version: '1.0.0', '*': 'x.js', composition: id, name: 'nobody', id }
    const values: Record<string, string | undefined> = { part, environment, ...others }
    return path.replace(/\{([^}]+)\}/g, (_, name) => values[name] ?? 'unknown')
  }

  it('the table has every call that needs a token', () => {
    expect(calls.map(({ id }) => id).sort()).toEqual(Object.values(groups).flat().sort())
  })

  describe.each(table)('$who', ({ who, grant, may }) => {
    it.each(may.map((may, i) => ({ may, subject: subjects[i] as string })))(
      'may do this and nothing else about $subject: $may',
      async ({ subject, may }) => {
        const name = `${who}, ${subject}`
        const token = grant && (await registry.tokenFor({ ...grant, name }))
        const tried = calls.map(async ({ id, method, path }) => {
          const given = { token, ...(method === 'GET' ? {} : { bytes: '' }) }
          const { status, body } = await registry.call(method, addressOf(path, subject), given)
          expect(status).toBeLessThan(500)
          if (status !== 401 && status !== 403) return [id]
          expect(body.message).toMatch(grant ? /^The token ".+\.$/ : /token/)
          return []
        })
        const allowed = (await Promise.all(tried)).flat()
        const wanted = Object.entries(groups).flatMap(([group, ids]) => (may.split(' ').includes(group) ? ids : []))
        expect(allowed.sort()).toEqual(wanted.sort())
        // Anonymous clients can fill only a limited part of it.
        const { look, tell, ...audited } = groups
        const changes =
          Object.values(audited).flat().length - wanted.filter((id) => ![...look, ...tell].includes(id)).length
        if (grant) expect(await refused(name)).toBe(changes)
      },
    )
  })

  /** How many permission refusals of a token the audit log has. */
  async function refused(name: string): Promise<number> {
    const query = `actor=${encodeURIComponent(name)}&limit=500&refused=true`
    const { events } = (await registry.call('GET', `/releases/events?${query}`)).body
    return (events as { detail: { code: string } }[]).filter(({ detail }) => detail.code === 'forbidden').length
  }
})
