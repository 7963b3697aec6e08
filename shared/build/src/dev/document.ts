import type { Composition } from '@marram/release-contract/composition'
import type { SectionRelease } from '@marram/release-contract/release'
import { releaseFileUrl, SHELL } from '@marram/release-contract/release-files'

/** What the dev server serves of a section. */
export type DevSection = Pick<SectionRelease, 'name' | 'version' | 'title' | 'host' | 'container'> & {
  pages: Composition['sections'][string]['pages']
  navigation?: SectionRelease['navigation']
  keptUntilLogout?: SectionRelease['keptUntilLogout']
  searchKinds?: SectionRelease['searchKinds']
  searchPages?: SectionRelease['searchPages']
  /** Address of the entry, and the digest of its present bytes. */
  entry: string
  integrity: string
}

type DevParts = {
  sections: DevSection[]
  /** The shell's own scripts are left out: one of `scripts` starts the page. */
  hasShell: boolean
  /** Addresses of the scripts that run before all others. */
  scripts: string[]
}

/** A page of a site with other builds of some parts: the browser renders it, and nothing of their releases is left in it. */
export function withParts(html: string, { sections, hasShell, scripts }: DevParts): string {
  const live = compositionOf(html)
  if (!live) return html
  const composition = JSON.stringify(sections.reduce(beside, { ...live, id: `dev-${live.id}` }))
  const inPage = inBlock(inBlock(html, 'marram-composition', composition), 'marram-state', 'null')
  const released = [...sections.map(({ name }) => name), ...(hasShell ? [SHELL] : [])]
  const tags = scripts.map((file) => `<script defer src="${file}"></script>`).join('')
  return released.reduce(withoutRelease, inPage).replace('<head>', (head) => head + tags)
}

/** Without its scripts and styles, and without a page that needs those. */
function withoutRelease(html: string, part: string): string {
  const files = releaseFileUrl(part, '[^/]+', '')
  const styles = new RegExp(`<style data-href="${files}.*?</style>`, 'gs')
  const scripts = new RegExp(
    `<link rel="preload" as="script"[^>]* href="${files}[^>]*>|<script defer src="${files}.*?</script>`,
    'g',
  )
  // The shell's styles stay: all pages need them, and those of its build here come after them.
  if (part === SHELL || html.search(styles) < 0) return html.replace(scripts, '')
  return html
    .replace(styles, '')
    .replace(scripts, '')
    .replace(/(<div id="root">).*(<\/div><script type="application\/json" id="marram-composition">)/s, '$1$2')
}

function beside(
  live: Composition,
  { name, version, host, container, entry, integrity, ...own }: DevSection,
): Composition {
  const { title, pages, navigation, keptUntilLogout, searchKinds, searchPages } = own
  const others = Object.entries(live.navigation ?? {}).map(([slot, entries]) => [
    slot,
    [
      ...entries.filter(({ path }) => !pages.some(({ pattern }) => pattern === path)),
      ...(navigation ?? []).filter((each) => each.slot === slot),
    ],
  ])
  return {
    ...live,
    navigation: Object.fromEntries(others),
    sections: {
      ...live.sections,
      [name]: {
        ...{ title, pages, navigation, keptUntilLogout, searchKinds, searchPages },
        releases: [{ version, title, host, container, entry, integrity, runtime: 'none' }],
      },
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
