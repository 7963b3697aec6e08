import { expect, it } from 'vitest'
import { whyText } from '../cli-record-texts'
import { choiceWords } from './choice-words'

const bucket = { version: '1.1.0', rule: 'bucket', bucket: 3.14 }
const only = { version: '1.1.0', rule: 'only' }

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
])('of the choice %j on a page with %s (preview: %s)', (choice, version, preview, words) => {
  expect(choiceWords(choice, { version, preview })).toBe(words)
})

it('does not give a tab that was opened earlier the rule of today, nor another version its figures', () => {
  const text = whyText({
    composition: '0123456789ab',
    versions: { events: '1.0.0' },
    report: { at: '2026-05-01T12:00:00Z', message: '#k3x9ab broken', preview: false, choices: { events: bucket } },
    notUsed: [],
    outcomes: [
      { part: 'events', version: '1.0.0', metric: 'edge.loads', count: 7 },
      { part: 'events', version: '1.1.0', metric: 'edge.loads', count: 30 },
      { part: 'events', version: '1.1.0', metric: 'edge.failures.use', count: 30 },
    ],
  })
  expect(text).toMatch(/events +1\.0\.0 +the page has 1\.0\.0: .* was to have 1\.1\.0 +7 +0/)
})
