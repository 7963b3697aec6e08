import type { LiveSite } from '@marram/release-contract/live-site'
import { overlap } from '@marram/release-contract/patterns'
import type { ShellRelease } from '@marram/release-contract/release'
import type { SectionDocument } from '@marram/release-contract/section'
import { satisfies } from '@marram/release-contract/version'

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
