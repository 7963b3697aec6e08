import { buildPart } from '@marram/build/build-part'
import { FolderProblem, findUpwards } from '@marram/build/part'
import { runProgram } from '@marram/build/run-program'
import { readSection } from '@marram/build/section-source'
import { type LiveSite, readShell } from '@marram/release-contract/live-site'
import { overlap } from '@marram/release-contract/patterns'
import type { ShellRelease } from '@marram/release-contract/release'
import type { SectionDocument } from '@marram/release-contract/section'
import { satisfies } from '@marram/release-contract/version'
import { command } from '@marram/releases/cli/command'
import { fetchLiveTypes, installedVersion } from './live-types'
import { liveSite, type SectionFolder, siteOf } from './section-folder'

export type Checks = { shell: string; installed: string; host: string }

/** Whether the section builds, and fits what the live shell provides. Throws a `FolderProblem` with file, line and the way out. */
export async function checkSection({ folder, site }: SectionFolder, live: LiveSite, version?: string): Promise<Checks> {
  const [{ document }, shell] = await Promise.all([readSection(folder), readShell(site, live.shell)])
  const installed = installedVersion(folder, '@marram/sdk')
  const isOther = await fetchLiveTypes(folder, live)
  const found = misfits(document, live, shell)
  if (found.length > 0) throw new FolderProblem(`src/section.ts:\n${found.join('\n')}`)
  const tsc = findUpwards(folder, 'node_modules/typescript/bin/tsc')
  if (!tsc) throw new FolderProblem(`typescript is not installed in ${folder}. Install its packages first.`)
  const { code, output } = await runProgram([tsc, '-p', '.', '--noEmit', '--pretty', 'false'], { cwd: folder })
  if (code === 0) {
    // Styles that reach out of the section, for one, are found in what is built. Publishing takes the same build.
    await buildPart(folder, { version })
    return { shell: live.shell, installed, host: shell.host }
  }
  const wayOut = isOther ? ` ${installed} is installed: npm run upgrade moves the section to what is live.` : ''
  throw new FolderProblem(
    `${output}\nThe types were compared with those of shell ${live.shell}, which is live.${wayOut}`,
  )
}

/**
 * What a section declares and would not get: each in a sentence for its team. Addresses that are reserved, but not live, are
 * known to the registry alone, which refuses them.
 */
export function misfits(
  { name, host, paths, navigation = [] }: Pick<SectionDocument, 'name' | 'host' | 'paths' | 'navigation'>,
  { patterns }: Pick<LiveSite, 'patterns'>,
  shell: Pick<ShellRelease, 'version' | 'host' | 'slots'>,
): string[] {
  const beside = `shell ${shell.version}, which is live`
  const own = patterns.filter(({ part }) => part === name).map(({ pattern }) => pattern)
  const others = patterns.filter(({ part }) => part !== name)
  const hosts = satisfies(shell.host, host)
    ? []
    : [
        `It asks for host ${host}; ${beside}, is host ${shell.host}. Where the section needs nothing newer, write host: '^${shell.host}' there.`,
      ]
  // What is live stays: its owner may have given pages under it away.
  const claimed = paths.map(({ pattern }) => pattern).filter((pattern) => !own.includes(pattern))
  const addresses = claimed.flatMap((pattern) => {
    const taken = others.find((each) => overlap(each.pattern, pattern))
    if (taken?.pattern === pattern) return [`${pattern} belongs to ${taken.part}. Choose another address.`]
    if (taken) return [`${pattern} can match ${taken.pattern} of ${taken.part}. Choose another address.`]
    if (!pattern.startsWith('/:')) return []
    return [`${pattern} begins with a parameter, and can match whatever others will want: a manager has to reserve it.`]
  })
  const offered = Object.keys(shell.slots ?? {})
  const slots = navigation
    .filter(({ slot }) => !offered.includes(slot))
    .map(({ slot, path }) => {
      const choice = offered.length === 0 ? 'It takes no links of sections.' : `It has ${offered.join(' and ')}.`
      return `The link to ${path} would be nowhere: ${beside}, has no slot ${slot} in its navigation. ${choice}`
    })
  return [...hosts, ...addresses, ...slots]
}

/** `marram check`. */
export const checkCommand = (folder: string, site: string | undefined) =>
  command({
    options: ['registry', 'environment'],
    summary: 'whether the section builds, and its types and what it declares fit what the live shell provides',
    async run({ registry, environment }) {
      const section = { folder, site: siteOf(registry ?? site) }
      const checks = await checkSection(section, await liveSite(section.site, environment))
      const { shell, installed, host } = checks
      const other = installed === shell ? '' : ` ${installed} is installed: npm run upgrade moves the section there.`
      return {
        text: `The section builds, and fits shell ${shell} (host ${host}), which is live.${other}`,
        json: checks,
      }
    },
  })
