import { expect, it } from 'vitest'
import { statusText } from './live-texts'

const part = {
  salt: 'x',
  history: [],
  changedAt: '2026-05-01T12:00:00Z',
  candidate: null,
  traffic: 0,
  group: null,
  strategy: null,
  revision: 1,
}
const status = {
  environment: 'production',
  revision: 7,
  composition: '0123456789ab',
  stops: [],
  edges: [],
}

it('says which evidence a rollout waits for', () => {
  const waitsFor = 'events 1.1.0 had 3 loads and 1.0.0 40: 20 of each are needed.'
  const rollout = { ...part, stable: '1.0.0', candidate: '1.1.0', traffic: 10, waitsFor }
  const parts = {
    events: rollout,
    quiz: { ...part, stable: '2.0.0', waitsFor: null },
    // A registry of an earlier version does not send it.
    news: { ...part, stable: '1.0.0' } as unknown as typeof rollout,
  }
  const lines = statusText({ ...status, parts }).split('\n')
  expect(lines.filter((line) => line.includes('wait'))).toEqual([`More visitors wait for evidence: ${waitsFor}`])
  expect(lines.some((line) => /^events +1\.0\.0 +1\.1\.0 for 10 %/.test(line))).toBe(true)
})
