import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { compareVersions } from '@marram/release-contract/version'
import { parseSync } from 'oxc-parser'
import { eager, lazy } from '../../shared/build/src/bundling/shared-modules'
import { root } from '../workspace'
import type { Checked } from './run-tool'

const sdk = path.join(root, 'shared/sdk')
export const recordFile = path.join(sdk, 'contract.d.ts.txt')
const RECORD = 'npx vitest run scripts/check/host-contract.test.ts -u'

/**
 * What sections may rely on, at one version, as the sources are now: the declarations of the SDK's public modules, as
 * TypeScript writes them, and the modules that the shell provides.
 */
export function presentContract(): string {
  const { name, version, exports } = JSON.parse(fs.readFileSync(path.join(sdk, 'package.json'), 'utf8')) as {
    name: string
    version: string
    exports: Record<string, string>
  }
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'marram-host-contract-'))
  try {
    const tsc = path.join(root, 'node_modules/typescript/bin/tsc')
    const options = ['-p', path.join(sdk, 'tsconfig.contract.json'), '--outDir', folder]
    const { status, stdout } = spawnSync(process.execPath, [tsc, ...options], { encoding: 'utf8' })
    if (status !== 0) throw new Error(`The SDK's declarations could not be written:\n${stdout}`)
    const code = Object.entries(exports).filter(([, target]) => /\.tsx?$/.test(target))
    const modules = code.map(([key, target]) => {
      const file = path.join(folder, 'shared/sdk', target.replace(/\.tsx?$/, '.d.ts'))
      return `// module ${name}${key.slice(1)}\n${fs.readFileSync(file, 'utf8').replace(/^export \{\};\n/m, '')}`
    })
    const provided = [...eager, ...lazy].sort().map((each) => `// provided ${each}\n`)
    return [`// host ${version}\n`, ...modules, provided.join('')].join('\n')
  } finally {
    fs.rmSync(folder, { recursive: true })
  }
}

export const recordedContract = (): string => fs.readFileSync(recordFile, 'utf8')
const versionOf = (contract: string) => /^\/\/ host (.+)$/m.exec(contract)?.[1] ?? ''

/** Every declaration by its module and name, and every provided module. Local types count: exported ones are made of them. */
function declarationsOf(contract: string): Map<string, string> {
  const provided = contract.match(/(?<=^\/\/ )provided .+$/gm) ?? []
  const found = new Map(provided.map((line) => [line, '']))
  for (const block of contract.split(/^\/\/ module /m).slice(1)) {
    const [module = ''] = block.split('\n', 1)
    const text = block.slice(module.length)
    found.set(module, '')
    for (const statement of parseSync('module.d.ts', text).program.body) {
      // What is imported is seen where it is used.
      if (statement.type === 'ImportDeclaration') continue
      if (statement.type === 'ExportNamedDeclaration' && !statement.declaration) {
        for (const { exported } of statement.specifiers)
          if (exported.type === 'Identifier')
            found.set(`${module}: ${exported.name}`, `${statement.exportKind} from ${statement.source?.value}`)
      } else {
        const source = text.slice(statement.start, statement.end)
        const name = /(?:type|interface|class|function|const|let) (\w+)/.exec(source)?.[1]
        if (!name) throw new Error(`${module}: name what is exported, so that the contract can be seen`)
        found.set(`${module}: ${name}`, (found.get(`${module}: ${name}`) ?? '') + source)
      }
    }
  }
  return found
}

/**
 * What changed, and the version that this needs, where the present contract has a lower one. A changed declaration counts
 * as a removed one: whether the new one accepts all that the old one did is not judged.
 */
export function neededBump(recorded: string, present: string): string | undefined {
  const [before, now] = [declarationsOf(recorded), declarationsOf(present)]
  const added = [...now.keys()].filter((name) => !before.has(name))
  const removed = [...before.keys()].filter((name) => !now.has(name))
  const changed = [...now.keys()].filter((name) => before.has(name) && before.get(name) !== now.get(name))
  if (added.length + removed.length + changed.length === 0) return undefined
  const [major = 0, minor = 0] = versionOf(recorded).split('.').map(Number)
  const kind = removed.length + changed.length > 0 ? 'major' : 'minor'
  const least = kind === 'major' ? `${major + 1}.0.0` : `${major}.${minor + 1}.0`
  if (compareVersions(versionOf(present), least) >= 0) return undefined
  const list = (word: string, names: string[]) => (names.length > 0 ? `${word}: ${names.join(', ')}. ` : '')
  return `${list('Removed', removed)}${list('Changed', changed)}${list('Added', added)}A ${kind} bump is needed: set "version" in shared/sdk/package.json to ${least} (it is ${versionOf(present)})`
}

/** What must be done before the present contract can be recorded, in words; undefined if both are the same. */
export function contractProblem(recorded: string, present: string): string | undefined {
  const bump = neededBump(recorded, present)
  if (bump) return `${bump}, then run: ${RECORD}`
  return recorded === present
    ? undefined
    : `The host contract ${versionOf(present)} is not recorded yet. Run: ${RECORD}`
}

export function checkHostContract(): Checked {
  const problem = contractProblem(recordedContract(), presentContract())
  return { ok: !problem, output: problem ?? '' }
}
