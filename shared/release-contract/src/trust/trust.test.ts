import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { person, signedBy, trustOfPeople } from '../testing/people'
import { bytesOfApproval, bytesOfRelease, bytesOfTrust, publicKey, signedTrust, type Trust } from './trust'
import {
  approversOf,
  demandNext,
  demandSigned,
  isExpired,
  isSigned,
  readTrust,
  type Signed,
  Untrusted,
  whyNotApproved,
  whyNotSigned,
} from './verify'

const [root, other, stranger] = ['Rita', 'Otto', 'Eve'].map(person) as [
  ReturnType<typeof person>,
  ReturnType<typeof person>,
  ReturnType<typeof person>,
]
const [team, ada, bob] = ['events pipeline', 'Ada', 'Bob'].map(person) as [typeof root, typeof root, typeof root]
const roles = { roots: [root], parts: { events: [team] }, managers: [ada, bob] }
const trust = trustOfPeople(roles, { approvals: { production: 2, staging: 1 } })
const digestOf = (bytes: Uint8Array) => `sha384-${createHash('sha384').update(bytes).digest('base64')}`

const bytes = Buffer.from('{"name":"events","version":"1.0.0"}')
const about = { part: 'events', version: '1.0.0', digest: digestOf(bytes) }
const released = (change: Partial<Signed> = {}): Signed => ({
  ...about,
  bytes,
  signatures: [team.sign(bytesOfRelease(bytes))],
  ...change,
})
const approval = (by: typeof root, change: Partial<Parameters<typeof bytesOfApproval>[0]> = {}) =>
  by.sign(bytesOfApproval({ ...about, environment: 'production', ...change }))

describe('trust.json', () => {
  it('has the same bytes however its file is written, and others for every other content', () => {
    const turned = (value: unknown): unknown =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(
            Object.entries(value)
              .reverse()
              .map(([name, each]) => [name, turned(each)]),
          )
        : value
    expect(bytesOfTrust(turned(trust) as Trust)).toEqual(bytesOfTrust(trust))
    const changes: Partial<Trust>[] = [
      { version: 2 },
      { expires: '2030-01-01T00:00:00Z' },
      { managers: [ada.key] },
      { approvals: { production: 1, staging: 2 } },
      { roots: { keys: [root.key], threshold: 2 } },
      { withdrawn: [about.digest] },
    ]
    const all = [trust, ...changes.map((change) => ({ ...trust, ...change }))].map((each) => String(bytesOfTrust(each)))
    expect(new Set(all).size).toBe(all.length)
  })

  it('is read as it was written, or refused with what is wrong', () => {
    const signed = signedBy(trust, root)
    expect(readTrust(JSON.parse(JSON.stringify(signed)))).toEqual(signed)
    const without = (name: keyof Trust) => ({ ...signed, trust: { ...trust, [name]: undefined } })
    const wrong: [unknown, RegExp][] = [
      [null, /cannot be used/],
      [{ ...signed, more: 1 }, /cannot be used/],
      [{ ...signed, trust: { ...trust, more: 1 } }, /trust: .*more/],
      [without('version'), /trust\.version: /],
      [{ ...signed, trust: { ...trust, version: 0 } }, /trust\.version: /],
      [{ ...signed, trust: { ...trust, expires: 'never' } }, /trust\.expires: a moment is written like/],
      [{ ...signed, trust: { ...trust, managers: [ada.key, ada.key] } }, /trust\.managers: no key twice/],
      [{ ...signed, trust: { ...trust, managers: [stranger.key] } }, /keys: it names no owner of/],
      [{ ...signed, trust: { ...trust, parts: { events: [] } } }, /trust\.parts\.events: /],
      [
        { ...signed, trust: { ...trust, roots: { keys: [root.key], threshold: 2 } } },
        /2 have to sign, and the keys are of 1/,
      ],
      [
        { ...signed, trust: { ...trust, approvals: { production: 3 } } },
        /production needs 3, and the managers' keys are of 2/,
      ],
      [{ ...signed, trust: { ...trust, keys: { ...trust.keys, short: 'Eve' } } }, /a public key has 43 characters/],
      [{ ...signed, signatures: [{ key: root.key, signature: 'x' }] }, /a signature has 86 characters/],
    ]
    for (const [sent, words] of wrong) expect(() => readTrust(sent), JSON.stringify(sent)).toThrow(words)
  })

  it('is never read from anything else, and nothing but Untrusted is thrown', () => {
    const broken = fc.oneof(
      fc.jsonValue(),
      fc.record({ trust: fc.jsonValue(), signatures: fc.jsonValue() }),
      fc
        .tuple(fc.constantFrom(...Object.keys(trust)), fc.jsonValue())
        .map(([name, value]) => ({ trust: { ...trust, [name]: value }, signatures: [] })),
    )
    fc.assert(
      fc.property(broken, (sent) => {
        try {
          const signed = readTrust(sent)
          expect(signedTrust.parse(JSON.parse(JSON.stringify(signed)))).toEqual(signed)
          expect(() => demandSigned(signed)).toThrow(Untrusted)
        } catch (error) {
          if (!(error instanceof Untrusted)) throw error
        }
      }),
    )
  })

  it('may be signed by nobody, and is then refused', () => {
    expect(() => demandSigned(signedBy(trust))).toThrow('signed by 0 of the 1 root keys')
    expect(() => demandSigned(signedBy(trust, stranger, ada))).toThrow(Untrusted)
    expect(() =>
      demandSigned({ trust: { ...trust, version: 9 }, signatures: signedBy(trust, root).signatures }),
    ).toThrow(Untrusted)
    demandSigned(signedBy(trust, root))
  })

  it('is followed by a later version of the root keys before and after it alone', () => {
    const next = { ...trustOfPeople({ ...roles, roots: [other] }), version: 2 }
    demandNext(trust, signedBy(next, root, other))
    expect(() => demandNext(trust, signedBy(next, other))).toThrow('0 of the 1 root keys that trust.json 1 demands')
    expect(() => demandNext(trust, signedBy(next, root))).toThrow('0 of the 1 root keys that it demands')
    for (const version of [1, 2])
      expect(() => demandNext({ ...trust, version: 2 }, signedBy({ ...next, version }, root, other))).toThrow(
        'never goes back',
      )
  })

  it('needs as many root keys as its threshold, of different owners', () => {
    const second = { ...person('Rita'), owner: 'Rita' }
    const both = trustOfPeople(
      { ...roles, roots: [root, other, second] },
      { roots: { keys: [root.key, other.key, second.key], threshold: 2 } },
    )
    demandSigned(signedBy(both, root, other))
    expect(() => demandSigned(signedBy(both, root))).toThrow('signed by 1 of the 2')
    expect(() => demandSigned(signedBy(both, root, root))).toThrow('signed by 1 of the 2')
    expect(() => demandSigned(signedBy(both, root, second))).toThrow('signed by 1 of the 2')
  })

  it('expires', () => {
    const until = { ...trust, expires: '2026-05-01T12:00:00+02:00' }
    expect(isExpired(until, new Date('2026-05-01T09:59:59Z'))).toBe(false)
    expect(isExpired(until, new Date('2026-05-01T10:00:00Z'))).toBe(true)
  })
})

describe('a signature', () => {
  it('is valid for its own bytes, kind and key alone', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 60 }), fc.nat(), (some, at) => {
        const signature = team.sign(bytesOfRelease(some))
        expect(isSigned(bytesOfRelease(some), signature)).toBe(true)
        expect(isSigned(some, signature)).toBe(false)
        expect(isSigned(bytesOfRelease(some), { ...signature, key: ada.key })).toBe(false)
        const changed = Uint8Array.from(some)
        changed[at % some.length] = (changed[at % some.length] as number) ^ 1
        expect(isSigned(bytesOfRelease(changed), signature)).toBe(false)
      }),
      { numRuns: 50 },
    )
  })

  it('of one kind is none of another, even of bytes that were chosen for it', () => {
    const asked = { ...about, environment: 'production' }
    const lookalike = Buffer.from(bytesOfApproval(asked)).subarray('marram release 1\n'.length)
    expect(isSigned(bytesOfApproval(asked), ada.sign(bytesOfRelease(lookalike)))).toBe(false)
  })

  it('by a key that is no point of the curve is none', () => {
    expect(isSigned(bytes, { key: `${'_'.repeat(42)}8`, signature: `${'A'.repeat(85)}A` })).toBe(false)
  })
})

describe('a release', () => {
  it('is its team’s by a key of the part, over exactly its bytes', () => {
    expect(whyNotSigned(trust, released())).toBeUndefined()
    expect(whyNotSigned(trust, released({ signatures: [] }))).toBe('events 1.0.0 is not signed.')
    const foreign = released({ signatures: [ada.sign(bytesOfRelease(bytes))] })
    expect(whyNotSigned(trust, foreign)).toBe(
      `events 1.0.0 is signed by ${ada.key}, which is no key of events in trust.json 1.`,
    )
    expect(whyNotSigned(trust, released({ bytes: Buffer.from('{"name":"events"}') }))).toMatch(/is not of these bytes/)
    expect(whyNotSigned(trust, released({ part: 'quiz' }))).toMatch(/is no key of quiz/)
  })

  it('of a part without keys of its own is signed by those of all other parts', () => {
    const open = trustOfPeople({ roots: [root], parts: { '*': [team], quiz: [ada] } })
    expect(whyNotSigned(open, released())).toBeUndefined()
    expect(whyNotSigned(open, released({ part: 'quiz' }))).toMatch(/is no key of quiz/)
    expect(whyNotSigned(open, released({ part: 'constructor' }))).toBeUndefined()
  })

  it('that was withdrawn is refused, whoever signed it', () => {
    expect(whyNotSigned({ ...trust, withdrawn: [about.digest] }, released())).toBe(
      'events 1.0.0 was withdrawn by trust.json 1.',
    )
  })

  it('needs the approvals of its environment, of different people', () => {
    const why = (approvals: ReturnType<typeof approval>[], environment = 'production') =>
      whyNotApproved(trust, released(), { environment, approvals })
    expect(why([approval(ada), approval(bob)])).toBeUndefined()
    expect(why([], 'anywhere else')).toBeUndefined()
    expect(why([approval(ada)])).toBe(
      "events 1.0.0 has 1 of the 2 approvals that production needs (Ada); its publisher's own does not count.",
    )
    expect(why([approval(ada), approval(ada)])).toMatch(/1 of the 2/)
    expect(why([approval(ada), approval(stranger)])).toMatch(/1 of the 2/)
  })

  it.each([
    ['version', { version: '1.0.1' }],
    ['environment', { environment: 'staging' }],
    ['part', { part: 'quiz' }],
    ['digest', { digest: digestOf(Buffer.from('other')) }],
  ])('has no approval that was given to another %s', (_, change) => {
    const approvals = [approval(ada), approval(bob, change)]
    expect(approversOf(trust, released(), { environment: 'production', approvals })).toEqual(['Ada'])
  })

  it('is not approved by its publisher, with whichever key', () => {
    const own = { ...person('events pipeline'), owner: 'events pipeline' }
    const same = trustOfPeople({ ...roles, managers: [ada, team, own] }, { approvals: { production: 2 } })
    const given = { environment: 'production', approvals: [approval(ada), approval(team), approval(own)] }
    expect(approversOf(same, released(), given)).toEqual(['Ada'])
    expect(whyNotApproved(same, released(), given)).toMatch(/1 of the 2/)
  })

  it.each(['ada', 'Ada ', 'Ａda'])('is approved once by one person, however %s is spelled', (owner) => {
    const twin = { ...person('Ada'), owner }
    const people = { ...roles, managers: [ada, twin] }
    const both = [approval(ada), approval(twin)]
    const spelled = trustOfPeople(people, { approvals: { production: 2 } })
    expect(approversOf(spelled, released(), { environment: 'production', approvals: both })).toHaveLength(1)
    expect(() => readTrust(signedBy(spelled, root))).toThrow(/production needs 2, and the managers' keys are of 1/)
    const published = released({ signatures: [twin.sign(bytesOfRelease(bytes))] })
    const own = trustOfPeople({ ...people, parts: { events: [twin] } }, { approvals: { production: 1 } })
    expect(approversOf(own, published, { environment: 'production', approvals: both })).toEqual([])
  })

  it('needs no approval for an environment that has the name of a property of every object', () => {
    expect(whyNotApproved(trust, released(), { environment: 'constructor', approvals: [] })).toBeUndefined()
  })
})

it.each([
  '00',
  '01',
  'ec',
  'ed',
  'ee',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
])('a key of small order, for which anybody can sign, is no key: %s', (start) => {
  const fill = start > 'e' ? 0xff : 0
  const key = Buffer.alloc(32, fill)
  key.write(start, 'hex')
  for (const sign of [0, 0x80]) {
    key[31] = ((key[31] as number) & 0x7f) | sign
    expect(publicKey.safeParse(key.toString('base64url')).success).toBe(false)
  }
})
