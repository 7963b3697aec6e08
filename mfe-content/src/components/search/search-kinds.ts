import { configuration } from '@marram/sdk/configuration'
import { type Tone, toneOf } from '@marram/ui/chip'

/** Kinds of what can be found, as sections declare them, in the order in which they are offered. */
export const kinds = (): string[] => (configuration().searchKinds ?? []).map(({ kind }) => kind)

/** What visitors read of a kind, as its section declares it; made of the API's name where no section does. */
export function kindWords(kind: string): { title: string; plural: string; tone: Tone } {
  const declared = configuration().searchKinds?.find((each) => each.kind === kind)
  const name = kind.charAt(0).toUpperCase() + kind.slice(1).replaceAll('-', ' ')
  const { title, plural, tone } = declared ?? { title: name, plural: name }
  return { title, plural, tone: (tone as Tone | undefined) ?? toneOf(plural) }
}
