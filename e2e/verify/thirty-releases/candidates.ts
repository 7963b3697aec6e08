import fs from 'node:fs'
import path from 'node:path'
import type { ReleaseManifest } from '@marram/release-contract/release'
import { edition, type Files } from '../../fixtures/releases/editions'

/** Each releases a part of its own, all at the same time. */
export const TEAMS = ['mfe-meadows', 'mfe-forests', 'mfe-glacier', 'mfe-harvest', 'mfe-islands']

/** An address of a page of `part`. */
export const addressOf = (part: string) => `/${part.slice(4)}`

type Breaks = NonNullable<Parameters<typeof edition>[0]['breaks']>
export type Bad = {
  breaks?: Breaks
  address?: string
  files?: Files
  /** What happens to it in the registry's storage, once it is published. */
  spoil?: (site: { data: string }, folder: string) => void
  /** Of its first step, where the usual time is too short to tell it from chance. */
  stepMs?: number
  /** Why a manager does not give it to visitors all the same, where the gate refuses it. */
  notOverridden?: string
}

const styles: Files = ({ files }) =>
  Object.fromEntries(
    Object.keys(files)
      .filter((file) => file.endsWith('.css'))
      .map((file) => [file, (text) => `${text}header{display:none}`]),
  )

/** The ten ways in which releases are bad. */
export const WAYS = {
  throws: { breaks: 'on the server' },
  'hangs in a loader': { breaks: 'in a loader' },
  'has a style for all pages': { files: styles, notOverridden: 'nothing that is counted would tell' },
  'has a wrong digest': { spoil: spoilServerBuild },
  'fails in browsers only': { breaks: 'in browsers' },
  spins: { breaks: 'later' },
  // Not every page fails: a process has memory for the first one.
  leaks: { breaks: 'leaks', stepMs: 60_000 },
  'replaces built-in functions': { breaks: 'replaces built-ins', notOverridden: 'nothing that is counted would tell' },
  'claims an address of another part': { address: '/news/details/:item' },
  'is slow': { breaks: 'slow' },
} satisfies Record<string, Bad>
export type Way = keyof typeof WAYS

/** Of a team: which of its releases it is, and in which way it is bad, if it is. */
export type Candidate = { part: string; version: string; way?: Way }

const ORDER = ['good', 'bad', 'good', 'good', 'bad', 'good'] as const

/** Six releases of each team, one after the other: four are good, the second and the fifth are not. */
export const candidatesOf = (part: string): Candidate[] => {
  const ways = Object.keys(WAYS) as Way[]
  const team = TEAMS.indexOf(part)
  const own = [ways[team], ways[team + TEAMS.length]]
  return ORDER.map((kind, n) => {
    const way = kind === 'bad' ? own.shift() : undefined
    return { part, version: `8.${n}.0`, ...(way && { way }) }
  })
}

/** Good releases may be slower than what was live, if nobody waits in vain for that. */
const UNHURRIED = '8.3.0'

/** The folder to publish. */
export function folderOf({ part, version, way }: Candidate): string {
  const { breaks, address, files }: Bad = way ? WAYS[way] : {}
  const own = version === UNHURRIED && TEAMS.indexOf(part) < 2 ? 'unhurried' : breaks
  return edition({
    ...{ part, version, heading: `Edition ${version}` },
    ...(own && { breaks: own }),
    ...(address && { address }),
    ...(files && { files }),
  })
}

/** One byte more in the file from which edges render. */
function spoilServerBuild({ data }: { data: string }, folder: string): void {
  const { server, files } = JSON.parse(fs.readFileSync(path.join(folder, 'release.json'), 'utf8')) as ReleaseManifest
  const digest = (files[server]?.integrity ?? '').replace('sha384-', '')
  const name = Buffer.from(digest, 'base64').toString('hex')
  const stored = path.join(data, 'releases/files')
  const all = fs.readdirSync(stored, { recursive: true }).map(String)
  const found = all.filter((file) => file.includes(name))
  if (found.length === 0) throw new Error(`${stored} has no ${name}`)
  for (const file of found) fs.appendFileSync(path.join(stored, file), '\n')
}
