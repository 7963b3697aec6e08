/**
 * Attributes of the preloads of a page's largest picture, which its section marks by `fetchPriority="high"`: named at the
 * beginning of the document, it comes together with the fonts and not after all text. A `<picture>` has one source beside its
 * image at most.
 *
 * @param html as React's renderer writes it.
 */
export function preloadsOfLargestPicture(html: string): Record<string, string>[] {
  const image = /<img [^>]*fetchPriority="high"[^>]*>/.exec(html)
  if (!image) return []
  const source = /<picture><source ([^>]*)>$/.exec(html.slice(0, image.index))?.[1]
  if (source === undefined) return [preloadOf(image[0])]
  const media = attributeOf(source, 'media')
  return media === undefined ? [] : [preloadOf(source, media), preloadOf(image[0], `not ${media}`)]
}

function preloadOf(tag: string, media?: string): Record<string, string> {
  const [srcset, sizes] = [attributeOf(tag, 'srcSet'), attributeOf(tag, 'sizes')]
  // A view of a drawing (`#wide`) is no part of its request.
  const href = (attributeOf(tag, 'src') ?? srcset ?? '').split('#', 1)[0] as string
  return {
    rel: 'preload',
    as: 'image',
    fetchpriority: 'high',
    href,
    ...(srcset?.includes(' ') && { imagesrcset: srcset }),
    ...(sizes !== undefined && { imagesizes: sizes }),
    ...(media !== undefined && { media }),
  }
}

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" }

const attributeOf = (tag: string, name: string): string | undefined =>
  RegExp(`(?:^| )${name}="([^"]*)"`)
    .exec(tag)?.[1]
    ?.replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity] as string)
