import type { Role } from './schema'

export type Action = 'read' | 'publish' | 'promote' | 'rollback'
export type Subject = { part?: string | undefined; environment?: string | undefined }
/** Who holds a token; `part` limits a publisher and `environment` a manager, null is every one. */
export type Caller = { name: string; role: Role; part: string | null; environment: string | null }

const roleFor: Record<Action, readonly Role[]> = {
  read: ['viewer', 'publisher', 'manager', 'admin'],
  publish: ['publisher', 'admin'],
  promote: ['manager', 'admin'],
  rollback: ['manager', 'admin'],
}

/** Why the caller may not do it, in words; undefined where they may. */
export function whyNot(caller: Caller, action: Action, subject: Subject): string | undefined {
  const { name, role, part, environment } = caller
  if (!roleFor[action].includes(role)) return `The token "${name}" is a ${role}'s and may not ${action}.`
  if (role === 'publisher' && action === 'publish' && part !== null && part !== subject.part)
    return `The token "${name}" may publish ${part} only, not ${subject.part}.`
  if (role === 'manager' && action !== 'read' && environment !== null && environment !== subject.environment)
    return `The token "${name}" may change ${environment} only, not ${subject.environment}.`
  return undefined
}
