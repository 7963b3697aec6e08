/**
 * Attributes of the preloads of a page's largest picture, which its section marks by `fetchPriority="high"`, alone or
 * with a second one in a `<picture>`: named at the beginning of the document, it comes before scripts and fonts. React names
 * one that stands alone too, but behind them.
 *
 * @param html as React's renderer writes it.
 */
export function preloadsOfLargestPicture(html: string): Record<string, string>[] {
  const image = /<img [^>]*fetchPriority="high"[^>]*>/.exec(html)
  if (!image) return []
  const before = html.slice(0, image.index)
  if (!/<source [^>]*>$/.test(before)) return preloadOfOne(image[0])
  const source = /<picture><source ([^>]*)>$/.exec(before)?.[1]
  if (source === undefined) return []
  const media = attributeOf(source, 'media')
  // Which of several copies is shown only the browser knows.
  const hasCopies = [source, image[0]].some((tag) => attributeOf(tag, 'srcSet')?.includes(' '))
  return media === undefined || hasCopies ? [] : [preloadOf(source, media), preloadOf(image[0], `not ${media}`)]
}

/** `html` without React's own preloads of what `preloads` name. */
export const withoutPreloadsOf = (preloads: Record<string, string>[], html: string): string =>
  html.replaceAll(/<link rel="preload" as="image"[^>]*>/g, (link) =>
    preloads.some(({ href }) => href === attributeOf(link, 'href')?.split('#', 1)[0]) ? '' : link,
  )

/** Of several copies React's own preload names the right one. */
const preloadOfOne = (image: string): Record<string, string>[] =>
  attributeOf(image, 'srcSet') === undefined && !attributeOf(image, 'src')?.startsWith('data:')
    ? [preloadOf(image)]
    : []

function preloadOf(tag: string, media?: string): Record<string, string> {
  // A view of a drawing (`#wide`) is no part of its request.
  const [href = ''] = (attributeOf(tag, 'src') ?? attributeOf(tag, 'srcSet') ?? '').split('#', 1)
  return { rel: 'preload', as: 'image', fetchpriority: 'high', href, ...(media && { media }) }
}

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" }

const attributeOf = (tag: string, name: string): string | undefined =>
  RegExp(`(?:^| )${name}="([^"]*)"`)
    .exec(tag)?.[1]
    ?.replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity] as string)
