import fs from 'node:fs'
import path from 'node:path'
import { UsageError, root as workspace } from '../workspace'
import {
  developmentFiles,
  forDevelopment,
  type PackageRule,
  packageRules,
  reserved,
  sharedBySection,
  toMend,
} from './package-rules'
import { type Checked, runTool } from './run-tool'

/** Who may import whom, circles, and what package.json does not declare: one line for each breach. */
export async function checkImports(folder = workspace, exceptions = toMend): Promise<Checked> {
  // Biome reads its globs from the folder of its configuration.
  const file = path.join(folder, `biome-imports-${process.pid}.json`)
  const shown = ['--diagnostic-level=error', '--max-diagnostics=none', '--colors=off']
  try {
    fs.writeFileSync(file, JSON.stringify(importRules(folder, exceptions)))
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
export function importRules(root: string, exceptions = toMend): object {
  const folders = packageFolders(root)
  const unknown = folders.filter((folder) => !folder.startsWith('mfe-') && !packageRules[folder])
  if (unknown.length > 0) throw new UsageError(`${unknown.join(', ')}: this package has no rule in package-rules.ts`)
  if (folders.length === 0) throw new UsageError(`${path.basename(root)}: no package was found to check`)
  return {
    vcs: { enabled: fs.existsSync(path.join(root, '.gitignore')), clientKind: 'git', useIgnoreFile: true },
    files: { includes: ['**/*.ts', '**/*.tsx', '**/*.js', '**/*.mjs', '!**/check/fixture'] },
    formatter: { enabled: false },
    assist: { enabled: false },
    linter: linter({
      suspicious: { noImportCycles: { level: 'error', options: { ignoreTypes: false } } },
      // An import of an address in backquotes would not be seen.
      style: { noUnusedTemplateLiteral: 'error' },
    }),
    overrides: [
      ...folders.flatMap((folder) => overridesFor(root, folder, exceptions)),
      {
        includes: exceptions.map((folder) => `${folder}/**`),
        linter: linter({ suspicious: { noImportCycles: 'off' } }),
      },
    ],
  }
}

/** Biome takes the last override that fits a file and no other, so that each has the whole list. */
function overridesFor(root: string, folder: string, exceptions: string[]): object[] {
  const section = folder.startsWith('mfe-')
  const rule = packageRules[section ? 'mfe-*' : folder] as PackageRule
  const name = section ? folder : path.basename(folder)
  const base = [...everywhere, allowed([...rule.may, name], rule.reason), ...libraryPatterns(folder, rule)]
  const inTests = [...everywhere, allowed([...rule.may, name, ...forDevelopment], rule.reason)]
  const development = developmentFiles.map((glob) => `${folder}/${glob}`)
  return [
    override([`${folder}/**`], base, { correctness: { noUndeclaredDependencies: declaredBy(rule) } }),
    ...(exceptions.includes(folder) ? [] : roomPatterns(root, `${folder}/src`, rule, exceptions)).map(
      ([room, closed]) => override([`${folder}/src/${room}/**`], [...base, ...closed]),
    ),
    override(development, inTests, {
      correctness: { noUndeclaredDependencies: 'off' },
      style: { noUnusedTemplateLiteral: 'off' },
    }),
  ]
}

const everywhere: Pattern[] = [
  { group: ['../**/*/src/**'], message: 'a relative import must stay inside its package' },
  // The compiler knows every name that is not exported; this says why. The yardsticks are made of what follows.
  {
    group: ['@marram/*/src/**', '!@marram/shell/**', '!@marram/mfe-*/**'],
    message: 'a package is imported by the names that it exports',
  },
]

const declaredBy = ({ isForTests = false }: PackageRule) => ({
  level: 'error',
  options: { devDependencies: isForTests },
})

const allowed = (names: string[], message: string): Pattern => ({
  group: ['@marram/*', '@marram/*/**', ...names.flatMap((name) => [`!@marram/${name}`, `!@marram/${name}/**`])],
  message,
})

function libraryPatterns(folder: string, { libraries, reason }: PackageRule): Pattern[] {
  const closed = Object.entries(reserved).filter(([, users]) => !users.includes(folder))
  const found = closed.map(([library, users]) => ({
    group: [library, `${library}/**`],
    message: `${library} is used by ${users.join(', ') || 'nobody'} alone`,
  }))
  if (!libraries) return found
  const open = libraries.flatMap((library) => [`!${library}`, `!${library}/**`])
  const ours = ['!@marram/*', '!@marram/*/**', '!node:*', '!./**', '!../**']
  return [...found, { group: ['*', '**', ...open, ...ours], message: reason }]
}

/** For each folder what it may not import. Inside a section no feature may use its sibling. */
function roomPatterns(root: string, source: string, rule: PackageRule, exceptions: string[]) {
  const { rooms = [], sealed = [], open = [], top = [] } = rule
  const section = rule === packageRules['mfe-*']
  const all = foldersIn(path.join(root, source)).filter((room) => section || room !== 'testing')
  return all.map((room): [string, Pattern[]] => {
    const isSealed = section || (sealed.includes(room) && !exceptions.includes(`${source}/${room}`))
    const above = rooms.slice(0, Math.max(0, rooms.indexOf(room)))
    const closed = isSealed ? all.filter((other) => !(section ? sharedBySection : open).includes(other)) : above
    const message = (other: string) => `the folder ${room} may not use ${other}`
    return [
      room,
      [
        ...closed
          .filter((other) => other !== room)
          .map((other) => ({ group: [`../${other}/**`, `../../**/${other}/**`], message: message(other) })),
        ...top.map((file) => ({ group: [`../${file}`, `../../**/${file}`], message: message(file) })),
      ],
    ]
  })
}

type Rules = { style?: object; correctness?: object; suspicious?: object }

const linter = (rules: Rules) => ({ rules: { preset: 'none', ...rules } })

const override = (includes: string[], patterns: Pattern[], { style, ...more }: Rules = {}) => ({
  includes,
  linter: linter({ style: { noRestrictedImports: { level: 'error', options: { patterns } }, ...style }, ...more }),
})

/** The packages that a workspace has, at the places where ours stand. */
const packageFolders = (root: string): string[] =>
  ['', 'shared', 'tools', 'releases', 'bench', 'e2e/fixtures']
    .flatMap((parent) => foldersIn(path.join(root, parent)).map((name) => path.posix.join(parent, name)))
    .filter((folder) => fs.existsSync(path.join(root, folder, 'package.json')))

const foldersIn = (folder: string): string[] =>
  fs.existsSync(folder)
    ? fs.readdirSync(folder).filter((name) => fs.statSync(path.join(folder, name)).isDirectory())
    : []
