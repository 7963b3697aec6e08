import { when } from '../page/words'

/** What a link shows: a version or a machine's build on top of what is live, or exactly a composition. */
export type Shows = { part: string; version: string } | { part: string; source: string } | { composition: string }

export function shownWords(shows: Shows): string {
  if ('composition' in shows) return `the composition ${shows.composition}`
  return 'source' in shows ? `${shows.part} as ${shows.source} serves it` : `${shows.part} ${shows.version}`
}

const validities: [seconds: string, words: string][] = [
  ['1800', '30 minutes'],
  ['7200', '2 hours'],
  ['86400', 'A day'],
  ['604800', 'A week'],
  ['2592000', '30 days'],
]

/** Longer than a working day nobody's machine should be part of the site. */
const MOST_OF_A_MACHINE = 43_200
export const validitiesOf = (what: string | undefined) =>
  validities.filter(([value]) => what !== 'machine' || Number(value) <= MOST_OF_A_MACHINE)

type About = { environment: string; shows: Shows; seconds: number; now?: Date }

/** What it means to make the link, before it is made. */
export function linkEffects({ environment, shows, seconds, now = new Date() }: About): string[] {
  const end = when(new Date(now.getTime() + seconds * 1000).toISOString())
  const sees =
    'composition' in shows
      ? `exactly ${shownWords(shows)}`
      : `${shownWords(shows)} on top of what is live in ${environment}`
  return [
    "No visitor's page changes (0 %).",
    'source' in shows
      ? `Everyone who has the link and a token of any role sees ${sees}. The site fetches it from there, and must be allowed to (PREVIEW_HOSTS).`
      : `Everyone who has the link sees ${sees}, and needs no token for that.`,
    'source' in shows
      ? `It ends by itself, ${end}; before that, for whoever loses the token.`
      : `It ends by itself, ${end}. Nobody can end it before.`,
    ...('source' in shows ? [] : ['Until then clean-up keeps what it shows.']),
  ]
}
