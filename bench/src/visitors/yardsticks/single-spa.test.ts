import { expect, it } from 'vitest'
import { neededFor } from './single-spa'

const addressOf = (name: string) => `/single-spa-${name}/1.0.0/browser/static/js/index.js`

it('a document preloads the modules of its page, and not those of the other', () => {
  const all = ['react', 'single-spa', 'root-config', 'layout', 'content', 'events'].map(addressOf)
  const shared = ['react', 'single-spa', 'root-config', 'layout'].map(addressOf)
  expect(neededFor('content', all)).toEqual([...shared, addressOf('content')])
  expect(neededFor('events', all)).toEqual([...shared, addressOf('events')])
})
