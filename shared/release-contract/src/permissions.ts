export const roles = ['viewer', 'publisher', 'releaser', 'manager', 'edge', 'admin'] as const
export type Role = (typeof roles)[number]

/** What a token is limited to; null is every part, or every environment. */
type Limits = { part: string | null; environment: string | null }
/** The owner of a token. */
export type Caller = Limits & { name: string; role: Role }
export type Subject = {
  /** Undefined for what is about several parts, or about a whole environment. */
  part?: string | undefined
  environment?: string | undefined
  /** For an existing stop: the role of its creator, null if that is not known. */
  stoppedBy?: Role | null | undefined
}

type RoleRow = { may: string } & { [Limit in keyof Limits]?: 'needed' | 'allowed' }

/** What each role may do, and the limits that its tokens need or may have; the others they cannot have. */
export const roleTable: Record<Role, RoleRow> = {
  viewer: { may: 'look at the release desk' },
  publisher: {
    may: 'publish releases, and make links to previews of them',
    part: 'needed',
    environment: 'allowed',
  },
  releaser: {
    may: 'publish, make links to previews, promote, roll out, roll back, kill, lock and give up addresses; not override the gate, change the rollout of a group, or end what a manager stopped',
    part: 'needed',
    environment: 'allowed',
  },
  manager: {
    may: 'change what is live, approve releases and make links to previews; without a limit to one part also override the gate, freeze, roll out groups and roll back the whole environment',
    part: 'allowed',
    environment: 'needed',
  },
  edge: { may: 'send evidence and diagnostics, and read source maps', environment: 'needed' },
  admin: { may: 'do everything except what an edge may' },
}

/** `one part, one environment or every one`; empty for a role without limits. */
export const limitsOf = (role: Role): string =>
  (['part', 'environment'] as const)
    .flatMap(
      (limit) =>
        ({ needed: [`one ${limit}`], allowed: [`one ${limit} or every one`], '': [] })[roleTable[role][limit] ?? ''],
    )
    .join(', ')

/** For help texts and the OpenAPI document. */
export const rolesText = roles
  .map((role) => `${role}${limitsOf(role) && ` (${limitsOf(role)})`}: may ${roleTable[role].may}`)
  .join('; ')

/** `wide`: its name without a single part. */
type Right = { roles: readonly Role[]; words?: string; wide?: string }
const administrators: readonly Role[] = ['admin']
const managers: readonly Role[] = ['manager', ...administrators]
const releasers: readonly Role[] = ['releaser', ...managers]

/** Actions that need a token: their roles, and their name in a sentence, if it differs. */
const rights = {
  // For people and their pipelines, not for edges: reading releases needs no action.
  read: { roles: ['viewer', 'publisher', ...releasers], words: 'look at the release desk' },
  // Not for administrators either: candidates are judged only by what edges see of visitors.
  report: { roles: ['edge'], words: 'send evidence and diagnostics' },
  // Not for managers: the person who overrides the gate must not be the one who builds the release.
  publish: { roles: ['publisher', 'releaser', ...administrators] },
  promote: { roles: releasers },
  canary: { roles: releasers, words: 'change a canary', wide: 'roll out several parts as a group' },
  abort: { roles: releasers },
  pause: { roles: releasers, words: 'pause a strategy' },
  resume: { roles: releasers, words: 'resume a strategy' },
  rollback: { roles: releasers, words: 'roll back', wide: 'roll back a whole environment' },
  retire: { roles: managers },
  rehearse: { roles: managers, words: 'record a rehearsal' },
  // The gate's problem can be a conflict with another part.
  override: { roles: managers, words: 'override the gate' },
  kill: { roles: releasers },
  revive: { roles: releasers },
  freeze: { roles: managers, words: 'freeze an environment' },
  unfreeze: { roles: managers, words: 'unfreeze an environment' },
  lock: { roles: releasers },
  unlock: { roles: releasers },
  // Together with the permission for what is scheduled.
  schedule: {
    roles: releasers,
    words: 'schedule a change',
    wide: 'schedule a change of a whole environment',
  },
  notify: {
    roles: releasers,
    words: 'choose who is notified',
    wide: 'choose who is notified of a whole environment',
  },
  // Other parts may want the same address.
  'reserve-address': { roles: managers, words: 'reserve an address' },
  'release-address': { roles: releasers, words: 'release an address' },
  preview: {
    roles: ['publisher', ...releasers],
    words: 'create a link to a preview',
    wide: 'create a link to a whole composition',
  },
  'clean-up': { roles: administrators, words: 'delete releases' },
  environment: { roles: administrators, words: 'create an environment' },
  token: { roles: administrators, words: 'see or change tokens' },
  // The signature decides; the token keeps anybody else from filling the table.
  approve: { roles: managers, words: 'approve releases' },
  trust: { roles: administrators, words: 'change trust.json' },
} satisfies Record<string, Right>
export type Action = keyof typeof rights
export const actions = Object.keys(rights) as Action[]

/** Why the caller may not do it, as text; undefined if they may. Limits apply to everything but reading. */
export function whyNot(caller: Caller, action: Action, subject: Subject): string | undefined {
  const { name, role, part, environment } = caller
  const { roles: allowed, words = action, wide = words }: Right = rights[action]
  const ofRole = `The token "${name}" is ${article(role)} ${role}'s`
  if (!allowed.includes(role)) return `${ofRole} and may not ${words}.`
  if (action === 'read') return undefined
  // A release is published for all environments.
  const limits = { part, environment: action === 'publish' ? null : environment }
  const only = `The token "${name}" may ${verbs[action] ?? 'change'} ${limitWords(limits)} only`
  if (part !== null && subject.part === undefined) return `${only}, and may not ${wide}.`
  const isOther = (['part', 'environment'] as const).some(
    (limit) => limits[limit] !== null && limits[limit] !== subject[limit],
  )
  if (isOther) return `${only}, not ${limitWords(subject)}.`
  if (role === 'releaser' && subject.stoppedBy !== undefined && subject.stoppedBy !== 'releaser')
    return `${ofRole}: what no releaser stopped, only a manager may change or end.`
  return undefined
}

const verbs: Partial<Record<Action, string>> = {
  publish: 'publish',
  preview: 'create links to previews of',
  report: 'send evidence and diagnostics of',
}

/** `mfe-events in staging`; empty without limits. */
export const limitWords = ({ part, environment }: Partial<Limits> | Subject): string =>
  [part, environment].filter(Boolean).join(' in ')

/** What a token may do, as a sentence for its holder. */
export function grantWords({ name, role, part, environment }: Caller): string {
  const { may, ...limits } = roleTable[role]
  const where = limitWords({
    part: limits.part && (part ?? 'every part'),
    environment: limits.environment && (environment ?? 'every environment'),
  })
  return `The token "${name}" is ${article(role)} ${role}'s${where && ` for ${where}`}. It may ${may}.`
}

export const article = (role: Role) => (role === 'admin' || role === 'edge' ? 'an' : 'a')
