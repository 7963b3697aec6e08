import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { PNPM } from '../install.mjs'
import { root } from '../workspace'
import type { Checked } from './run-tool'

const DAY_MS = 24 * 60 * 60 * 1000
const GRAVE = ['high', 'critical']

type Advisory = {
  module_name: string
  severity: string
  title: string
  url: string
  vulnerable_versions: string
  /** Which versions of it are installed. */
  findings?: { version: string }[]
}
type Fault = { name: string; versions: string[]; severity: string; title: string; url: string }
/** The last list from a package registry, and its date; it is committed, for machines whose registry has none. */
type AuditResult = { askedAt: string | null; faults: Fault[] }
/** A grave fault that does not fail the check until a day (`2026-12-31`), by the address of its advisory. */
export type Accepted = { url: string; reason: string; until: string }
type Report = { advisories: Record<string, Advisory>; metadata: object }
type Output = { stdout: string; stderr: string }

/** Our own files beside this one. */
const beside = (name: string) => path.join(import.meta.dirname, name)
const readJson = (file: string) => JSON.parse(fs.readFileSync(file, 'utf8'))

/**
 * Asks the package registry about known holes, once a day for each lock file as long as it knows no severe one. If it sends
 * no list, the last one is used, and its age is reported.
 */
export function auditDependencies({
  stamp = path.join(root, 'node_modules/.audited'),
  lockFile = path.join(root, 'pnpm-lock.yaml'),
  resultFile = beside('known-faults.json'),
  accepted = readJson(beside('accepted-faults.json')) as Accepted[],
  ask = askRegistry,
  now = Date.now(),
} = {}): Checked {
  const locked = fs.readFileSync(lockFile, 'utf8')
  const lock = createHash('sha256').update(locked).digest('hex')
  const [askedFor, askedAt] = fs.existsSync(stamp) ? fs.readFileSync(stamp, 'utf8').split(' ') : []
  if (askedFor === lock && now - Number(askedAt) < DAY_MS) return { ok: true, output: '' }
  const output = ask()
  const report = parsed(output.stdout)
  const last: AuditResult = readJson(resultFile)
  if (!report?.metadata) {
    const present = last.faults.filter((fault) => isPresent(fault, locked))
    return { ...judged(present, accepted, now), notDone: notDone(output, last, now) }
  }
  const faults = faultsIn(report)
  if (isNews(faults, last, now)) {
    const result: AuditResult = { askedAt: new Date(now).toISOString(), faults }
    fs.writeFileSync(resultFile, `${JSON.stringify(result, null, 2)}\n`)
  }
  const audit = judged(faults, accepted, now)
  if (audit.ok) fs.writeFileSync(stamp, `${lock} ${now}`)
  return audit
}

/** Not every day: the file is committed. */
const isNews = (faults: Fault[], last: AuditResult, now: number) =>
  JSON.stringify(faults) !== JSON.stringify(last.faults) || now - Date.parse(last.askedAt ?? '1970-01-01') > 7 * DAY_MS

const isPresent = ({ name, versions }: Fault, locked: string) =>
  versions.length === 0 || versions.some((version) => /['(:]/.test(locked.split(`${name}@${version}`)[1]?.[0] ?? ''))

const faultsIn = ({ advisories }: Report): Fault[] =>
  Object.values(advisories)
    .filter(({ severity }) => GRAVE.includes(severity))
    .map(({ module_name: name, severity, title, url, findings = [] }) => {
      return { name, versions: [...new Set(findings.map(({ version }) => version))].sort(), severity, title, url }
    })
    .sort((one, other) => `${one.name} ${one.url}`.localeCompare(`${other.name} ${other.url}`))

/** Grave faults fail the check, but those that are accepted on that day. */
export function judged(faults: Fault[], accepted: Accepted[], now: number): Checked {
  const today = new Date(now).toISOString().slice(0, 10)
  const lines = faults.flatMap(({ name, versions, severity, title, url }) => {
    const until = accepted.filter((each) => each.url === url && each.reason.trim() !== '').map((each) => each.until)
    if (until.some((day) => /^\d{4}-\d\d-\d\d$/.test(day) && day >= today)) return []
    const ended = until.length > 0 ? `; it was accepted until ${until.join(', ')}` : ''
    return [`${name} ${versions.join(', ')} (${severity}): ${title} ${url}${ended}`]
  })
  return { ok: lines.length === 0, output: lines.join('\n') }
}

/** The tool ends with 1 both for findings and for an unreachable registry, which is not the sources' fault. */
function notDone({ stdout, stderr }: Output, { askedAt }: AuditResult, now: number): string {
  const reason = reasonIn(`${stderr}\n${stdout}`)
  const age = askedAt && `${Math.floor((now - Date.parse(askedAt)) / DAY_MS)} days old (${askedAt.slice(0, 10)})`
  const last = age ? `The last list is ${age} and was judged instead` : 'No list was ever noted'
  return `the package registry gave no list of known security holes${reason && ` (${reason})`}. ${last}. The sources are not at fault, but the dependencies were not checked for newer holes: run this check again where the registry offers audits`
}

function parsed(text: string): Report | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** pnpm draws a tree of causes, broken at the width of a terminal. Which registry it asked is left out. */
function reasonIn(text: string): string {
  const lines = text.split('\n').filter((line) => /^\s*[×│├╰]/.test(line))
  const words = lines.map((line) => line.replace(/^[\s×│├╰─▶]+/, '').trim()).join(' ')
  return words
    .replace(/ ?\((?:at )?https?:[^)]*\)|https?:\S+/g, '')
    .replace(/:$/, '')
    .slice(0, 300)
}

function askRegistry(): Output {
  const { stdout, stderr } = spawnSync('npx', ['--yes', PNPM, 'audit', '--prod', '--audit-level=high', '--json'], {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    timeout: 30_000,
    // A check does not wait for a registry that is away.
    env: { ...process.env, pnpm_config_fetch_retries: '0', pnpm_config_fetch_timeout: '10000' },
  })
  return { stdout: stdout ?? '', stderr: stderr ?? '' }
}
