const did: Record<string, string> = {
  publish: 'published',
  promote: 'promoted',
  canary: 'changed the share of',
  abort: 'aborted the rollout of',
  pause: 'paused the rollout of',
  resume: 'resumed the rollout of',
  advance: 'took the next step of',
  evidence: 'took from its visitors',
  rollback: 'rolled back to',
  kill: 'took off the site',
  revive: 'brought back',
  freeze: 'froze',
  unfreeze: 'ended the freeze',
  lock: 'locked',
  unlock: 'unlocked',
  preview: 'made a link to a preview of',
  'open-preview': 'opened a link to a machine that serves',
  'clean-up': 'deleted',
  environment: 'created',
  token: 'made or ended a token',
  login: 'logged in',
}

/** Whatever an event can be about. */
export const actions = Object.keys(did)

/** What somebody did, so that a sentence can go on with what it was done to. */
export const didWords = (action: string): string => did[action] ?? action

const wanted: Record<string, string> = { login: 'log in', 'open-preview': 'open a link to a machine' }

export const wantedWords = (action: string): string => `to ${wanted[action] ?? action}`
