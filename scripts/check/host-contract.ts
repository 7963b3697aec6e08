import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseSync } from 'oxc-parser'
import { eager, lazy } from '../../shared/build/src/bundling/shared-modules'
import { root } from '../workspace'

/**
 * What sections may rely on, at one version: the declarations of the SDK's public modules, as TypeScript writes them, and
 * the modules that the shell provides.
 */
export type HostContract = { version: string; modules: Record<string, string>; provided: string[] }

const sdk = path.join(root, 'shared/sdk')
const recordFile = path.join(sdk, 'contract.d.ts.txt')
const RECORD = 'node --import tsx scripts/check/host-contract.ts --record'
const MODULE = '// module '
const PROVIDED = '// provided '

/** The contract of the sources as they are now. */
export function presentContract(): HostContract {
  const { name, version, exports } = JSON.parse(fs.readFileSync(path.join(sdk, 'package.json'), 'utf8')) as {
    name: string
    version: string
    exports: Record<string, string>
  }
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'marram-host-contract-'))
  try {
    writeDeclarations(path.join(sdk, 'tsconfig.contract.json'), folder)
    const modules = Object.entries(exports).map(([key, target]) => {
      const file = path.join(folder, 'shared/sdk', target.replace(/\.tsx?$/, '.d.ts'))
      return [name + key.slice(1), fs.readFileSync(file, 'utf8').replace(/^export \{\};\n/m, '')]
    })
    return { version, modules: Object.fromEntries(modules), provided: [...eager, ...lazy].sort() }
  } finally {
    fs.rmSync(folder, { recursive: true })
  }
}

function writeDeclarations(config: string, folder: string): void {
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc')
  const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', config, '--outDir', folder], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`The SDK's declarations could not be written:\n${stdout}`)
}

/** The text that is committed: readable, and the same for the same contract. */
export function contractText({ version, modules, provided }: HostContract): string {
  const written = Object.entries(modules).map(([name, text]) => `${MODULE}${name}\n${text}`)
  return [`// host ${version}\n`, ...written, `${provided.map((name) => `${PROVIDED}${name}\n`).join('')}`].join('\n')
}

export function readContract(text: string): HostContract {
  const version = /^\/\/ host (.+)$/m.exec(text)?.[1] ?? ''
  const [, ...blocks] = text.split(/^(?=\/\/ module )/m)
  const modules = blocks.map((block) => {
    const [name = '', ...lines] = block.split('\n')
    return [
      name.slice(MODULE.length),
      `${lines
        .filter((line) => !line.startsWith(PROVIDED))
        .join('\n')
        .trimEnd()}\n`,
    ]
  })
  const provided = [...text.matchAll(/^\/\/ provided (.+)$/gm)].map(([, name]) => name as string)
  return { version, modules: Object.fromEntries(modules), provided }
}

export const recordedContract = (): HostContract => readContract(fs.readFileSync(recordFile, 'utf8'))

/** Every declaration by its module and name, and every provided module. Local types count: exported ones are made of them. */
function declarationsOf({ modules, provided }: HostContract): Map<string, string> {
  const found = new Map(provided.map((name) => [`provided ${name}`, '']))
  for (const [module, text] of Object.entries(modules)) {
    found.set(module, '')
    for (const statement of parseSync('module.d.ts', text).program.body) {
      const source = text.slice(statement.start, statement.end)
      // What is imported is seen where it is used.
      if (statement.type === 'ImportDeclaration') continue
      if (statement.type === 'ExportNamedDeclaration' && !statement.declaration) {
        for (const { exported } of statement.specifiers)
          if (exported.type === 'Identifier')
            found.set(`${module}: ${exported.name}`, `${statement.exportKind} from ${statement.source?.value}`)
      } else {
        const name = /(?:type|interface|class|function|const|let) (\w+)/.exec(source)?.[1]
        if (!name) throw new Error(`${module}: name what is exported, so that the contract can be seen`)
        found.set(`${module}: ${name}`, (found.get(`${module}: ${name}`) ?? '') + source)
      }
    }
  }
  return found
}

/**
 * What must be done before the present contract can be recorded, in words; undefined where both are the same. A changed
 * declaration counts as a removed one: whether the new one accepts all that the old one did is not judged.
 */
export function contractProblem(recorded: HostContract, present: HostContract): string | undefined {
  const [before, now] = [declarationsOf(recorded), declarationsOf(present)]
  const added = [...now.keys()].filter((name) => !before.has(name))
  const removed = [...before.keys()].filter((name) => !now.has(name))
  const changed = [...now.keys()].filter((name) => before.has(name) && before.get(name) !== now.get(name))
  const [major = 0, minor = 0] = recorded.version.split('.').map(Number)
  const [nowMajor = 0, nowMinor = 0] = present.version.split('.').map(Number)
  const needed =
    removed.length + changed.length > 0 && nowMajor <= major
      ? { kind: 'major', version: `${major + 1}.0.0` }
      : added.length > 0 && (nowMajor < major || (nowMajor === major && nowMinor <= minor))
        ? { kind: 'minor', version: `${major}.${minor + 1}.0` }
        : undefined
  if (needed) {
    const list = (word: string, names: string[]) => (names.length > 0 ? `${word}: ${names.join(', ')}. ` : '')
    return `${list('Removed', removed)}${list('Changed', changed)}${list('Added', added)}A ${needed.kind} bump is needed: set "version" in shared/sdk/package.json to ${needed.version} (it is ${present.version}), then run: ${RECORD}`
  }
  if (contractText(recorded) === contractText(present)) return undefined
  return `The host contract ${present.version} is not recorded yet. Run: ${RECORD}`
}

/** For `npm run check`. */
export const hostContractProblem = () => contractProblem(recordedContract(), presentContract())

if (process.argv.includes('--record') && import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const present = presentContract()
  const problem = fs.existsSync(recordFile) ? contractProblem(recordedContract(), present) : undefined
  if (problem?.includes('bump is needed')) {
    process.stderr.write(`${problem.replace(`, then run: ${RECORD}`, '')}\n`)
    process.exitCode = 1
  } else {
    fs.writeFileSync(recordFile, contractText(present))
    process.stdout.write(`recorded host contract ${present.version}\n`)
  }
}
