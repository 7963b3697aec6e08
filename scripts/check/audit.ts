import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { PNPM } from '../install.mjs'
import { root } from '../workspace'

/** What the package registry says of the dependencies that run; or why it said nothing. */
export type Audit = { found: string[] } | { notAsked: string }

const DAY_MS = 24 * 60 * 60 * 1000
const GRAVE = ['high', 'critical']

type Advisory = { module_name: string; severity: string; title: string; url: string; vulnerable_versions: string }
type Report = { advisories: Record<string, Advisory>; metadata: object }

/** Asks once a day for each lock file: an answer without a grave one holds until then. */
export function auditDependencies({
  stamp = path.join(root, 'node_modules/.audited'),
  lockFile = path.join(root, 'pnpm-lock.yaml'),
  ask = askRegistry,
  now = Date.now(),
} = {}): Audit {
  const lock = createHash('sha256').update(fs.readFileSync(lockFile)).digest('hex')
  const known = fs.existsSync(stamp) ? fs.readFileSync(stamp, 'utf8').split(' ') : []
  if (known[0] === lock && now - Number(known[1]) < DAY_MS) return { found: [] }
  const audit = readAudit(ask())
  if ('found' in audit && audit.found.length === 0) fs.writeFileSync(stamp, `${lock} ${now}`)
  return audit
}

type Said = { stdout: string; stderr: string }

/** The tool ends with 1 for what it found as for a registry that is away: only a report is an answer. */
export function readAudit({ stdout, stderr }: Said): Audit {
  const report = parsed(stdout)
  if (!report?.metadata) return { notAsked: reasonIn(`${stderr}\n${stdout}`) }
  const grave = Object.values(report.advisories).filter(({ severity }) => GRAVE.includes(severity))
  return {
    found: grave.map(
      ({ module_name: name, severity, title, url, vulnerable_versions: versions }) =>
        `${name} ${versions} (${severity}): ${title} ${url}`,
    ),
  }
}

function parsed(text: string): Report | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** pnpm draws a tree of causes, broken at the width of a terminal. */
function reasonIn(text: string): string {
  const lines = text.split('\n').filter((line) => /^\s*[×│├╰]/.test(line))
  const words = lines.map((line) => line.replace(/^[\s×│├╰─▶]+/, '').trim()).join(' ')
  // Which registry it is stands in the settings of whoever asks.
  return words
    .replace(/ ?\((?:at )?https?:[^)]*\)|https?:\S+/g, '')
    .replace(/:$/, '')
    .slice(0, 300)
}

function askRegistry(): Said {
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
