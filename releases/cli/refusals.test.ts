import { rmSync } from 'node:fs'
import { engines } from '@marram/server/testing/engines'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { command } from '../src/testing/command'
import { fakeSection, writeRelease } from '../src/testing/fake-release'
import { type ReleaseDesk, releaseDesk } from '../src/testing/site'
import { commands } from './commands'

const release = fakeSection('quiz', '3.0.0')
/** Each command about a foreign part or environment: the required role, and the command line. */
const lines: Record<string, [role: 'publisher' | 'releaser' | 'manager' | 'viewer', ...lines: string[]]> = {
  publish: ['releaser', 'publish FOLDER', 'publish FOLDER --promote', 'publish FOLDER --no-build'],
  preview: [
    'releaser',
    'preview quiz 1.1.0',
    'preview quiz --source http://127.0.0.1:4001',
    'preview --composition ID',
  ],
  'end-preview': ['releaser', 'end-preview LINK'],
  describe: ['releaser', 'describe quiz 1.1.0'],
  promote: ['releaser', 'promote quiz 1.1.0', 'promote quiz 1.0.0', 'promote events 1.1.0 --env elsewhere'],
  canary: ['releaser', 'canary quiz 1.1.0 --traffic 5', 'canary events 1.1.0 --traffic 5 --group summer'],
  abort: ['releaser', 'abort quiz'],
  pause: ['releaser', 'pause quiz'],
  resume: ['releaser', 'resume quiz'],
  rollback: ['releaser', 'rollback quiz', 'rollback --composition ID --yes --reason x'],
  retire: ['releaser', 'retire events --reason x', 'retire quiz --reason x'],
  kill: ['releaser', 'kill quiz --reason x', 'kill events --reason x --env elsewhere'],
  revive: ['releaser', 'revive quiz'],
  lock: ['releaser', 'lock quiz --reason x'],
  unlock: ['releaser', 'unlock quiz'],
  'address reserve': ['releaser', 'address reserve events /new', 'address reserve quiz /new'],
  'address release': ['releaser', 'address release quiz /quiz'],
  freeze: ['manager', 'freeze --reason x --env elsewhere'],
  unfreeze: ['manager', 'unfreeze --env elsewhere'],
  'schedule promote': ['releaser', 'schedule promote quiz 1.1.0 --at 2099-05-01T12:00:00Z'],
  'schedule canary': ['releaser', 'schedule canary quiz 1.1.0 --traffic 5 --at 2099-05-01T12:00:00Z'],
  'schedule rollback': ['releaser', 'schedule rollback quiz --at 2099-05-01T12:00:00Z'],
  'schedule abort': ['releaser', 'schedule abort quiz --at 2099-05-01T12:00:00Z'],
  'schedule revive': ['releaser', 'schedule revive quiz --at 2099-05-01T12:00:00Z'],
  'schedule unlock': ['releaser', 'schedule unlock quiz --at 2099-05-01T12:00:00Z'],
  'schedule freeze': [
    'manager',
    'schedule freeze --at 2099-05-01T12:00:00Z --until 2099-05-02T12:00:00Z --reason x --env elsewhere',
  ],
  'schedule unfreeze': ['manager', 'schedule unfreeze --at 2099-05-01T12:00:00Z --env elsewhere'],
  unschedule: ['releaser', 'unschedule CHANGE'],
  'notify add': ['releaser', 'notify add https://hooks.example/x', 'notify add https://hooks.example/x --part quiz'],
  'notify remove': ['releaser', 'notify remove RECIPIENT'],
  'notify test': ['releaser', 'notify test RECIPIENT'],
  rehearse: ['manager', 'rehearse'],
  'clean-up': ['manager', 'clean-up --delete'],
  'environment create': ['manager', 'environment create qa'],
  tokens: ['manager', 'tokens'],
  'token create': ['manager', 'token create x --role viewer'],
  'token revoke': ['manager', 'token revoke x'],
  identities: ['manager', 'identities'],
  'identity add': ['manager', 'identity add x --issuer https://issuer.example --claims sub=x --role viewer'],
  'identity remove': ['manager', 'identity remove x'],
}
/** Allowed for every token of a person, and for nobody else. */
const reads = [
  'faults',
  'notify list',
  'notify log',
  'approvals',
  'scheduled',
  'metrics',
  'list',
  'gate',
  'diff',
  'evidence',
  'status',
  'compositions',
  'why',
  'events',
  'environments',
  'addresses',
  'previews',
]

/** Their refusals need keys: trust-commands.test.ts. */
const withKeys = ['approve', 'key create', 'key list', 'key revoke', 'key rotate', 'trust show', 'trust update']

describe.each(engines.slice(0, 1))('a command that the token does not allow', (engine) => {
  const folder = writeRelease(release)
  let desk: ReleaseDesk
  let composition: string
  let link: string
  let change: string
  let recipient: string
  const tokens: Record<string, string> = {}
  beforeAll(async () => {
    desk = await releaseDesk(engine)
    await desk.begin()
    composition = String((await desk.get()).composition)
    link = String((await desk.act(null, 'previews', { part: 'quiz', version: '1.1.0' })).body.id)
    const later = { call: 'promote', part: 'quiz', version: '1.1.0', at: new Date(Date.now() + 86_400_000) }
    change = String((await desk.act(null, 'schedule', later)).body.id)
    recipient = String((await desk.act(null, 'recipients', { target: 'https://hooks.example/x' })).body.id)
    const { env: environment, registry } = desk
    await registry.publish(release)
    tokens.publisher = await registry.tokenFor({ role: 'publisher', part: 'events', environment })
    tokens.releaser = await registry.tokenFor({ role: 'releaser', part: 'events', environment })
    tokens.manager = await registry.tokenFor({ role: 'manager', environment })
    tokens.viewer = await registry.tokenFor({ role: 'viewer' })
    tokens.edge = await registry.tokenFor({ role: 'edge', environment })
  })
  afterAll(async () => {
    await desk.remove()
    rmSync(folder, { recursive: true })
  })
  const run = (line: string, role: string) => {
    const named = line
      .replace('FOLDER', folder)
      .replace('ID', composition)
      .replace('LINK', link)
      .replace('CHANGE', change)
      .replace('RECIPIENT', recipient)
      .replace('elsewhere', 'production')
    const name = Object.keys(commands).find((each) => `${line} `.startsWith(`${each} `)) as string
    const inEnvironment = commands[name]?.options.includes('environment') && !/--env /.test(line)
    const variables = { MARRAM_RELEASES_URL: desk.registry.url, MARRAM_TOKEN: tokens[role] ?? '' }
    return command([...named.split(' '), ...(inEnvironment ? ['--env', desk.env] : [])], variables)
  }

  it('is tried for every command', () => {
    expect([...Object.keys(lines), ...reads, ...withKeys, 'notes', 'completion'].sort()).toEqual(
      Object.keys(commands).sort(),
    )
  })

  it.each(Object.values(lines).flatMap(([role, ...all]) => all.map((line) => [line, role])))(
    '%s, with the token of a %s of something else or of a lesser role, ends with exit code 1 and a message',
    async (line, role) => {
      for (const each of [role, 'viewer']) {
        const refused = { code: 1, stdout: '', stderr: expect.stringMatching(/^The token ".+" (may|is) .+\.\n$/) }
        expect(await run(line, each), each).toEqual(refused)
      }
    },
  )

  it('notes is for people', async () => {
    const line = `notes quiz 1.0.0 1.1.0 --folder ${folder}`
    expect(await run(line, 'viewer')).toMatchObject({ stderr: expect.stringContaining('do not both name a commit') })
    expect(await run(line, 'edge')).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('an edge') })
  })

  it.each(reads)('%s is for people', async (name) => {
    const takes = {
      gate: 'quiz 1.0.0',
      diff: 'quiz 1.0.0',
      evidence: 'quiz',
      why: composition,
    }
    const line = [name, takes[name as keyof typeof takes]].filter(Boolean).join(' ')
    expect(await run(line, 'viewer')).toMatchObject({ code: 0, stderr: '' })
    expect(await run(line, 'edge')).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('an edge') })
  })
})
