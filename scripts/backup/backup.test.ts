import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { openEntries } from '@marram/server/testing/open-entries'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { UsageError } from '../workspace'
import { backup, restore } from './backup'

let folder: string
let before: number
const at = (...names: string[]) => path.join(folder, ...names)
const filesIn = (name: string) =>
  fs
    .readdirSync(at(name), { recursive: true, encoding: 'utf8' })
    .filter((each) => fs.statSync(at(name, each)).isFile())
    .sort()
const said: string[] = []

beforeEach(() => {
  before = process.umask()
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'marram-backup-'))
  const given: [name: string, text?: string][] = [
    ...['api/database/pg/base', 'api/database/pg.before-1/base', 'api/media/a.svg', 'api/secret', 'api/token'],
    ...['releases/pg/base', 'releases/token', 'releases/files/shell/1/a.js', 'releases/files/shell/1/b.part'],
    ...[
      'edge/document.json',
      'edge/releases/shell/1/a.js',
      'logs/edge.log',
      'dev/api/secret',
      'start.json',
      'keys/local.pem',
    ],
  ].map((name) => [name])
  for (const [name, text = name] of given) {
    fs.mkdirSync(path.dirname(at('data', name)), { recursive: true })
    fs.writeFileSync(at('data', name), text)
  }
  vi.stubEnv('MARRAM_DATA', at('data'))
  vi.stubEnv('INIT_CWD', folder)
  for (const name of ['DATABASE_URL', 'API_UPLOADS', 'API_MEDIA', 'RELEASES_FILES']) vi.stubEnv(name, '')
  said.length = 0
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => said.push(String(text)) > 0)
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  process.umask(before)
  fs.rmSync(folder, { recursive: true })
})

it('a backup has what a site cannot make again, closed to other accounts, and a restore brings it back', async () => {
  await backup(['kept'])
  const kept = [
    ...['api/database/pg/base', 'api/media/a.svg', 'api/secret', 'edge/document.json', 'keys/local.pem'],
    ...[
      'releases/files/shell/1/a.js',
      'releases/files/shell/1/b.part',
      'releases/pg/base',
      'releases/token',
      'start.json',
    ],
  ]
  expect(filesIn('kept')).toEqual([...kept, 'backup.json'].sort())
  expect(openEntries(at('kept'))).toEqual([])
  vi.stubEnv('MARRAM_DATA', at('new'))
  await restore(['kept'])
  expect(filesIn('new')).toEqual(kept)
  expect(fs.readFileSync(at('new/releases/token'), 'utf8')).toBe('releases/token')
  expect(said.join('')).toMatch(/kept has what .*data had at 2.*\n.*new is what it was at 2/)
  expect(fs.readdirSync(folder).sort()).toEqual(['data', 'kept', 'new'])
})

it.each<[string, () => Promise<void>, RegExp]>([
  ['no folder', () => backup([]), /^Usage: npm run backup -- FOLDER$/],
  ['two folders', () => restore(['a', 'b']), /^Usage: npm run restore -- FOLDER$/],
  ['a backup over something', () => backup(['data']), /data is there already/],
  ['a backup of nothing', () => withData('nowhere', () => backup(['kept'])), /no site's data in .*nowhere/],
  ['a restore of something else', () => restore(['data']), /data is no backup/],
  ['a backup of a server', () => withServer(() => backup(['kept'])), /PostgreSQL server/],
])('refuses %s, and changes nothing', async (_, act, message) => {
  const was = filesIn('data')
  const refused = await act().catch((error: Error) => error)
  expect(refused).toBeInstanceOf(UsageError)
  expect((refused as Error).message).toMatch(message)
  expect(filesIn('data')).toEqual(was)
  expect(fs.readdirSync(folder)).toEqual(['data'])
})

it('a restore does not replace what is there', async () => {
  await backup(['kept'])
  await expect(restore(['kept'])).rejects.toThrow(/data is not empty.*mv /)
  expect(filesIn('data')).toContain('logs/edge.log')
})

function withData(name: string, act: () => Promise<void>): Promise<void> {
  vi.stubEnv('MARRAM_DATA', at(name))
  return act()
}

function withServer(act: () => Promise<void>): Promise<void> {
  vi.stubEnv('DATABASE_URL', 'postgres://127.0.0.1/x')
  return act()
}
