import { expect, it } from 'vitest'
import { whyText } from '../../cli/record-texts'
import { choiceWords, digestWords, failedPart, previewWords } from './why-text'

const bucket = { version: '1.1.0', rule: 'bucket', bucket: 3.14 } as const
const only = { version: '1.1.0', rule: 'only' } as const

it.each([
  [bucket, '1.1.0', false, 'bucket 3.14 gets 1.1.0'],
  [only, '1.1.0', false, 'the only one'],
  [
    bucket,
    '1.0.0',
    false,
    'the page has 1.0.0: opened before that changed, or 1.1.0 could not be used; when it was reported, bucket 3.14 was to have 1.1.0',
  ],
  [
    only,
    undefined,
    false,
    'the page is without it: opened before that changed, or 1.1.0 could not be used; when it was reported, the only one was 1.1.0',
  ],
  [bucket, '2.0.0', true, 'a preview; otherwise bucket 3.14 was to have 1.1.0'],
])('for the choice %j on a page with %s (preview: %s)', (choice, version, preview, words) => {
  expect(choiceWords(choice, { version, preview })).toBe(words)
})

it("uses neither today’s rule for a tab that was opened earlier, nor another version's figures", () => {
  const text = whyText({
    id: '0123456789ab',
    composition: '0123456789ab',
    environments: [],
    versions: { events: '1.0.0' },
    report: {
      at: '2026-05-01T12:00:00Z',
      environment: 'production',
      kind: 'boundary',
      message: '#k3x9ab broken',
      preview: false,
      choices: { events: bucket },
    },
    retired: [{ environment: 'production', part: 'quiz', at: 'noon', by: 'Ann', reason: 'it is over' }],
    notUsed: [],
    digests: [{ environment: 'staging', part: 'events', version: '1.0.0', right: true }],
    outcomes: [
      { environment: 'production', part: 'events', version: '1.0.0', metric: 'edge.loads', count: 7 },
      { environment: 'production', part: 'events', version: '1.1.0', metric: 'edge.loads', count: 30 },
      { environment: 'production', part: 'events', version: '1.1.0', metric: 'edge.failures.use', count: 30 },
    ],
  })
  expect(text).toMatch(/events +1\.0\.0 +the page has 1\.0\.0: .* was to have 1\.1\.0 +right in staging +7 +0/)
  expect(text).toContain('quiz was retired from production by Ann at noon, so its pages are not found: it is over')
})

it('shows what edges found when they compared digests, and which preview a report is from', () => {
  const of = { part: 'events', version: '1.1.0' }
  const digests = [
    { ...of, environment: 'production', right: true },
    { ...of, environment: 'staging', right: false },
    { ...of, environment: 'next', right: true },
  ]
  expect(digestWords(digests, 'events', '1.1.0')).toBe('right in production, next; WRONG in staging')
  expect(digestWords(digests, 'events', '1.0.0')).toBe('not compared yet')
  expect(previewWords({ previewOf: 'events 1.1.0' })).toBe('a preview of events 1.1.0')
  expect(previewWords({})).toBe('a preview')
})

it.each([
  [{ part: 'events', version: '2.0.0' }, 'events 2.0.0'],
  [{ part: 'events' }, 'events 1.0.0'],
  [{ part: 'other' }, 'other'],
  [{}, undefined],
])('of the report %j names %s', (report, words) => {
  expect(failedPart(report, { events: '1.0.0' })).toBe(words)
})
