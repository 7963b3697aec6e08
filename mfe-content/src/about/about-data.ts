import type { AboutBlock, Counters, Review } from '@marram/api-contract/blocks'
import type { Counter } from '@marram/ui/counters'
import type { Quote } from '@marram/ui/quotes'
import { sanitiseHtml } from '@marram/ui/safe-html'

/** A block of words and two pictures, ready to be shown; null where the host has none. */
export async function pictureBlock(block: AboutBlock | undefined) {
  if (!block?.title) return null
  const { tagline, title, first_image, sec_image, description } = block
  return { tagline, title, pictures: [first_image, sec_image] as const, text: await sanitiseHtml(description) }
}

/** The figures that have both a value and a meaning. */
export function figures(given: Counters | undefined): Counter[] {
  if (!given) return []
  return [
    { value: given.first_value, title: given.first_title },
    { value: given.sec_value, title: given.sec_title },
    { value: given.third_value, title: given.third_title },
  ].filter(({ value, title }) => value && title)
}

/** Reviews that say something, and who says it. */
export const quotes = (reviews: Review[]): Quote[] =>
  reviews
    .filter(({ review }) => review)
    .map(({ review, reviewer_name, designation, organization, image }) => ({
      text: review,
      name: reviewer_name,
      about: [designation, organization].filter(Boolean).join(', '),
      image,
    }))
