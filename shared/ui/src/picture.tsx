import { imageUrl } from '@marram/host/configuration'

type Props = {
  /** Image value of the API. */
  src: string | null | undefined
  /** Empty where the picture only decorates. */
  alt?: string
  width: number
  height: number
  /** On the first screen: loaded at once. Everything else waits until it is near. */
  eager?: boolean
  /** The largest picture of the page: loaded before other pictures. */
  first?: boolean
  className?: string
}

/** An image of the API with its room reserved. Without a value the room stays, in the colour of mist. */
export function Picture({ src, alt = '', width, height, eager = false, first = false, className }: Props) {
  if (!src) return null
  return (
    <img
      className={className}
      src={imageUrl(src)}
      alt={alt}
      width={width}
      height={height}
      loading={eager || first ? 'eager' : 'lazy'}
      decoding="async"
      fetchPriority={first ? 'high' : undefined}
    />
  )
}
