#!/usr/bin/env node
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { readLiveSite, readShell } from '@marram/release-contract/live-site'
import { movedFiles } from './moved-files'
import { Refused } from './refused'
import { sectionFiles } from './section-files'

const help = `npm create --@marram:registry=SITE/releases/npm/ @marram/section@latest NAME -- --site SITE

Writes the folder NAME with a section of SITE that builds, has a page at /NAME, and is released from there alone.
NAME has lower-case letters, digits and dashes: garden, tide-tables.

  --site URL     address of the live site (asked for where it is not given)
  --from FOLDER  a section that has been in the site's own workspace: it moves, with its name and its addresses
  --no-install   leave its packages to you
`

async function create(args: string[]): Promise<string> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      site: { type: 'string' },
      from: { type: 'string' },
      'no-install': { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) return help
  const [name = await asked('Name of the section: '), ...more] = positionals
  if (more.length > 0) throw new Refused(`A section has one name; ${more[0]} is one word too many.`)
  const site = (values.site ?? (await asked('Address of the live site: '))).replace(/\/+$/, '')
  if (!URL.canParse(site) || !/^https?:$/.test(new URL(site).protocol))
    throw new Refused(`${site} is not the address of a site, such as https://marram.example.`)
  const unknown = (error: Error) => {
    throw new Refused(`${site} did not say what it provides: ${error.message}`)
  }
  const live = await readLiveSite(site).catch(unknown)
  const { host } = await readShell(site, live.shell).catch(unknown)
  const why = values.from === undefined && whyNoName(name, live.patterns)
  if (why) throw new Refused(why)
  const folder = path.resolve(name)
  if (fs.existsSync(folder)) throw new Refused(`${folder} is there already; nothing was changed.`)
  const versionOf = (dependency: string) => {
    const version = live.versionOf(dependency)
    if (!version) throw new Refused(`Shell ${live.shell} does not say which version of ${dependency} goes with it.`)
    return version
  }
  const files = values.from
    ? movedFiles(path.resolve(values.from), { name, site, versionOf: live.versionOf })
    : sectionFiles({ name, packageName: name, versionOf, host, site })
  for (const [relative, text] of Object.entries(files)) {
    const file = path.join(folder, relative)
    fs.mkdirSync(path.dirname(file), { recursive: true })
    fs.writeFileSync(file, text)
  }
  process.stdout.write(`${name} is written, for shell ${live.shell} of ${site}.\n`)
  if (!values['no-install']) install(folder)
  return `Next:\n  cd ${name}\n  npm run dev        see it inside the live site, with edits as you make them\n  npm run publish    with MARRAM_TOKEN and a key of your team\n`
}

/** Why a section cannot have this name, in one sentence; undefined where it can. `/name` is its first page. */
function whyNoName(name: string, patterns: { pattern: string; part: string }[]): string | undefined {
  if (!/^[a-z][a-z0-9-]{1,30}$/.test(name))
    return `${name} is not a name of 2 to 31 lower-case letters, digits and dashes.`
  const taken = patterns.find(
    ({ pattern }) => /^\/[^/]+$/.test(pattern) && (pattern === `/${name}` || pattern.startsWith('/:')),
  )
  if (!taken) return undefined
  return taken.part === name
    ? `${name} is live already. To work on it, clone its repository; a new section needs another name.`
    : `/${name} belongs to ${taken.part} already; choose another name.`
}

async function asked(question: string): Promise<string> {
  if (!process.stdin.isTTY) throw new Refused(`${question.replace(/: $/, '')} is missing. See --help.`)
  const reader = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await reader.question(question)
  reader.close()
  return answer.trim()
}

/** With the program that started this one. */
function install(folder: string): void {
  const [, program = 'npm'] = /^(npm|pnpm|yarn)\//.exec(process.env.npm_config_user_agent ?? '') ?? []
  process.stdout.write(`Installing its packages with ${program} …\n`)
  const { status } = spawnSync(program, ['install'], {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status !== 0)
    throw new Refused(`The packages could not be installed. The folder is written: run ${program} install there.`)
}

try {
  process.stdout.write(await create(process.argv.slice(2)))
} catch (error) {
  const isKnown = error instanceof Refused || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')
  process.stderr.write(`${isKnown ? (error as Error).message : (error as Error).stack}\n`)
  process.exitCode = 1
}
