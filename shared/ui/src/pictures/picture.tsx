import { imageUrl } from '@marram/sdk/configuration'

type Props = {
  /** Image value of the API. */
  src: string | null | undefined
  /** Empty if the picture only decorates. */
  alt?: string
  width: number
  height: number
  /** The attribute, in em as the sheets have it; by default from `width`. */
  sizes?: string
  /** On the first screen: loaded at once. */
  eager?: boolean
  /** The largest picture of the page: loaded before other pictures. */
  first?: boolean
  /** For a slot of any shape: a drawing with such a view shows its whole subject. */
  wide?: boolean
  className?: string
}

/** An image of the API, loaded when it comes near. Renders nothing without a value. */
export function Picture({ src, alt = '', width, height, sizes, eager = false, first = false, wide, className }: Props) {
  if (!src) return null
  const copies = copiesOf(src)
  return (
    <img
      className={className}
      // Before `src`, which the browser would begin to load.
      {...(copies.length > 0 && {
        sizes: sizes ?? `(min-width: ${width / 16}em) ${width / 16}em, 100vw`,
        srcSet: copies.map(({ url, width }) => `${imageUrl(url)} ${width}w`).join(', '),
      })}
      src={imageUrl(wide && drawnWide.test(src) ? `${src}#wide` : src)}
      alt={alt}
      width={width}
      height={height}
      loading={eager || first ? 'eager' : 'lazy'}
      decoding="async"
      fetchPriority={first ? 'high' : undefined}
    />
  )
}

/** As created by the API, in `api/src/content-files/media-files.ts`. */
const WIDTHS = [480, 960, 1440]
const drawnWide = /\.wide\.[\da-f]{10}\.svg$/
const withCopies = /^(\/media\/.+\.w(\d+)\.[\da-f]{10})\.\w+$/

/** The smaller copies of a picture whose name has its width in it: `/media/dune.w1600.0123abcdef.jpg`. */
export function copiesOf(value: string): { url: string; width: number }[] {
  const [, stem, width] = withCopies.exec(value) ?? []
  if (!stem) return []
  const widths = new Set(WIDTHS.map((each) => Math.min(each, Number(width))))
  return [...widths].map((each) => ({ url: `${stem}.${each}.webp`, width: each }))
}
