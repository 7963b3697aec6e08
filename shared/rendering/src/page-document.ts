import type { Composition, PublicConfiguration } from '@marram/release-contract/composition'
import type { SectionRelease, ShellRelease } from '@marram/release-contract/release'
import { releaseFileUrl } from '@marram/release-contract/release-files'
import type { RenderedPage } from './render-messages'
import { stateText } from './state-text.mjs'

type Release = SectionRelease | ShellRelease
export type DocumentSource = {
  composition: Composition
  configuration: PublicConfiguration
  shell: ShellRelease
  /** By section: the release to show, then the last good ones. */
  sections: Record<string, SectionRelease[]>
  boot: string
  /** The text of every style that a document may need, by the address of its file. */
  styles: Record<string, string>
}
export type PageOwner = { section: string; page: SectionRelease['pages'][number] }

/** Text of a release's file, made safe inside an element of that name. End tags may be in capitals too. */
export const insideOf = (element: 'script' | 'style', text: string) =>
  text.replaceAll(RegExp(`</(?=${element})`, 'gi'), '<\\/')

/** Whether search engines may show the page. */
export const isIndexed = ({ private: personal, requiresLogin, noIndex }: PageOwner['page']): boolean =>
  !personal && !requiresLogin && !noIndex

export const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const FIRST =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'

/** As the host's PageMeta writes titles in the browser. */
const SITE_NAME = 'Marram'

export const fileUrl = ({ name, version }: Pick<Release, 'name' | 'version'>, file: string) =>
  releaseFileUrl(name, version, file)
const BLOCK = '<script type="application/json" id='
const jsonBlock = (id: string, value: unknown) => `${BLOCK}"${id}">${stateText(value)}</script>`
const checked = (release: Release, file: string) => `crossorigin integrity="${release.files[file]?.integrity ?? ''}"`
const script = (release: Release, file: string) =>
  `<script defer src="${fileUrl(release, file)}" ${checked(release, file)}></script>`
const preload = (release: Release, file: string, more = '') =>
  `<link rel="preload" as="script" fetchpriority="low"${more} href="${fileUrl(release, file)}" ${checked(release, file)}>`
/** With a media query that never matches until the boot script changes it, after the first paint: large, and needed last. */
const preloadLater = (release: Release, file: string) => preload(release, file, ' media="not all"')
/** Part of the document: its text is painted without waiting for another file. The run time finds it by its address. */
const style = ({ styles }: DocumentSource, release: Release, file: string) =>
  `<style data-href="${fileUrl(release, file)}">${styles[fileUrl(release, file)] ?? ''}</style>`
const font = (release: Release, file: string) =>
  `<link rel="preload" as="font" type="font/woff2" href="${fileUrl(release, file)}" crossorigin>`

const isStyle = (file: string) => file.endsWith('.css')
const isScript = (file: string) => file.endsWith('.js')

function metaTags({ meta, head }: RenderedPage, noIndex: boolean): string {
  const tags = head ?? (meta?.description ? [{ name: 'description', content: meta.description }] : [])
  const robots = { name: 'robots', content: 'noindex' }
  const hasRobots = tags.some(({ name }) => name === 'robots')
  return [...tags, ...((noIndex || meta?.noIndex) && !hasRobots ? [robots] : [])].map(headTag).join('')
}

/** A link where it has a `rel`, else a meta. */
const headTag = (attributes: Record<string, string>) =>
  `<${attributes.rel ? 'link' : 'meta'} ${Object.entries(attributes)
    .map(([name, value]) => `${name}="${escapeHtml(value)}"`)
    .join(' ')}>`

/** The parts that are the same in every document of a composition for one pattern. */
export type FixedParts = { head: Buffer; foot: Buffer }

/** The document names every file that the page requests, so that its first requests need no others before them. */
export function fixedParts(source: DocumentSource, owner: PageOwner | undefined): FixedParts {
  const { shell } = source
  const current = owner && source.sections[owner.section]?.[0]
  const page = current && owner.page
  const own = page ? [...new Set([current.entry, ...current.expose, ...page.files])] : []
  const needed = [...new Set((page?.needs ?? []).flatMap((name) => shell.provides[name] ?? []))]
  const provided = needed.filter((file) => !shell.entry.includes(file))
  const ofSection = (is: (file: string) => boolean, tag: (release: Release, file: string) => string) =>
    current ? own.filter(is).map((file) => tag(current, file)) : []
  const ofShell = (files: string[], tag: (release: Release, file: string) => string) =>
    files.map((file) => tag(shell, file))
  const styleOf = (release: Release, file: string) => style(source, release, file)
  const head = [
    `<link rel="alternate" type="application/rss+xml" title="${SITE_NAME}" href="/rss.xml">`,
    `<link rel="icon" type="image/svg+xml" href="${fileUrl(shell, shell.icon)}">`,
    `<script>${source.boot}</script>`,
    ...ofShell(shell.entry.filter(isStyle), styleOf),
    ...ofSection(isStyle, styleOf),
    ...ofShell(provided.filter(isStyle), styleOf),
    ...ofShell(shell.entry.filter(isScript), script),
    ...ofSection(isScript, preload),
    ...ofShell(provided.filter(isScript), preloadLater),
  ].join('')
  const { composition, configuration } = source
  const data = jsonBlock('marram-composition', composition) + jsonBlock('marram-configuration', configuration)
  // Behind the words: they would share the network with those, which are shown in the system's letters until fonts come.
  const fonts = ofShell(shell.fonts, font).join('')
  const foot = `</div>${fonts}${data}${BLOCK}"marram-state">`
  return { head: Buffer.from(head), foot: Buffer.from(foot) }
}

type Given = {
  fixed: FixedParts
  page: RenderedPage
  owner: PageOwner | undefined
  extraTags?: string
  banner?: string | undefined
}

/** The whole document, in UTF-8. Texts of a render process are inserted unchanged. */
export function pageDocument({ fixed, page, owner, extraTags = '', banner = '' }: Given): Buffer {
  const title = page.meta?.title && page.meta.title !== SITE_NAME ? `${page.meta.title} | ${SITE_NAME}` : SITE_NAME
  const meta = metaTags(page, owner !== undefined && !isIndexed(owner.page))
  const pieces = [
    `${FIRST}<title>${escapeHtml(title)}</title>${meta}`,
    fixed.head,
    page.styles,
    `${extraTags}</head><body>${banner}<div id="root">`,
    page.html,
    fixed.foot,
    page.state,
    '</script></body></html>',
  ]
  return Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)))
}
