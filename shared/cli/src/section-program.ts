import { readAccess } from '@marram/build/access'
import { sourceVersion } from '@marram/build/build-part'
import { readPackage } from '@marram/build/part'
import { publishedOf } from '@marram/build/publish-folder'
import { UsageError } from '@marram/build/usage-error'
import { registryClient } from '@marram/release-contract/registry-client'
import type { Command, Input, Terminal } from '@marram/releases/cli/command'
import { exitCodes, type Program } from '@marram/releases/cli/command-line'
import { commands as all } from '@marram/releases/cli/commands'
import { devCommand } from './dev'

/** The commands of the release desk that are about one part, in the order of the help. */
const ofOnePart = [
  ...['publish', 'list', 'gate', 'diff', 'preview', 'end-preview', 'promote', 'canary', 'abort', 'pause', 'resume'],
  ...['rollback', 'evidence', 'kill', 'revive', 'status', 'why', 'previews'],
]

/** What a team does with its section, in the section's folder: of the desk's commands those that are about one part. */
export function sectionProgram(folder: string, part: string): Program {
  const { marram } = readPackage(folder) as { marram?: { site?: string } }
  return {
    name: 'npx marram',
    summary: `Builds, publishes and releases ${part}`,
    commands: {
      dev: devCommand(folder, process.env.MARRAM_RELEASES_URL ?? marram?.site),
      ...Object.fromEntries(ofOnePart.map((name) => [name, ofSection(all[name] as Command, { folder, part })])),
    },
    ending: `Environment variables
  MARRAM_TOKEN         token of the team
  MARRAM_RELEASES_URL  address of the site ("site" of "marram" in package.json)

${exitCodes}`,
    async connect({ env }: Terminal, address?: string) {
      const access = readAccess(env, { registry: address ?? env.MARRAM_RELEASES_URL ?? marram?.site })
      return { access, registry: registryClient(access) }
    },
  }
}

/** The same command for the part of this folder; where it takes a version, by default that of the folder's sources. */
function ofSection(command: Command, { folder, part }: { folder: string; part: string }): Command {
  const own = command.takes.includes('FOLDER') ? { folder } : { part }
  const takes = command.takes.filter((word) => !/PART|FOLDER/.test(word))
  const needsVersion = (given: Input) =>
    takes.includes('VERSION') || (command === all.preview && !given.source && !given.composition)
  return {
    ...command,
    takes: takes.map((word) => (word === 'VERSION' ? '[VERSION]' : word)),
    async run(given, context) {
      const whole = { ...given, ...own }
      if (given.version !== undefined || !needsVersion(given)) return command.run(whole, context)
      const { access } = await context.connect(given.registry as string | undefined)
      const version = await publishedOf(access, part, sourceVersion(folder))
      if (version === undefined)
        throw new UsageError(
          'These sources are not published. Publish them first (npx marram publish), or name a VERSION.',
        )
      return command.run({ ...whole, version }, context)
    },
  }
}
