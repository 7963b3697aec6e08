export const roles = ['viewer', 'publisher', 'manager', 'edge', 'admin'] as const
export type Role = (typeof roles)[number]

export type Subject = { part?: string | undefined; environment?: string | undefined }
/** The owner of a token; `part` limits a publisher, `environment` a manager or an edge, null is every one. */
export type Caller = { name: string; role: Role; part: string | null; environment: string | null }

type Right = { roles: readonly Role[]; words?: string }
const managers: readonly Role[] = ['manager', 'admin']
const administrators: readonly Role[] = ['admin']

/** What a token is needed for: which roles may do it, and its name in a sentence where that is another one. */
const rights = {
  // People and their pipelines. An edge is none: what it reads of releases needs no action.
  read: { roles: ['viewer', 'publisher', 'manager', 'admin'], words: 'look at the release desk' },
  // Not administrators either: candidates are judged by what edges see of visitors alone.
  report: { roles: ['edge'], words: 'send evidence and diagnostics' },
  publish: { roles: ['publisher', 'admin'] },
  promote: { roles: managers },
  canary: { roles: managers, words: 'change a canary' },
  abort: { roles: managers },
  pause: { roles: managers, words: 'pause a strategy' },
  resume: { roles: managers, words: 'resume a strategy' },
  rollback: { roles: managers, words: 'roll back' },
  retire: { roles: managers },
  kill: { roles: managers },
  revive: { roles: managers },
  freeze: { roles: managers },
  unfreeze: { roles: managers },
  lock: { roles: managers },
  unlock: { roles: managers },
  'reserve-address': { roles: managers, words: 'reserve an address' },
  'release-address': { roles: managers, words: 'release an address' },
  preview: { roles: ['publisher', 'manager', 'admin'], words: 'create a link to a preview' },
  'clean-up': { roles: administrators, words: 'delete releases' },
  environment: { roles: administrators, words: 'create an environment' },
  token: { roles: administrators, words: 'see or change tokens' },
} satisfies Record<string, Right>
export type Action = keyof typeof rights
export const actions = Object.keys(rights) as Action[]

/** Why the caller may not do it, in words; undefined where they may. */
export function whyNot(caller: Caller, action: Action, subject: Subject): string | undefined {
  const { name, role, part, environment } = caller
  const { roles: allowed, words = action }: Right = rights[action]
  if (!allowed.includes(role)) return `The token "${name}" is ${article(role)} ${role}'s and may not ${words}.`
  if (role === 'publisher' && action === 'publish' && part !== null && part !== subject.part)
    return `The token "${name}" may publish ${part} only, not ${subject.part}.`
  if (role === 'edge' && environment !== null && environment !== subject.environment)
    return `The token "${name}" may ${words} of ${environment} only, not of ${subject.environment}.`
  const isChange = action !== 'read' && action !== 'preview'
  if (role === 'manager' && isChange && environment !== null && environment !== subject.environment)
    return `The token "${name}" may change ${environment} only, not ${subject.environment}.`
  return undefined
}

export const article = (role: Role) => (role === 'admin' || role === 'edge' ? 'an' : 'a')
