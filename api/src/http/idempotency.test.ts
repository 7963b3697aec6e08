import { engines } from '@marram/server/testing/engines'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../testing/test-app'
import { forgetOldKeys, idempotencyKeys, once } from './idempotency'

describe.each(engines)('idempotency keys ($name)', (engine) => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp(engine)
  })
  afterAll(() => test?.close())

  it('are stored for longer than any draft on a device, and then deleted', async () => {
    const kept = (key: string, days: number) => ({
      call: 'createSubmission',
      key,
      bodyDigest: 'x',
      result: {},
      createdAt: sql`now() - make_interval(days => ${days})`,
    })
    await test.db.insert(idempotencyKeys).values([kept('of a draft', 31), kept('of nobody', 36)])
    await forgetOldKeys(test.db)
    const left = await test.db.select({ key: idempotencyKeys.key }).from(idempotencyKeys)
    expect(left).toEqual([{ key: 'of a draft' }])
  })

  it('are stored as fingerprints', async () => {
    const send = (key: string) =>
      once(test.db, 'submitQuiz', key, [], async () => ({ write: async () => ({ response: 'new' }) }))
    await send('rosalind@example.org')
    const ofQuiz = eq(idempotencyKeys.call, 'submitQuiz')
    const [stored] = await test.db.select().from(idempotencyKeys).where(ofQuiz)
    expect(JSON.stringify(stored)).not.toContain('rosalind')
  })
})
