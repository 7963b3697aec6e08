import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CallName, calls } from '@marram/release-contract/calls'
import { expect, it } from 'vitest'
import { commands } from './commands'
import { requestOf } from './testing/request-of'

/** Each call of a person: its command, and its file in the console. */
const byPeople = {
  listParts: ['list', 'previews/link-dialog.tsx'],
  listVersions: ['list events', 'rollout/rollout.tsx'],
  showGate: ['gate events 1.0.0', 'release/release.tsx'],
  showEvidence: ['evidence events', 'rollout/evidence.tsx'],
  listFaults: ['faults events', 'rollout/faults.tsx'],
  createPreview: ['preview events 1.0.0', 'previews/link-dialog.tsx'],
  listPreviews: ['previews', 'previews/links.tsx'],
  endPreview: ['end-preview 0123abcd', 'previews/links.tsx'],
  promote: ['promote events', 'changes/part-changes.ts'],
  canary: ['canary events --traffic 1', 'changes/part-changes.ts'],
  abort: ['abort events', 'changes/part-changes.ts'],
  pause: ['pause events', 'changes/part-changes.ts'],
  resume: ['resume events', 'changes/part-changes.ts'],
  rollback: ['rollback events', 'changes/part-changes.ts'],
  rollbackEnvironment: ['rollback --composition 0123abcd --yes --reason x', 'compositions/compositions.tsx'],
  retire: ['retire events --reason x', 'changes/part-changes.ts'],
  kill: ['kill events --reason x', 'changes/stop-changes.ts'],
  revive: ['revive events', 'changes/stop-changes.ts'],
  lock: ['lock events --reason x', 'rollout/rollout.tsx'],
  unlock: ['unlock events', 'changes/stop-changes.ts'],
  schedule: ['schedule promote events 1.0.0 --at 2026-05-01T12:00:00Z', 'schedule/schedule.tsx'],
  listSchedule: ['scheduled', 'schedule/schedule.tsx'],
  unschedule: ['unschedule 0123abcd', 'schedule/schedule.tsx'],
  addRecipient: ['notify add https://hooks.example/x', 'notifications/notifications.tsx'],
  listRecipients: ['notify list', 'notifications/notifications.tsx'],
  removeRecipient: ['notify remove 0123abcd', 'notifications/notifications.tsx'],
  testRecipient: ['notify test 0123abcd', 'notifications/notifications.tsx'],
  listNotifications: ['notify log', 'notifications/notifications.tsx'],
  listApprovals: ['approvals', 'approvals/approvals.tsx'],
  freeze: ['freeze --reason x', 'changes/stop-changes.ts'],
  unfreeze: ['unfreeze', 'changes/stop-changes.ts'],
  listEnvironments: ['environments', 'activity/activity.tsx'],
  createEnvironment: ['environment create x', 'board/board.tsx'],
  showEnvironment: ['status', 'compositions/compositions.tsx'],
  listCompositions: ['compositions', 'compositions/compositions.tsx'],
  listEvents: ['events', 'activity/activity.tsx'],
  showDelivery: ['metrics', 'delivery/delivery.tsx'],
  why: ['why 0123abcd', 'why/why.tsx'],
  listTokens: ['tokens', 'tokens/tokens.tsx'],
  createToken: ['token create x --role viewer', 'tokens/tokens.tsx'],
  revokeToken: ['token revoke x', 'tokens/tokens.tsx'],
  listIdentities: ['identities', 'tokens/identities.tsx'],
  addIdentity: ['identity add x --issuer https://issuer.example --claims sub=x --role viewer', 'tokens/identities.tsx'],
  removeIdentity: ['identity remove x', 'tokens/identities.tsx'],
  listUnused: ['clean-up', 'clean-up/clean-up.tsx'],
} satisfies Partial<Record<CallName, [command: string, console: string]>>

/** Calls that people do not make themselves, or not in all three ways. */
const others = {
  cleanUp: 'command clean-up --delete, after the list of what is unused; in the console clean-up/clean-up.tsx',
  showComposition: 'rollback --composition before it asks for --yes; why shows all of that and more',
  showDifference: 'command diff; the console makes the same of the two manifests, which it has',
  showPicture: 'command gate --pictures saves those of the gate; in the console release/pictures.tsx',
  showBoard: 'what the console shows of all of the others at once; status shows it of one environment',
  listAddresses: 'command addresses; the gate names the owner where it matters',
  reserveAddress: 'command address reserve; rare, and no visitor sees it',
  releaseAddress: 'command address release, which the gate writes out where it refuses a release',
  discover: 'edges',
  everLive: 'edges',
  addEvidence: 'edges',
  addDiagnostics: 'edges',
  addRehearsal: 'command rehearse, with what it saw; command metrics and delivery/delivery.tsx show the last one',
  showPreview: 'edges, for everybody who follows a link',
  openPreview: 'edges, for everybody who opens a link with a token',
  exchangeToken: 'the command line by itself, where a pipeline has an ID token',
  beginUpload: 'publish, which is a command alone: it needs the files',
  sendFile: 'publish',
  completeUpload: 'publish',
  signRelease: 'publish, and key rotate: it needs the private key',
  showSignatures: 'edges; approve looks at them first',
  showTrust: 'edges; command trust show',
  updateTrust: 'commands trust update and key revoke: it needs the private keys of roots',
  approve: 'command approve, after what it approves was checked; in the console approvals/approvals.tsx',
} satisfies Partial<Record<CallName, string>>

const sourceOf = (file: string) => readFileSync(join(import.meta.dirname, '../console/src', file), 'utf8')

it('every call is in one of the two lists', () => {
  expect(Object.keys({ ...byPeople, ...others }).sort()).toEqual(Object.keys(calls).sort())
})

it.each(Object.entries(byPeople))('%s has a command', async (name, [line]) => {
  expect(await requestOf(line)).toHaveProperty('call', name)
})

it.each(Object.entries(byPeople))('%s is in the console', (name, [, file]) => {
  expect(sourceOf(file)).toContain(`'${name}'`)
})

it('approves in the console', () => {
  expect(sourceOf('approvals/approvals.tsx')).toContain("'approve'")
})

it('deletes by a command and in the console', () => {
  expect(commands['clean-up']?.options).toContain('delete')
  expect(sourceOf('clean-up/clean-up.tsx')).toContain("'cleanUp'")
})
