import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { engines } from '@marram/server/testing/engines'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commands } from './cli-commands'
import { freshRegistry } from './testing/registry'

/** Each call of a person: the command that makes it, and the file of the console that does. */
const table: Record<string, [command: string, console: string]> = {
  listParts: ['list', 'previews/what-fields.tsx'],
  listVersions: ['list', 'rollout/versions.tsx'],
  showGate: ['gate', 'release/gate-report.tsx'],
  showEvidence: ['evidence', 'rollout/evidence.tsx'],
  createPreview: ['preview', 'previews/link-dialog.tsx'],
  promote: ['promote', 'changes/part-changes.ts'],
  canary: ['canary', 'changes/part-changes.ts'],
  abort: ['abort', 'changes/part-changes.ts'],
  pause: ['pause', 'changes/part-changes.ts'],
  resume: ['resume', 'changes/part-changes.ts'],
  rollback: ['rollback', 'changes/part-changes.ts'],
  rollbackEnvironment: ['rollback', 'compositions/compositions.tsx'],
  kill: ['kill', 'changes/stop-changes.ts'],
  revive: ['revive', 'changes/stop-changes.ts'],
  lock: ['lock', 'changes/stop-changes.ts'],
  unlock: ['unlock', 'changes/stop-changes.ts'],
  freeze: ['freeze', 'changes/stop-changes.ts'],
  unfreeze: ['unfreeze', 'changes/stop-changes.ts'],
  listEnvironments: ['environments', 'board/new-environment.tsx'],
  createEnvironment: ['environment create', 'board/new-environment.tsx'],
  showEnvironment: ['status', 'compositions/compositions.tsx'],
  listCompositions: ['compositions', 'previews/what-fields.tsx'],
  listEvents: ['events', 'activity/activity.tsx'],
  why: ['why', 'why/why.tsx'],
  listTokens: ['tokens', 'tokens/tokens.tsx'],
  createToken: ['token create', 'tokens/tokens.tsx'],
  revokeToken: ['token revoke', 'tokens/tokens.tsx'],
  listUnused: ['clean-up', 'clean-up/clean-up.tsx'],
  cleanUp: ['clean-up', 'clean-up/deletion.ts'],
}

/** Calls that are not a person's own. */
const others: Record<string, string> = {
  showComposition: 'command composition; the console asks why, which says all of that and more',
  showDifference: 'command diff; the console makes the same of the two manifests, which it has anyhow',
  showBoard: 'what the console shows of all of the others at once; status says it of one environment',
  discover: 'edges',
  everLive: 'edges',
  addEvidence: 'edges',
  addDiagnostics: 'edges',
  showPreview: 'edges, for whoever follows a link',
  openPreview: 'edges, for whoever opens a link with a token',
  beginUpload: 'publish, which is a command alone: it needs the files',
  sendFile: 'publish',
  completeUpload: 'publish',
}

type Operation = { operationId: string }

const consoleFolder = join(import.meta.dirname, '../console/src')
const input = { part: 'events', version: '1.0.0', name: 'x', id: '0123abcd', composition: '0123abcd', traffic: 1 }

describe('everything a person does', () => {
  let fresh: Awaited<ReturnType<typeof freshRegistry>>
  let calls: { id: string; method: string; path: string }[]
  beforeAll(async () => {
    fresh = await freshRegistry(engines[0] as (typeof engines)[number])
    const { body } = await fresh.registry.call('GET', '/releases/docs/json', { token: null })
    const { paths } = body as { paths: Record<string, Record<string, Operation>> }
    calls = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId: id }]) => ({ id, method: method.toUpperCase(), path })),
    )
  })
  afterAll(() => fresh.remove())

  it('is known of every call', () => {
    expect(calls.map(({ id }) => id).sort()).toEqual([...Object.keys(table), ...Object.keys(others)].sort())
  })

  it.each(Object.entries(table))('%s has a command', (operation, [command]) => {
    const { method, path } = calls.find(({ id }) => id === operation) as (typeof calls)[number]
    const pattern = new RegExp(`^${path.replace(/\{[^}]+\}/g, '[^/]+')}$`)
    const made = [input, { ...input, part: undefined }].map((each) => commands[command]?.call?.(each))
    // Of clean-up the listing is the call; the deletion follows it.
    if (operation === 'cleanUp') expect(commands[command]?.options).toContain('delete')
    else
      expect(made).toContainEqual(
        expect.objectContaining({
          method,
          path: expect.stringMatching(new RegExp(`${pattern.source.slice(0, -1)}(\\?|$)`)),
        }),
      )
  })

  it.each(Object.entries(table))('%s is in the console', (operation, [, file]) => {
    const { path } = calls.find(({ id }) => id === operation) as (typeof calls)[number]
    const source = readFileSync(join(consoleFolder, file), 'utf8')
    const written = path.split('/').map((part) => (part.startsWith('{') ? '\\$\\{[^}]+\\}' : part))
    const address = new RegExp(`['"\`]${written.join('/')}['"\`?]`)
    // Changes of a part or an environment name the last of it alone.
    const isNamed = file.startsWith('changes/') && source.includes(`'${path.split('/').at(-1)}'`)
    expect(isNamed || address.test(source), `${path} in ${file}`).toBe(true)
  })
})
