import { shortId } from '@marram/release-contract/composition-id'
import { when } from '../page/words'

/** What a link shows: a version or a developer's machine on top of what is live, or exactly a composition. */
export type Shows = { part: string; version: string } | { part: string; source: string } | { composition: string }

export function shownWords(shows: Shows): string {
  if ('composition' in shows) return `the composition ${shortId(shows.composition)}`
  return 'source' in shows ? `${shows.part} as ${shows.source} serves it` : `${shows.part} ${shows.version}`
}

const validities: [seconds: string, words: string][] = [
  ['1800', '30 minutes'],
  ['7200', '2 hours'],
  ['86400', 'A day'],
  ['604800', 'A week'],
  ['2592000', '30 days'],
]

/** A developer's machine is part of the site for a working day at most. */
const MOST_OF_A_SOURCE = 43_200
export const validitiesOf = (shows: Shows | undefined) =>
  validities.filter(([seconds]) => (shows && !('source' in shows)) || Number(seconds) <= MOST_OF_A_SOURCE)

type About = { environment: string; shows: Shows; seconds: number; now?: Date }

/** What it means to make the link, before it is made. */
export function linkEffects({ environment, shows, seconds, now = new Date() }: About): string[] {
  const end = when(now.getTime() + seconds * 1000)
  const what = shownWords(shows)
  const sees = 'composition' in shows ? `exactly ${what}` : `${what} on top of what is live in ${environment}`
  const effects =
    'source' in shows
      ? [
          `Everyone who has the link and a token of any role sees ${sees}. The site fetches it from there, and must be allowed to (PREVIEW_HOSTS).`,
          `It ends by itself, ${end}, or when somebody ends it; before that, for anybody whose token ends.`,
        ]
      : [
          `Everyone who has the link sees ${sees}, and needs no token for that.`,
          `It ends by itself, ${end}, or when somebody ends it.`,
          'Until then clean-up keeps what it shows.',
        ]
  return ["No visitor's page changes (0 %).", ...effects]
}
