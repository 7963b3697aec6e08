import fs from 'node:fs'
import path from 'node:path'
import { foldersIn, packageFolders } from '../install.mjs'
import { UsageError, root as workspace } from '../workspace'
import {
  developmentFiles,
  forDevelopment,
  type PackageRule,
  packageRules,
  reserved,
  scriptRule,
  sharedBySection,
} from './package-rules'
import { type Checked, runTool } from './run-tool'

/** Who may import whom, circles, and what package.json does not declare: one line for each breach. */
export async function checkImports(folder = workspace): Promise<Checked> {
  // Biome reads its globs from the folder of its configuration.
  const file = path.join(folder, `biome-imports-${process.pid}.json`)
  const shown = ['--diagnostic-level=error', '--max-diagnostics=none', '--colors=off']
  try {
    fs.writeFileSync(file, JSON.stringify(importRules(folder)))
    const options = [...shown, '--reporter=github', '--reporter=summary', `--config-path=${file}`]
    const { ok, output } = await runTool('@biomejs/biome/bin/biome', ['lint', ...options], folder)
    const lines = [...output.matchAll(/^::error .*?file=(.+?),line=(\d+).*?::(.*)$/gm)].map(
      ([, from = '', line, message]) => `${path.relative(folder, path.resolve(folder, from))}:${line}: ${message}`,
    )
    return { ok, output: ok || lines.length === 0 ? output : [...new Set(lines)].sort().join('\n') }
  } catch (error) {
    return { ok: false, output: (error as Error).message }
  } finally {
    fs.rmSync(file, { force: true })
  }
}

type Pattern = { group: string[]; message: string }

/** Biome's configuration for the import rules of a workspace. Biome sees no folders that are not in it. */
function importRules(root: string): object {
  const folders = packageFolders(root)
  const unknown = folders.filter((folder) => !folder.startsWith('mfe-') && !packageRules[folder])
  if (unknown.length > 0) throw new UsageError(`${unknown.join(', ')}: this package has no rule in package-rules.ts`)
  if (folders.length === 0) throw new UsageError(`${path.basename(root)}: no package was found to check`)
  return {
    vcs: { enabled: fs.existsSync(path.join(root, '.gitignore')), clientKind: 'git', useIgnoreFile: true },
    files: { includes: ['**/*.ts', '**/*.tsx', '**/*.js', '**/*.jsx', '**/*.mjs', '!**/check/fixture'] },
    formatter: { enabled: false },
    assist: { enabled: false },
    linter: linter({
      suspicious: { noImportCycles: { level: 'error', options: { ignoreTypes: false } } },
      // An import of an address in backquotes would not be seen.
      style: { noUnusedTemplateLiteral: 'error' },
    }),
    overrides: [
      ...folders.flatMap((folder) => overridesFor(root, folder)),
      ...roomPatterns(root, 'scripts', scriptRule).map(([room, closed]) =>
        override([`scripts/${room}/**`, '!**/*.test.ts'], closed),
      ),
    ],
  }
}

/** Biome takes the last override that fits a file and no other, so that each has the whole list. */
function overridesFor(root: string, folder: string): object[] {
  const section = folder.startsWith('mfe-')
  const rule = packageRules[section ? 'mfe-*' : folder] as PackageRule
  const name = section ? folder : path.basename(folder)
  const reason = rule.reason ?? `of our packages ${folder} may import only ${rule.may.join(', ') || 'itself'}`
  const base = [...everywhere, allowed([...rule.may, name], reason), ...libraryPatterns(folder, rule, reason)]
  const inTests = [...everywhere, allowed([...rule.may, name, ...forDevelopment], reason)]
  const development = developmentFiles.map((glob) => `${folder}/${glob}`)
  return [
    override([`${folder}/**`], base, {
      correctness: {
        noUndeclaredDependencies: { level: 'error', options: { devDependencies: rule.isForTests ?? false } },
      },
    }),
    ...roomPatterns(root, `${folder}/src`, rule).map(([room, closed]) =>
      override([`${folder}/src/${room}/**`], [...base, ...closed]),
    ),
    override(development, inTests, {
      correctness: { noUndeclaredDependencies: 'off' },
      style: { noUnusedTemplateLiteral: 'off' },
    }),
  ]
}

const everywhere: Pattern[] = [
  { group: ['../**/*/src/**'], message: 'a relative import must stay inside its package' },
  // The compiler rejects names that are not exported; this gives the reason. The yardsticks may import these.
  {
    group: ['@marram/*/src/**', '!@marram/shell/**', '!@marram/mfe-*/**'],
    message: 'a package is imported by the names that it exports',
  },
]

const allowed = (names: string[], message: string): Pattern => ({
  group: ['@marram/*', '@marram/*/**', ...names.flatMap((name) => [`!@marram/${name}`, `!@marram/${name}/**`])],
  message,
})

function libraryPatterns(folder: string, { libraries }: PackageRule, message: string): Pattern[] {
  const closed = Object.entries(reserved).filter(([, users]) => !users.includes(folder))
  const found = closed.map(([library, users]) => ({
    group: [library, `${library}/**`],
    message: users.length > 0 ? `${library} is used by ${users.join(', ')} alone` : `${library} is used by nobody`,
  }))
  if (!libraries) return found
  const open = libraries.flatMap((library) => [`!${library}`, `!${library}/**`])
  const ours = ['!@marram/*', '!@marram/*/**', '!node:*', '!./**', '!../**']
  return [...found, { group: ['*', '**', ...open, ...ours], message }]
}

/** For each folder what it may not import. Inside a section no feature may use its sibling. */
function roomPatterns(root: string, source: string, rule: PackageRule): [room: string, closed: Pattern[]][] {
  const { sealed = [], open = [], top = [], doors } = rule
  const rooms = rule.rooms?.split(' → ') ?? []
  const isSection = rule === packageRules['mfe-*']
  const all = foldersIn(path.join(root, source)).filter(
    (room) => isSection || rooms.includes(room) || room !== 'testing',
  )
  const openRooms = isSection ? sharedBySection : open
  return all.map((room) => {
    const closed =
      isSection || sealed.includes(room)
        ? all.filter((other) => other !== room && !openRooms.includes(other))
        : rooms.slice(0, Math.max(0, rooms.indexOf(room)))
    const patterns = [...closed.map((other) => `${other}/**`), ...top].map((other) => ({
      group: [`../${other}`, `../../**/${other}`],
      message: `the folder ${room} may not use ${other.replace('/**', '')}`,
    }))
    if (!doors) return [room, patterns]
    const entered = all.filter((other) => other !== room && !closed.includes(other))
    const inside = entered.map((other) => ({
      group: [`../${other}/**`, ...(doors[other] ?? []).map((file) => `!../${other}/${file}`)],
      message: `other folders may use of ${other} only ${doors[other]?.join(', ') ?? 'nothing'}`,
    }))
    return [room, [...patterns, ...inside]]
  })
}

type Rules = { style?: object; correctness?: object; suspicious?: object }

const linter = (rules: Rules) => ({ rules: { preset: 'none', ...rules } })

const override = (includes: string[], patterns: Pattern[], { style, ...more }: Rules = {}) => ({
  includes,
  linter: linter({ style: { noRestrictedImports: { level: 'error', options: { patterns } }, ...style }, ...more }),
})
