import { releaseFileUrl } from '@marram/release-contract/release-files'
import { expect, it } from 'vitest'
import { chunkList, ownList } from './chunk-list'

const part = { name: 'mfe-events', version: '1.2.0-rc.1' }

it.each([
  ['https://marram.org', ''],
  ['http://localhost:3000', '?retry=2'],
  ['https://files.example/of/browser/1', ''],
])('a chunk from %s finds the list of its release%s', (origin, retry) => {
  const src = `${origin}${releaseFileUrl(part.name, part.version, 'browser/static/js/async/a.0f.js')}${retry}`
  const lists = { [chunkList(part)]: 'its own' }
  expect(new Function('globalThis', 'document', `return ${ownList}`)(lists, { currentScript: { src } })).toBe('its own')
})
