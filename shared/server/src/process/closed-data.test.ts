import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openEntries, withoutUmask } from '../testing/open-entries'
import { closeData, ForeignData } from './closed-data'

let folder: string
let data: string
let before: number
beforeEach(() => {
  before = process.umask()
  folder = mkdtempSync(join(tmpdir(), 'marram-closed-'))
  data = join(folder, 'new/data')
})
afterEach(() => {
  process.umask(before)
  rmSync(folder, { recursive: true })
})
const mode = (...path: string[]) => (statSync(join(data, ...path)).mode & 0o777).toString(8)

it('creates a folder readable only for its owner, and closes what is written from then on', async () => {
  await withoutUmask(() => {
    closeData(data)
    mkdirSync(join(data, 'api'))
    writeFileSync(join(data, 'api/token'), 'x')
  })
  expect(openEntries(data)).toEqual([])
})

it('closes open files in it, and nothing behind a link or outside the site', async () => {
  const elsewhere = join(folder, 'elsewhere')
  await withoutUmask(() => {
    for (const each of ['api/database/pg/pg_wal', 'releases/trials', 'edge', 'logs', 'dev/releases', 'mine'])
      mkdirSync(join(data, each), { recursive: true })
    mkdirSync(elsewhere)
    for (const each of ['api/database/pg/pg_wal/1', 'logs/edge.log', 'dev/releases/token', 'start.json', 'mine/file'])
      writeFileSync(join(data, each), 'x')
    writeFileSync(join(elsewhere, 'file'), 'x')
    symlinkSync(elsewhere, join(data, 'edge/linked'))
    symlinkSync(join(elsewhere, 'file'), join(data, 'api/linked'))
    symlinkSync(join(folder, 'nowhere'), join(data, 'api/broken'))
    chmodSync(join(data, 'logs/edge.log'), 0o644)
  })
  closeData(data)
  expect(openEntries(data)).toEqual(['mine', 'mine/file'])
  expect([mode(), mode('api/database/pg/pg_wal'), mode('api/database/pg/pg_wal/1')]).toEqual(['700', '700', '600'])
  expect((statSync(join(elsewhere, 'file')).mode & 0o777).toString(8)).toBe('666')
  expect((statSync(elsewhere).mode & 0o777).toString(8)).toBe('777')
})

it('closes the files of one service alone when that one starts, and the folder around it', async () => {
  await withoutUmask(() => {
    for (const each of ['api', 'edge']) {
      mkdirSync(join(data, each), { recursive: true })
      writeFileSync(join(data, each, 'file'), 'x')
    }
  })
  closeData(data, ['edge'])
  expect([mode(), mode('edge'), mode('edge/file'), mode('api')]).toEqual(['700', '700', '600', '777'])
})

it('refuses the folder of another user with a message, and changes nothing there', async () => {
  const isRoot = process.getuid?.() === 0
  const theirs = isRoot ? data : '/usr'
  if (isRoot) {
    await withoutUmask(() => mkdirSync(join(data, 'api'), { recursive: true }))
    chownSync(data, 12_345, 12_345)
  }
  const modeBefore = statSync(theirs).mode
  expect(() => closeData(theirs)).toThrow(ForeignData)
  expect(() => closeData(theirs)).toThrow(/belongs to another user .*uid \d+.*MARRAM_DATA/)
  expect(statSync(theirs).mode).toBe(modeBefore)
})

it('reports a path that is not a folder, and leaves it unchanged', async () => {
  const file = join(folder, 'file')
  await withoutUmask(() => writeFileSync(file, 'x'))
  expect(() => closeData(file)).toThrow(/is not a folder/)
  expect((statSync(file).mode & 0o777).toString(8)).toBe('666')
})

it('leaves modes alone on Windows, where they have no meaning', async () => {
  vi.spyOn(process, 'platform', 'get').mockReturnValue('win32')
  await withoutUmask(() => {
    mkdirSync(join(data, 'api'), { recursive: true })
    closeData(data)
    expect([mode(), process.umask()]).toEqual(['777', 0])
  })
  vi.restoreAllMocks()
  expect(existsSync(data)).toBe(true)
})
