import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { integrityOf } from '@marram/files/digest'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { NoSuchRelease, ReleaseStore } from '../releases/release-store'
import { fakeLog } from '../testing/fake-log'
import { ReadableStacks } from './readable-stacks'

const TOKEN = 'marram_viewer'
/** Column 1 is line 3 of a page, column 11 line 7 of a library, and the columns between have no source. */
const map = Buffer.from(
  JSON.stringify({
    version: 3,
    sources: ['../../../../../src/sports/sports.tsx', '../../../node_modules/.pnpm/react@19/node_modules/react/cjs.js'],
    names: ['Sports'],
    mappings: 'AAEEA,U,UCIA',
  }),
)
let asked: string[] = []
let sent = map
const registry = http.createServer(({ url = '', headers }, response) => {
  asked.push(url)
  if (headers.authorization !== `Bearer ${TOKEN}`) return void response.writeHead(404).end()
  response.writeHead(200).end(sent)
})
const logged = fakeLog()
const known = { 'browser/a.js.map': { size: map.length, integrity: integrityOf(map) } }

function stacks(token: string | undefined): ReadableStacks {
  const store = new ReleaseStore('', `http://127.0.0.1:${(registry.address() as AddressInfo).port}`, token)
  store.open = async ({ part, version }) => {
    if (version !== '1.0.0') throw new NoSuchRelease(`no ${part} ${version}`)
    return { manifest: { files: known }, integrity: '', folder: '' } as never
  }
  return new ReadableStacks({
    loadMap: token === undefined ? undefined : (...file) => store.sourceMap(...file),
    log: logged.log,
  })
}
const frame = (column: number, { file = 'browser/a.js', version = '1.0.0', line = 1 } = {}) =>
  `at x (https://marram.example/releases/files/mfe-events/${version}/${file}:${line}:${column})\n`

let readable: ReadableStacks
beforeAll(() => new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve)))
beforeEach(() => {
  asked = []
  sent = map
  logged.lines.length = 0
  readable = stacks(TOKEN)
})
afterAll(() => void registry.close())

describe('a stack of minified files', () => {
  it('is translated to its sources, with each map loaded once', async () => {
    const stack = frame(1) + frame(22) + frame(12)
    const told = [
      'mfe-events@1.0.0 src/sports/sports.tsx:3:3 Sports',
      'mfe-events@1.0.0 react/cjs.js:7:3',
      'mfe-events@1.0.0 browser/a.js:1:12',
    ]
    expect(await readable.read(stack)).toEqual(told)
    expect(await readable.read(stack)).toEqual(told)
    expect(asked).toEqual(['/releases/files/mfe-events/1.0.0/browser/a.js.map'])
    readable.stop()
    // It starts again after a stop.
    expect(await readable.read(frame(1))).toEqual([told[0]])
    readable.stop()
  })

  it('stays unchanged without a token, and no map is requested', async () => {
    expect(await stacks(undefined).read(frame(1))).toEqual(['mfe-events@1.0.0 browser/a.js:1:1'])
    expect(asked).toEqual([])
  })

  it('stays unchanged when the map was changed, which is logged and not retried at once', async () => {
    sent = Buffer.from('{"version":3,"sources":["evil.ts"],"names":[],"mappings":"AAAA"}')
    for (let i = 0; i < 3; i += 1) expect(await readable.read(frame(1))).toEqual(['mfe-events@1.0.0 browser/a.js:1:1'])
    expect(asked).toHaveLength(1)
    expect(logged.lines).toMatchObject([
      { level: 'warn', fields: { part: 'mfe-events', reason: expect.stringContaining('digest') } },
    ])
    readable.stop()
  })

  it('stays unchanged when the release or file is unknown, without a log line', async () => {
    expect(await readable.read(frame(1, { version: '9.9.9' }) + frame(1, { file: 'browser/none.js' }))).toEqual([
      'mfe-events@9.9.9 browser/a.js:1:1',
      'mfe-events@1.0.0 browser/none.js:1:1',
    ])
    expect([asked, logged.lines]).toEqual([[], []])
  })

  it('is translated for a few waiting requests at a time', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => readable.read(frame(1))))
    const mapped = answers.filter(([text]) => text?.includes('sports.tsx'))
    expect([mapped.length, answers.length]).toEqual([8, 12])
    readable.stop()
  })
})
