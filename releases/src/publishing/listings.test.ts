import { engines } from '@marram/server/testing/engines'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fakeSection } from '../testing/fake-release'
import { freshRegistry } from '../testing/registry'

let fresh: Awaited<ReturnType<typeof freshRegistry>>
beforeAll(async () => {
  fresh = await freshRegistry(engines[0] as (typeof engines)[number])
})
afterAll(() => fresh.remove())

it('treats the highest version as the latest, even when an older one was fixed after it', async () => {
  for (const version of ['1.0.0', '2.0.0', '10.0.0', '1.0.5'])
    await fresh.registry.publish(fakeSection('events', version))
  await fresh.registry.publish(fakeSection('quiz', '0.1.0'))
  expect((await fresh.registry.call('GET', '/releases/parts')).body.parts).toMatchObject([
    { part: 'events', latest: '10.0.0', versions: 4 },
    { part: 'quiz', latest: '0.1.0', versions: 1 },
  ])
  for (const version of [
    '0.2.0-t20261123101112.g4cd5d225',
    '0.2.0-t20261122101112.g96e0f135',
    '0.2.0-f6e0f135',
    '0.1.1',
  ])
    await fresh.registry.publish(fakeSection('quiz', version))
  expect((await fresh.registry.call('GET', '/releases/parts')).body.parts).toContainEqual(
    expect.objectContaining({ part: 'quiz', latest: '0.2.0-t20261123101112.g4cd5d225' }),
  )
})
