import { visibleText } from './excerpt'

declare const sanitised: unique symbol
/** HTML that went through the allow-list. Nothing else may be given to `Prose`. */
export type SafeHtml = string & { readonly [sanitised]: true }

const MAX_LENGTH = 400_000

/**
 * The only way from HTML of the API to the page. Call it in loaders: its parser is a chunk of its own and never part of
 * the first load. What cannot be parsed comes out as plain text; headings are shifted below the page's h1.
 */
export async function sanitiseHtml(html: string | null | undefined): Promise<SafeHtml> {
  if (!html) return '' as SafeHtml
  if (!/[<&]/.test(html)) return asText(html)
  try {
    if (html.length > MAX_LENGTH) return asText(visibleText(html.slice(0, MAX_LENGTH)))
    const { sanitise } = await import('./sanitise')
    return sanitise(html) as SafeHtml
  } catch {
    return asText(visibleText(html))
  }
}

const asText = (text: string) =>
  `<p>${text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')}</p>` as SafeHtml
