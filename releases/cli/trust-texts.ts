import type { Approvals } from '@marram/release-contract/calls/trust'
import { OTHER_PARTS, type Trust } from '@marram/release-contract/trust'
import { table } from './text-table'

function rolesOf({ roots, managers, parts }: Trust, key: string): string {
  const ofParts = Object.entries(parts).filter(([, all]) => all.includes(key))
  return [
    ...(roots.keys.includes(key) ? ['root'] : []),
    ...(managers.includes(key) ? ['manager'] : []),
    ...ofParts.map(([part]) => (part === OTHER_PARTS ? 'other parts' : part)),
  ].join(', ')
}

export function trustText(trust: Trust, own: string[]): string {
  const { version, expires, keys, roots, approvals, withdrawn } = trust
  const rows = Object.entries(keys).map(([key, owner]) => ({
    KEY: key,
    OWNER: owner + (own.includes(key) ? ' (yours)' : ''),
    SIGNS: rolesOf(trust, key),
  }))
  const needed = Object.entries(approvals).map(([name, count]) => `${name} ${count}`)
  return [
    `trust.json ${version}, until ${expires}. Root keys that have to sign a later one: ${roots.threshold} of ${roots.keys.length}.`,
    `Approvals needed: ${needed.join(', ') || 'none'}.${withdrawn.length > 0 ? ` Withdrawn releases: ${withdrawn.length}.` : ''}`,
    table(rows),
  ].join('\n')
}

/** Everything that it says, one statement a line. */
const statements = (trust: Trust): string[] => [
  ...Object.entries(trust.keys).map(([key, owner]) => `${key} of ${owner} signs ${rolesOf(trust, key) || 'nothing'}`),
  `${trust.roots.threshold} root keys have to sign a later one`,
  ...Object.entries(trust.approvals).map(([name, count]) => `${name} needs ${count} approvals`),
  ...trust.withdrawn.map((digest) => `the release ${digest} is withdrawn`),
  `it expires on ${trust.expires}`,
]

/** What another trust.json says and the current one does not, and the reverse. */
export function changesText(current: Trust | undefined, next: Trust): string {
  const [before, after] = [current ? statements(current) : [], statements(next)]
  const lines = [
    ...before.filter((each) => !after.includes(each)).map((each) => `- ${each}`),
    ...after.filter((each) => !before.includes(each)).map((each) => `+ ${each}`),
  ]
  return [`trust.json ${next.version}, beside ${current?.version ?? 'none'}:`, ...lines].join('\n')
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
