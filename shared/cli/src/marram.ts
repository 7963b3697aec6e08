#!/usr/bin/env node
import { readAccess } from '@marram/build/access'
import { buildPart, sourceVersion } from '@marram/build/build-part'
import { shownShell, startDevServer } from '@marram/build/dev-server'
import { partNameOf, readPackage } from '@marram/build/part'
import { publishedOf } from '@marram/build/publish-folder'
import { readSection } from '@marram/build/section-source'
import { UsageError } from '@marram/build/usage-error'
import { registryClient } from '@marram/release-contract/registry-client'
import { type Command, command, type Terminal } from '@marram/releases/cli/command'
import { commandLine, exitCodes, type Program } from '@marram/releases/cli/command-line'
import { commands as all } from '@marram/releases/cli/commands'
import { checkCommand, checkSection } from './check'
import { fetchLiveTypes, installedVersion } from './live-types'
import { inOwnWords } from './own-words'
import { liveSite, siteOf } from './section-folder'
import { testCommand } from './test'
import { upgradeCommand } from './upgrade'

const STANDARD_PORT = 4001

/** The commands of the release desk that are about one part, in the order of the help. */
const ofOnePart = [
  ...['publish', 'list', 'gate', 'diff', 'preview', 'end-preview', 'promote', 'canary', 'abort', 'pause', 'resume'],
  ...['rollback', 'evidence', 'faults', 'kill', 'revive', 'status', 'why', 'previews', 'addresses', 'address release'],
  'describe',
  ...['key create', 'key list'],
  ...['promote', 'canary', 'rollback', 'abort', 'revive', 'unlock'].map((name) => `schedule ${name}`),
  ...['scheduled', 'unschedule'],
]

/** What a team does with its section, in the section's folder: of the desk's commands those that are about one part. */
function sectionProgram(folder: string, part: string): Program {
  const { marram } = readPackage(folder) as { marram?: { site?: string } }
  const site = process.env.MARRAM_RELEASES_URL || marram?.site
  return {
    name: 'npx marram',
    summary: `Builds, publishes and releases ${part}`,
    commands: {
      dev: devCommand(folder, site),
      check: checkCommand(folder, site),
      test: testCommand(folder),
      build: buildCommand(folder),
      ...Object.fromEntries(
        ofOnePart.map((name) => [name, ofSection(all[name] as Command, { folder, part, site: marram?.site && site })]),
      ),
      upgrade: upgradeCommand(folder, site),
    },
    ending: `Environment variables
  MARRAM_TOKEN         token of the team
  MARRAM_ID_TOKEN      instead: ID token of a pipeline, exchanged for ten minutes of its rights
  MARRAM_RELEASES_URL  address of the site ("site" of "marram" in package.json)

${exitCodes}`,
    inOwnWords: (text) => inOwnWords(text, { commands: ofOnePart, part }),
    async connect({ env }: Terminal, address?: string) {
      const access = await readAccess({ ...env, MARRAM_RELEASES_URL: site }, { registry: address, part })
      return { access, registry: registryClient(access) }
    },
  }
}

/** `marram dev`: until it is interrupted. */
const devCommand = (folder: string, site: string | undefined) =>
  command({
    options: ['registry'],
    summary: 'show the live site with this section from this machine; edits are exchanged in the open page',
    async run({ registry }, { terminal: { env, stdout } }) {
      const address = siteOf(registry ?? site)
      const { document } = await readSection(folder)
      // Of the page that is shown here, whichever environment of the site that is.
      const live = await liveSite(address, undefined, await shownShell(address))
      if (await fetchLiveTypes(folder, live))
        stdout.write(
          `Shell ${live.shell} is live and ${installedVersion(folder, '@marram/sdk')} is installed: types are those of the live one. npm run upgrade moves the section there.\n`,
        )
      const port = Number(env.PORT || STANDARD_PORT)
      const { url, close } = await startDevServer([folder], { site: address, port, setting: 'PORT' })
      stdout.write(`${document.title} inside ${address}: ${url}${document.paths[0]?.pattern ?? '/'}\n`)
      await new Promise((stop) => process.once('SIGINT', stop).once('SIGTERM', stop))
      await close()
      return { text: 'Stopped.', json: { url } }
    },
  })

/** `marram build`. */
const buildCommand = (folder: string) =>
  command({
    options: ['version'],
    summary: 'build the section into its folder dist, as publish does',
    async run({ version }, { terminal: { stderr }, json: isForPrograms }) {
      if (!isForPrograms) stderr.write(`Building ${partNameOf(folder)} …\n`)
      const result = await buildPart(folder, { version })
      const { part, version: built, ms } = result
      const words = result.built ? `built in ${(ms / 1000).toFixed(1)} s` : 'built already, of the same sources'
      return { text: `${part} ${built} is in dist (${words}).`, json: result }
    },
  })

/** The same command for the part of this folder; where it takes a version, by default that of the folder's sources. */
function ofSection(
  command: Command,
  { folder, part, site }: { folder: string; part: string; site: string | undefined },
): Command {
  const own = command.takes.includes('FOLDER') ? { folder } : { part }
  const takes = command.takes.filter((word) => !/PART|FOLDER/.test(word))
  const isFirst = command === all.promote || command === all.canary
  return {
    ...command,
    summary: isFirst
      ? command.summary.replace(/; without VERSION.*$/, '; without VERSION the candidate, else that of your sources')
      : command.summary,
    takes: takes.map((word) => (word === 'VERSION' ? '[VERSION]' : word)),
    async run(given, context) {
      const whole = { ...given, ...own }
      if (command === all.publish && site && given['no-build'] !== true) {
        const address = siteOf((given.registry as string | undefined) ?? site)
        if (!context.json) context.terminal.stderr.write('Checking it against the live shell …\n')
        await checkSection({ folder, site: address }, await liveSite(address), given.version as string | undefined)
      }
      const isGiven = given.version ?? given.source ?? given.composition ?? given.from
      const needsVersion = takes.includes('VERSION') || command === all.preview || isFirst
      if (isGiven !== undefined || !needsVersion) return command.run(whole, context)
      const { access, registry } = await context.connect(given.registry as string | undefined)
      const { parts } = await registry.showEnvironment({ environment: (given.environment as string) ?? 'production' })
      // Without a version these two are about the candidate.
      if (isFirst && parts[part]?.candidate) return command.run(whole, context)
      const version = await publishedOf(access, part, sourceVersion(folder))
      if (version === undefined)
        throw new UsageError(
          'These sources are not published. Publish them first (npx marram publish), or name a VERSION.',
        )
      return command.run({ ...whole, version }, context)
    },
  }
}

const here = process.cwd()
process.exitCode = await commandLine(process.argv.slice(2), process, sectionProgram(here, partNameOf(here)))
