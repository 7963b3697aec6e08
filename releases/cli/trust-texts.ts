import type { Approvals } from '@marram/release-contract/calls/trust'
import { OTHER_PARTS, type Trust } from '@marram/release-contract/trust'
import { table } from './text-table'

export function trustText(trust: Trust, own: string[]): string {
  const { version, expires, keys, roots, parts, managers, approvals, withdrawn } = trust
  const rolesOf = (key: string) => [
    ...(roots.keys.includes(key) ? ['root'] : []),
    ...(managers.includes(key) ? ['manager'] : []),
    ...Object.entries(parts).flatMap(([part, all]) =>
      all.includes(key) ? [part === OTHER_PARTS ? 'other parts' : part] : [],
    ),
  ]
  const rows = Object.entries(keys).map(([key, owner]) => ({
    KEY: key,
    OWNER: owner + (own.includes(key) ? ' (yours)' : ''),
    SIGNS: rolesOf(key).join(', '),
  }))
  const needed = Object.entries(approvals).map(([name, count]) => `${name} ${count}`)
  return [
    `trust.json ${version}, until ${expires}. Root keys that have to sign a later one: ${roots.threshold} of ${roots.keys.length}.`,
    `Approvals needed: ${needed.join(', ') || 'none'}.${withdrawn.length > 0 ? ` Withdrawn releases: ${withdrawn.length}.` : ''}`,
    table(rows),
  ].join('\n')
}

export function approvalsText({ environment, needed, waiting }: Approvals): string {
  if (needed === 0) return `${environment} needs no approvals.`
  const rows = waiting.map(({ part, version, live, publishedBy, approvers, problem }) => ({
    PART: part,
    VERSION: version,
    LIVE: live,
    'PUBLISHED BY': publishedBy,
    APPROVED: problem ?? `${approvers.length} of ${needed}${approvers.length > 0 ? ` (${approvers.join(', ')})` : ''}`,
  }))
  return table(rows, `Nothing waits for approval in ${environment}.`)
}
