import { expect, it } from 'vitest'
import { evidenceText, previewText } from './record-texts'

it('shows at which stage versions failed', () => {
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
    poorer: [],
    course: [],
  })
  expect(text).toMatch(/^VERSION +LOADS +FAILURES +LCP/)
  expect(text).toContain('\nLCP, INP and CLS: how many loads were good, fair and poor.')
  expect(text).toMatch(/1\.0\.0 +200 +0 +0\/0\/0/)
  expect(text).toMatch(/1\.1\.0 \(candidate\) +150 +42 \(boundary 4, late 35, load 1, render 2\) +9\/0\/0/)
})

it('describes what a preview of a dev source shows and what it does not', () => {
  const link = {
    id: '0123abcd',
    environment: 'production',
    path: '/releases/preview/x',
    expiresAt: '2026-05-01T12:00:00Z',
  }
  const text = previewText({ ...link, versions: { shell: '1.0.0' }, needsToken: true })
  expect(text).toContain('Shows what that address serves at the moment, rendered by the edge, with shell 1.0.0')
  expect(text).toContain('end-preview 0123abcd')
  expect(text).toContain('It does not show what the gate would say, nor how fast the pages will be')
  const note = 'It opens the home page.'
  expect(previewText({ ...link, versions: {}, needsToken: false, note })).toContain('\nIt opens the home page.\nTo end')
  expect(previewText({ ...link, versions: { shell: '1.0.0' }, needsToken: false })).not.toContain('does not show')
})
