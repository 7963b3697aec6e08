import { imageUrl } from '@marram/sdk/configuration'
import { report } from '@marram/sdk/report'
import { visibleText } from './visible-text'

declare const sanitised: unique symbol
/** HTML that went through the allow-list. Nothing else may be given to `Prose`. */
export type SafeHtml = string & { readonly [sanitised]: true }

const MAX_LENGTH = 400_000

/** Separate chunks, for the first load. A browser has a parser, and the server imports one. */
const load = () =>
  Promise.all([
    import('@marram/html/sanitise'),
    typeof DOMParser === 'undefined' ? import('@marram/html/parse-on-server') : import('@marram/html/parse-in-browser'),
  ])

/** Starts to fetch the sanitiser while a loader waits for the API. */
export function prepareSanitiser(): void {
  load().catch(() => {})
}

/** The only way from HTML of the API to the page; called in loaders. What cannot be parsed comes out as plain text. */
export async function sanitiseHtml(html: string | null | undefined): Promise<SafeHtml> {
  if (!html) return '' as SafeHtml
  if (!/[<&]/.test(html)) return asText(html)
  try {
    if (html.length > MAX_LENGTH) throw new Error('the text is too long')
    const [{ sanitise }, { parse }] = await load()
    return sanitise(parse(html), imageUrl) as SafeHtml
  } catch (error) {
    report({ kind: 'sanitise', message: String((error as Error)?.message ?? error) })
    return asText(visibleText(html.slice(0, MAX_LENGTH)))
  }
}

const asText = (text: string) =>
  `<p>${text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')}</p>` as SafeHtml
