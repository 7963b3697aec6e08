import { createHash } from 'node:crypto'
import type { SectionRelease, ShellRelease } from '@marram/release-contract/release'
import type { RenderedPage } from '@marram/rendering/render-messages'
import { stateText } from '@marram/rendering/state-text'
import { type Encoding, encode, encodeSmall } from '@marram/server/encodings'
import { Semaphore } from '@marram/server/semaphore'
import { fileUrl, isIndexed, type LiveComposition, type OwnedPage } from '../compositions/live-composition'
import { escapeHtml } from '../requests/error-pages'
import { PageMemo } from './page-key'

type Release = SectionRelease | ShellRelease

const FIRST =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'

/** As the host's PageMeta writes titles in the browser. */
const SITE_NAME = 'Marram'

const BLOCK = '<script type="application/json" id='
const jsonBlock = (id: string, value: unknown) => `${BLOCK}"${id}">${stateText(value)}</script>`
const checked = (release: Release, file: string) => `crossorigin integrity="${release.files[file]?.integrity ?? ''}"`
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

/** What is the same in every document of a composition for addresses of one pattern. */
type Fixed = { head: Buffer; foot: Buffer }
const fixed = new PageMemo<Fixed>()

/** Everything that the page will ask for is in the document: nothing else is in the first chain of requests. */
function createFixed(live: LiveComposition, owner: OwnedPage | undefined): Fixed {
  const { shell } = live
  const current = owner && live.sections[owner.section]?.[0]
  const page = current && owner.page
  const own = page ? [...new Set([current.entry, ...current.expose, ...page.files])] : []
  const needed = [...new Set((page?.needs ?? []).flatMap((name) => shell.provides[name] ?? []))]
  const provided = needed.filter((file) => !shell.entry.includes(file))
  const ofSection = (is: (file: string) => boolean, tag: (release: Release, file: string) => string) =>
    current ? own.filter(is).map((file) => tag(current, file)) : []
  const ofShell = (files: string[], tag: (release: Release, file: string) => string) =>
    files.map((file) => tag(shell, file))
  const styleOf = (release: Release, file: string) => style(live, release, file)
  const head = [
    `<link rel="alternate" type="application/rss+xml" title="${SITE_NAME}" href="/rss.xml">`,
    `<link rel="icon" type="image/svg+xml" href="${fileUrl(shell, shell.icon)}">`,
    `<script>${live.boot}</script>`,
    ...ofShell(shell.entry.filter(isStyle), styleOf),
    ...ofSection(isStyle, styleOf),
    ...ofShell(provided.filter(isStyle), styleOf),
    ...ofShell(shell.fonts, font),
    ...ofShell(shell.entry.filter(isScript), script),
    ...ofSection(isScript, preload),
    ...ofShell(provided.filter(isScript), preloadLater),
  ].join('')
  const data = jsonBlock('marram-composition', live.composition) + jsonBlock('marram-configuration', live.configuration)
  const foot = `</div>${data}${BLOCK}"marram-state">`
  return { head: Buffer.from(head), foot: Buffer.from(foot) }
}

type Given = {
  live: LiveComposition
  /** What was rendered, or the composition's app shell. */
  page: RenderedPage
  owner: OwnedPage | undefined
  extraTags: string
  /** Before everything else on the page. */
  banner?: string | undefined
}

/** The whole document, in UTF-8. What a render process has sent is put in as it came. */
export function htmlDocument({ live, page, owner, extraTags, banner = '' }: Given): Buffer {
  const { head, foot } = fixed.get({ live, owner }, () => createFixed(live, owner))
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

/** With its compressed copies a page takes less than half of itself again. */
const WITH_ENCODINGS = 1.5

/** A page that is sent so often is worth the time of a smaller copy. */
const OFTEN = 50
/** One page at a time: others need the same threads. */
const packing = new Semaphore({ atOnce: 1, waiting: 20, waitMs: 10_000 })

/** A whole response for a page's address, but for what depends on the visitor. */
export class PageDocument {
  readonly etag: string
  /** A promise while it is being compressed, and where that failed. */
  private readonly encoded = new Map<Encoding, Buffer | Promise<Buffer>>()
  private asked = 0

  constructor(
    readonly status: number,
    readonly html: Buffer,
    /** How it was created, for operators. */
    readonly origin: string,
    /** Where it leads. */
    readonly location?: string,
  ) {
    this.etag = `"${createHash('sha1').update(html).digest('base64url')}"`
  }

  get bytes(): number {
    return Math.ceil(this.html.length * WITH_ENCODINGS)
  }

  /** Undefined where it was not asked for in this encoding before. */
  encodedIn(encoding: Encoding | undefined): Buffer | undefined {
    if (!encoding) return this.html
    if (encoding === 'br') {
      this.asked += 1
      if (this.asked === OFTEN) void this.packSmall()
    }
    const known = this.encoded.get(encoding)
    return known instanceof Promise ? undefined : known
  }

  private async packSmall(): Promise<void> {
    try {
      this.encoded.set('br', await packing.run(() => encodeSmall(this.html)))
    } catch {
      // What was there already goes on being sent.
      this.asked = 0
    }
  }

  /** Compressed when it is first asked for so. */
  in(encoding: Encoding | undefined): Buffer | Promise<Buffer> {
    if (!encoding) return this.html
    const known = this.encoded.get(encoding)
    if (known) return known
    const body = encode(this.html, encoding)
    this.encoded.set(encoding, body)
    // The caller handles a failure.
    body.then(
      (bytes) => this.encoded.set(encoding, bytes),
      () => {},
    )
    return body
  }
}
