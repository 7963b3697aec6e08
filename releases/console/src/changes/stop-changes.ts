import type { EnvironmentShown, Stop } from '../shapes'
import type { Change } from './change'

/** What somebody sees is what they change: where the same stop was changed meanwhile, nothing happens. */
type Where = Pick<EnvironmentShown, 'environment' | 'revision'>

export const stopPath = ({ environment }: Pick<Where, 'environment'>, part: string | null, action: string) =>
  `/releases/environments/${environment}${part === null ? '' : `/parts/${part}`}/${action}`

export const killing = (where: Where, part: string, { notice }: { notice: string }): Change => ({
  action: 'kill',
  environment: where.environment,
  part,
  verb: 'Take it off the site',
  doing: 'Taking it off',
  title: `Take ${part} off the site in ${where.environment}`,
  effects: [
    `All visitors (100 %) read a calm notice instead of every page of ${part}, with their next page load.`,
    'Its code is neither run by servers nor loaded by browsers. Header, footer and all other parts go on.',
  ],
  path: stopPath(where, part, 'kill'),
  body: { ...(notice.trim() !== '' && { notice: notice.trim() }), revision: where.revision },
  needsReason: true,
  danger: true,
  done: `${part} is off the site in ${where.environment}.`,
})

export const locking = (where: Where, part: string): Change => ({
  action: 'lock',
  environment: where.environment,
  part,
  verb: 'Lock',
  doing: 'Locking',
  title: `Lock ${part} in ${where.environment}`,
  effects: [
    "No visitor's page changes (0 %).",
    `No new version of ${part} goes live, and no rollout of it grows. Going back stays possible.`,
  ],
  path: stopPath(where, part, 'lock'),
  body: { revision: where.revision },
  needsReason: true,
  done: `${part} is locked in ${where.environment}.`,
})

export const freezing = (where: Where): Change => ({
  action: 'freeze',
  environment: where.environment,
  verb: 'Freeze',
  doing: 'Freezing',
  title: `Freeze ${where.environment}`,
  effects: [
    "No visitor's page changes (0 %).",
    'Nothing new of any part goes live, and no rollout grows. Going back stays possible.',
  ],
  path: stopPath(where, null, 'freeze'),
  body: { revision: where.revision },
  needsReason: true,
  done: `${where.environment} is frozen.`,
})

const endings = {
  kill: {
    action: 'revive',
    verb: 'Bring it back',
    doing: 'Bringing it back',
    effect: 'All visitors (100 %) get its pages again, with their next page load.',
  },
  lock: {
    action: 'unlock',
    verb: 'Unlock',
    doing: 'Unlocking',
    effect: "No visitor's page changes (0 %). New versions may go live again.",
  },
  freeze: {
    action: 'unfreeze',
    verb: 'End the freeze',
    doing: 'Ending the freeze',
    effect: "No visitor's page changes (0 %). New versions may go live again.",
  },
} as const

export const lifting = ({ revision }: Where, { kind, part, environment }: Stop): Change => {
  const { action, verb, doing, effect } = endings[kind]
  const what = part === null ? environment : `${part} in ${environment}`
  return {
    action,
    environment,
    part: part ?? undefined,
    verb,
    doing,
    title: `${verb}: ${what}`,
    effects: [effect],
    path: stopPath({ environment }, part, action),
    body: { revision },
    done: `${what} goes on as before.`,
  }
}
