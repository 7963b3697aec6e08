import type { PublicConfiguration } from '@marram/release-contract/composition'
import type { SectionRelease, ShellRelease } from '@marram/release-contract/release'
import type { RenderedPage } from '@marram/rendering/render-messages'
import { stateText } from '@marram/rendering/state-text'
import { fileUrl, isIndexed, type LiveComposition, type OwnedPage } from '../compositions/live-composition'
import { escapeHtml } from './escape-html'
import { PageMemo } from './page-memo'

type Release = SectionRelease | ShellRelease

const FIRST =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'

/** As the host's PageMeta writes titles in the browser. */
const SITE_NAME = 'Marram'

const BLOCK = '<script type="application/json" id='
const jsonBlock = (id: string, value: unknown) => `${BLOCK}"${id}">${stateText(value)}</script>`
const integrity = (release: Release, file: string) => release.files[file]?.integrity ?? ''
const checked = (release: Release, file: string) => `crossorigin integrity="${integrity(release, file)}"`
const script = (release: Release, file: string) =>
  `<script defer src="${fileUrl(release, file)}" ${checked(release, file)}></script>`
const preload = (release: Release, file: string, more = '') =>
  `<link rel="preload" as="script" fetchpriority="low"${more} href="${fileUrl(release, file)}" ${checked(release, file)}>`
/** For no medium until the boot script says so, once text is painted: large, and needed last. */
const preloadLater = (release: Release, file: string) => preload(release, file, ' media="not all"')
/** Part of the document: its text is painted without waiting for another file. The run time finds it by its address. */
const style = ({ styles }: LiveComposition, release: Release, file: string) =>
  `<style data-href="${fileUrl(release, file)}">${styles[fileUrl(release, file)] ?? ''}</style>`
const font = (release: Release, file: string) =>
  `<link rel="preload" as="font" type="font/woff2" href="${fileUrl(release, file)}" crossorigin>`

const isStyle = (file: string) => file.endsWith('.css')
const isScript = (file: string) => file.endsWith('.js')

/** Everything that the page will ask for, asked for by the document: nothing else is in the first chain of requests. */
function hints(live: LiveComposition, owner: OwnedPage | undefined): { styles: string[]; preloads: string[] } {
  const current = owner && live.sections[owner.section]?.[0]
  if (!owner || !current) return { styles: [], preloads: [] }
  const own = [current.entry, ...current.expose, ...owner.page.files].map((file) => ({
    release: current as Release,
    file,
  }))
  const provided = [...new Set(owner.page.needs.flatMap((name) => live.shell.provides[name] ?? []))]
    .filter((file) => !live.shell.entry.includes(file))
    .map((file) => ({ release: live.shell as Release, file }))
  const all = [...new Map([...own, ...provided].map((each) => [fileUrl(each.release, each.file), each])).values()]
  return {
    styles: all.filter(({ file }) => isStyle(file)).map(({ release, file }) => style(live, release, file)),
    preloads: all
      .filter(({ file }) => isScript(file))
      .map(({ release, file }) => (release === live.shell ? preloadLater : preload)(release, file)),
  }
}

function metaTags({ meta, head }: RenderedPage, noIndex: boolean): string {
  const tags = head ?? (meta?.description ? [{ name: 'description', content: meta.description }] : [])
  const robots = { name: 'robots', content: 'noindex' }
  const isSaid = tags.some(({ name }) => name === 'robots')
  return [...tags, ...((noIndex || meta?.noIndex) && !isSaid ? [robots] : [])].map(headTag).join('')
}

/** A link where it says what to, else a meta. */
const headTag = (attributes: Record<string, string>) =>
  `<${attributes.rel ? 'link' : 'meta'} ${Object.entries(attributes)
    .map(([name, value]) => `${name}="${escapeHtml(value)}"`)
    .join(' ')}>`

/** What is the same in every document of a composition for addresses of one pattern. */
type Fixed = { head: Buffer; foot: Buffer; configuration: PublicConfiguration }
const fixed = new PageMemo<Fixed>()

function fixedOf(live: LiveComposition, owner: OwnedPage | undefined, configuration: PublicConfiguration): Fixed {
  const create = () => createFixed(live, owner, configuration)
  return fixed.get({ live, owner }, create, (value) => value.configuration === configuration)
}

function createFixed(live: LiveComposition, owner: OwnedPage | undefined, configuration: PublicConfiguration): Fixed {
  const { styles, preloads } = hints(live, owner)
  const { entry } = live.shell
  const head = [
    `<link rel="alternate" type="application/rss+xml" title="${SITE_NAME}" href="/rss.xml">`,
    `<link rel="icon" type="image/svg+xml" href="${fileUrl(live.shell, live.shell.icon)}">`,
    `<script>${live.boot}</script>`,
    ...entry.filter(isStyle).map((file) => style(live, live.shell, file)),
    ...styles,
    ...live.shell.fonts.map((file) => font(live.shell, file)),
    ...entry.filter(isScript).map((file) => script(live.shell, file)),
    ...preloads,
  ].join('')
  const foot = `</div>${jsonBlock('marram-composition', live.composition)}${jsonBlock('marram-configuration', configuration)}${BLOCK}"marram-state">`
  return { head: Buffer.from(head), foot: Buffer.from(foot), configuration }
}

type Given = {
  live: LiveComposition
  /** What was rendered, or the composition's app shell. */
  page: RenderedPage
  owner: OwnedPage | undefined
  /** That of the edge. */
  configuration: PublicConfiguration
  extraTags: string
  /** Before everything else on the page. */
  banner?: string
}

/** The whole document, in UTF-8. What a render process has sent is put in as it came. */
export function htmlDocument({ live, page, owner, configuration, extraTags, banner = '' }: Given): Buffer {
  const { head, foot } = fixedOf(live, owner, configuration)
  const title = page.meta?.title && page.meta.title !== SITE_NAME ? `${page.meta.title} | ${SITE_NAME}` : SITE_NAME
  const meta = metaTags(page, owner !== undefined && !isIndexed(owner.page))
  const pieces = [
    `${FIRST}<title>${escapeHtml(title)}</title>${meta}`,
    head,
    page.styles,
    `${extraTags}</head><body>${banner}<div id="root">`,
    page.html,
    foot,
    page.state,
    '</script></body></html>',
  ]
  return Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)))
}
