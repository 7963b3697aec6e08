import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { PNPM } from '../install.mjs'
import { root } from '../workspace'
import type { Checked } from './run-tool'

const DAY_MS = 24 * 60 * 60 * 1000
const GRAVE = ['high', 'critical']

type Advisory = { module_name: string; severity: string; title: string; url: string; vulnerable_versions: string }
type Report = { advisories: Record<string, Advisory>; metadata: object }
type Output = { stdout: string; stderr: string }

/** Asks the package registry about known holes, once a day for each lock file as long as it knows no grave one. */
export function auditDependencies({
  stamp = path.join(root, 'node_modules/.audited'),
  lockFile = path.join(root, 'pnpm-lock.yaml'),
  ask = askRegistry,
  now = Date.now(),
} = {}): Checked {
  const lock = createHash('sha256').update(fs.readFileSync(lockFile)).digest('hex')
  const [askedFor, askedAt] = fs.existsSync(stamp) ? fs.readFileSync(stamp, 'utf8').split(' ') : []
  if (askedFor === lock && now - Number(askedAt) < DAY_MS) return { ok: true, output: '' }
  const audit = readAudit(ask())
  if (audit.ok && !audit.notDone) fs.writeFileSync(stamp, `${lock} ${now}`)
  return audit
}

/**
 * The tool ends with 1 both for what it found and for a registry that is away: only a report counts. Known holes fail
 * the check; a registry that does not respond cannot be the sources' fault.
 */
export function readAudit({ stdout, stderr }: Output): Checked {
  const report = parsed(stdout)
  if (!report?.metadata) {
    const reason = reasonIn(`${stderr}\n${stdout}`)
    return {
      ok: true,
      output: '',
      notDone: `the package registry gave no list of known security holes${reason && ` (${reason})`}. The sources are not at fault, but nobody has looked for holes in the dependencies: run this check again where the registry offers audits`,
    }
  }
  const grave = Object.values(report.advisories).filter(({ severity }) => GRAVE.includes(severity))
  const lines = grave.map(
    ({ module_name: name, severity, title, url, vulnerable_versions: versions }) =>
      `${name} ${versions} (${severity}): ${title} ${url}`,
  )
  return { ok: grave.length === 0, output: lines.join('\n') }
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
