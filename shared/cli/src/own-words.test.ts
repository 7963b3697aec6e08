import { expect, it } from 'vitest'
import { inOwnWords } from './own-words'

it.each([
  ['To end it before: npm run release -- end-preview d40b', 'To end it before: npx marram end-preview d40b'],
  ['To take it back: npm run release -- unschedule d40b', 'To take it back: npx marram unschedule d40b'],
  ['npm run release -- preview tides 1.0.0', 'npx marram preview 1.0.0'],
  [
    'npm run release -- gate tides 1.0.0, then npm run release -- status',
    'npx marram gate 1.0.0, then npx marram status',
  ],
  // Another team's, or a manager's.
  ['npm run release -- address release news /news', 'npm run release -- address release news /news'],
  ['npm run release -- token create', 'npm run release -- token create'],
])('%s', (desk, own) => {
  expect(
    inOwnWords(desk, { commands: ['end-preview', 'unschedule', 'preview', 'gate', 'status'], part: 'tides' }),
  ).toBe(own)
})
