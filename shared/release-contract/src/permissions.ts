export const roles = ['viewer', 'publisher', 'manager', 'edge', 'admin'] as const
export type Role = (typeof roles)[number]

/** What a token is needed for. */
export const actions = [
  'read',
  'report',
  'publish',
  'promote',
  'canary',
  'abort',
  'pause',
  'resume',
  'rollback',
  'kill',
  'revive',
  'freeze',
  'unfreeze',
  'lock',
  'unlock',
  'preview',
  'clean-up',
  'environment',
  'token',
] as const
export type Action = (typeof actions)[number]
export type Subject = { part?: string | undefined; environment?: string | undefined }
/** The owner of a token; `part` limits a publisher, `environment` a manager or an edge, null is every one. */
export type Caller = { name: string; role: Role; part: string | null; environment: string | null }

/** Actions in a sentence, where that is not their name. */
const words: Partial<Record<Action, string>> = {
  read: 'look at the release desk',
  report: 'send evidence and diagnostics',
  environment: 'create an environment',
  token: 'see or change tokens',
  preview: 'create a link to a preview',
  'clean-up': 'delete releases',
  rollback: 'roll back',
  canary: 'change a canary',
  pause: 'pause a strategy',
  resume: 'resume a strategy',
}

/** People and their pipelines. An edge is none: what it reads of releases needs no action. */
const everyone: readonly Role[] = ['viewer', 'publisher', 'manager', 'admin']
const managers: readonly Role[] = ['manager', 'admin']
const rolesFor: Partial<Record<Action, readonly Role[]>> = {
  read: everyone,
  // Not administrators either: candidates are judged by what edges see of visitors alone.
  report: ['edge'],
  publish: ['publisher', 'admin'],
  preview: ['publisher', 'manager', 'admin'],
  'clean-up': ['admin'],
  environment: ['admin'],
  token: ['admin'],
}

/** Why the caller may not do it, in words; undefined where they may. */
export function whyNot(caller: Caller, action: Action, subject: Subject): string | undefined {
  const { name, role, part, environment } = caller
  if (!(rolesFor[action] ?? managers).includes(role))
    return `The token "${name}" is ${article(role)} ${role}'s and may not ${words[action] ?? action}.`
  if (role === 'publisher' && action === 'publish' && part !== null && part !== subject.part)
    return `The token "${name}" may publish ${part} only, not ${subject.part}.`
  if (role === 'edge' && environment !== null && environment !== subject.environment)
    return `The token "${name}" may ${words.report} of ${environment} only, not of ${subject.environment}.`
  const isChange = action !== 'read' && action !== 'preview'
  if (role === 'manager' && isChange && environment !== null && environment !== subject.environment)
    return `The token "${name}" may change ${environment} only, not ${subject.environment}.`
  return undefined
}

export const article = (role: Role) => (role === 'admin' || role === 'edge' ? 'an' : 'a')
