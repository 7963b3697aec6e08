import type { Composition } from '@marram/release-contract/composition'
import type { SectionRelease } from '@marram/release-contract/release'

/** What the dev server serves of a section. */
export type DevSection = Pick<SectionRelease, 'name' | 'version' | 'title' | 'host' | 'container'> & {
  pages: Composition['sections'][string]['pages']
  navigation?: SectionRelease['navigation']
  /** Address of the entry, and the digest of its present bytes. */
  entry: string
  integrity: string
}

/**
 * A page of a site with another build of one section: the browser renders it anew, since the server's markup may be that
 * of the released section. `firstTags` run before all other scripts.
 */
export function withSection(html: string, section: DevSection, firstTags: string): string {
  const live = compositionOf(html)
  if (!live) return html
  return inBlock(
    inBlock(html, 'marram-composition', JSON.stringify(beside(live, section))),
    'marram-state',
    'null',
  ).replace('<head>', (head) => head + firstTags)
}

function beside(live: Composition, { name, navigation, ...release }: DevSection): Composition {
  const { title, pages, version, host, container, entry, integrity } = release
  const others = Object.entries(live.navigation ?? {}).map(([slot, entries]) => [
    slot,
    [
      ...entries.filter(({ path }) => !pages.some(({ pattern }) => pattern === path)),
      ...(navigation ?? []).filter((each) => each.slot === slot),
    ],
  ])
  return {
    ...live,
    // Its loads and failures are not those of visitors.
    id: `dev-${live.id}`,
    navigation: Object.fromEntries(others),
    sections: {
      ...live.sections,
      [name]: { title, pages, navigation, releases: [{ version, title, host, container, entry, integrity }] },
    },
  }
}

const expressionOf = (id: string) => new RegExp(`(<script type="application/json" id="${id}">)(.*?)(</script>)`, 's')

/** Undefined where the text is no page of a site. */
function compositionOf(html: string): Composition | undefined {
  const json = expressionOf('marram-composition').exec(html)?.[2]
  return json === undefined ? undefined : (JSON.parse(json) as Composition)
}

/** The version of the page's shell. */
export const shellOf = (html: string): string | undefined => compositionOf(html)?.shell.version

const inBlock = (html: string, id: string, json: string): string =>
  html.replace(expressionOf(id), (_, open, _old, close) => open + json.replaceAll('<', '\\u003c') + close)

/** The site's own policy, which also lets the dev server's scripts run and its socket connect. */
export function policyForDev(policy: string, origin: string): string {
  const socket = origin.replace(/^http/, 'ws')
  const more: Record<string, string> = { 'script-src': ` ${origin}/`, 'connect-src': ` ${socket}` }
  return policy
    .split('; ')
    .filter((directive) => !/^(report-|require-trusted-types-for|upgrade-insecure-requests)/.test(directive))
    .map((directive) => directive + (more[directive.split(' ', 1)[0] as string] ?? ''))
    .join('; ')
}
