/** What was done, by the action of an event; part, version and environment follow. */
export const doneWords: Record<string, string> = {
  publish: 'published',
  promote: 'promoted',
  canary: 'changed the share of',
  abort: 'aborted the rollout of',
  pause: 'paused the rollout of',
  resume: 'resumed the rollout of',
  advance: 'took the next step of',
  evidence: 'took from its visitors',
  rollback: 'rolled back to',
  retire: 'retired',
  rehearse: 'rehearsed a rollback in',
  kill: 'took off the site',
  revive: 'brought back',
  freeze: 'froze',
  unfreeze: 'ended the freeze',
  lock: 'locked',
  unlock: 'unlocked',
  schedule: 'scheduled a change of',
  unschedule: 'took back a scheduled change of',
  notify: 'chose who is notified of',
  preview: 'made a link to a preview of',
  'end-preview': 'ended a link to a preview of',
  'open-preview': "opened a link to a developer's machine that serves",
  'reserve-address': 'reserved an address for',
  'release-address': 'gave up an address of',
  'clean-up': 'deleted',
  environment: 'created',
  token: 'made or ended a token',
  identity: 'added or removed an identity',
  exchange: 'got a token for an ID token',
  sign: 'signed',
  approve: 'approved',
  trust: 'changed trust.json',
  login: 'logged in',
}

/** After "was refused to", where that is not the action itself. */
const refusedWords: Record<string, string> = {
  schedule: 'schedule a change of',
  unschedule: 'take back a scheduled change of',
  notify: 'choose who is notified of',
  login: 'log in',
  exchange: 'get a token for an ID token',
  trust: 'change trust.json',
  rehearse: 'record a rehearsal in',
  'open-preview': "open a link to a developer's machine",
}

/** `promoted`, or `was refused to promote`. */
export const didWords = ({ action, refused }: { action: string; refused: boolean }): string =>
  refused ? `was refused to ${refusedWords[action] ?? action}` : (doneWords[action] ?? action)

/** The state before or after an event, in a few words. */
export function stateText(state: Record<string, unknown> | null): string {
  if (state === null) return '-'
  const { stable, candidate, traffic, strategy } = state
  const paused = (strategy as { paused?: unknown } | null | undefined)?.paused ? ', paused' : ''
  // Of a scheduled change.
  if (typeof state.what === 'string') return `${state.what}, at ${state.at}`
  if (stable !== undefined) return `${stable}${candidate ? `, ${candidate} for ${traffic} %${paused}` : ''}`
  return Object.values(state)
    .filter((value) => typeof value === 'string')
    .join(' ')
}
