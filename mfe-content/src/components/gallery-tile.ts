import type { GalleryItem } from '@marram/api-contract/blocks'

/** What a tile and the lightbox show of an item; some hosts send more. */
export const galleryTile = ({ title, image, keyword, link }: GalleryItem) => ({ title, image, keyword, link })
export type GalleryTile = ReturnType<typeof galleryTile>
