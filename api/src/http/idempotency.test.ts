import { engines } from '@marram/server/testing/engines'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../testing/test-app'
import { forgetOldKeys, idempotencyKeys } from './idempotency'

describe.each(engines)('idempotency keys ($name)', (engine) => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp(engine)
  })
  afterAll(() => test?.close())

  it('are stored for longer than any draft on a device, and then forgotten', async () => {
    const kept = (key: string, days: number) => ({
      call: 'createSubmission',
      key,
      bodyDigest: 'x',
      answer: {},
      createdAt: sql`now() - make_interval(days => ${days})`,
    })
    await test.db.insert(idempotencyKeys).values([kept('of a draft', 31), kept('of nobody', 36)])
    await forgetOldKeys(test.db)
    const left = await test.db.select({ key: idempotencyKeys.key }).from(idempotencyKeys)
    expect(left).toEqual([{ key: 'of a draft' }])
  })
})
