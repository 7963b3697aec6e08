import { expect, it } from 'vitest'
import { evidenceText } from './record-texts'

it('says at which stage versions failed', () => {
  const counts = {
    'edge.loads': 90,
    'browser.loads': 60,
    'edge.failures.render': 2,
    'edge.failures.use': 0,
    'edge.failures.late': 35,
    'browser.failures.boundary': 4,
    'browser.failures.load': 1,
    'lcp.good': 9,
  }
  const of = { minutes: [] }
  const text = evidenceText({
    environment: 'production',
    part: 'events',
    since: '2026-05-01T12:00:00Z',
    versions: [
      { ...of, version: '1.0.0', candidate: false, loads: 200, failures: 0, counts: { 'edge.loads': 200 } },
      { ...of, version: '1.1.0', candidate: true, loads: 150, failures: 42, counts },
    ],
    verdict: null,
  })
  expect(text).toMatch(/^VERSION +LOADS +FAILURES +LCP/)
  expect(text).toMatch(/1\.0\.0 +200 +0 +0\/0\/0/)
  expect(text).toMatch(/1\.1\.0 \(candidate\) +150 +42 \(boundary 4, late 35, load 1, render 2\) +9\/0\/0/)
})
