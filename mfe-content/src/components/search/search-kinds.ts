import { searchKind } from '@marram/api-contract/search'
import { configuration } from '@marram/sdk/configuration'
import { type Tone, toneOf } from '@marram/ui/chip'
import { PAGE } from './site-pages'

/** Kinds of what can be found, in the order in which they are offered. */
export const kinds = [PAGE, ...searchKind.options] as const
export type Kind = (typeof kinds)[number]

export const isKind = (text: string): text is Kind => kinds.some((kind) => kind === text)

/** What visitors read of a kind, as its section declares it; made of the API's name where no section does. */
export function kindWords(kind: Kind): { title: string; plural: string; tone: Tone } {
  const declared = configuration().searchKinds?.find((each) => each.kind === kind)
  const name = kind.charAt(0).toUpperCase() + kind.slice(1).replaceAll('-', ' ')
  const { title, plural, tone } = declared ?? { title: name, plural: name }
  return { title, plural, tone: (tone as Tone | undefined) ?? toneOf(plural) }
}
