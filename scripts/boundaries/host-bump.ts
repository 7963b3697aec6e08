import type { HostContract } from './host-contract'

export const RECORD = 'node --import tsx scripts/boundaries/record-host-contract.ts'

/** What must be done before the present contract can be recorded, in words; nothing where they are one and the same. */
export function contractComplaint(recorded: HostContract, present: HostContract): string | undefined {
  const added = present.names.filter((name) => !recorded.names.includes(name))
  const removed = recorded.names.filter((name) => !present.names.includes(name))
  const bump = requiredBump(recorded, present, added.length, removed.length)
  if (bump) {
    const what = [say('Removed', removed), say('Added', added)].filter(Boolean).join(' ')
    return `${what} A ${bump.kind} bump is needed: set "version" in shared/sdk/package.json to ${bump.version} (it is ${present.version}), then run: ${RECORD}`
  }
  if (added.length + removed.length > 0 || recorded.version !== present.version)
    return `The host contract ${present.version} is not recorded yet. Run: ${RECORD}`
  return undefined
}

const say = (word: string, list: string[]) => (list.length > 0 ? `${word}: ${list.join(', ')}.` : '')

function requiredBump(recorded: HostContract, present: HostContract, added: number, removed: number) {
  const [major, minor] = recorded.version.split('.').map(Number) as [number, number]
  const [nowMajor, nowMinor] = present.version.split('.').map(Number) as [number, number]
  if (removed > 0 && nowMajor <= major) return { kind: 'major', version: `${major + 1}.0.0` }
  if (added > 0 && (nowMajor < major || (nowMajor === major && nowMinor <= minor)))
    return { kind: 'minor', version: `${major}.${minor + 1}.0` }
  return undefined
}
