import { type CorrectedWord, LONGEST_QUERY } from '@marram/api-contract/search'
import { sql } from 'drizzle-orm'
import leven from 'leven'
import { plain, tokens } from '../content/plain-text'
import type { Db } from '../database/schema'
import { LONGEST_ENDING, type Term } from './matches'

const MOST_WORDS = 8
const SHORTEST_MISTYPED = 3

export type Understood = { text: string; terms: Term[]; corrected: CorrectedWord[] }

/**
 * The typed query as lexemes of the index. A word that the site never uses is replaced by the nearest words, unless the
 * query is `exact`.
 */
export async function understandQuery(db: Db, typed: string, exact = false): Promise<Understood> {
  const cut = typed.slice(0, LONGEST_QUERY)
  const text = plain(cut).trim()
  const asTyped = tokens(cut).slice(0, MOST_WORDS)
  const words = asTyped.map(({ word }) => word)
  if (words.length === 0) return { text, terms: [], corrected: [] }
  const read = await readWords(db, words, exact)
  const meaningful = read.filter(({ stem }) => stem !== '')
  // Only stop words such as `the`: then these are searched.
  const used = meaningful.length > 0 ? meaningful : read
  const last = words.at(-1)
  const insteadOf = new Map(used.map(({ word, instead }) => [word, instead] as const))
  return {
    text,
    terms: used.map(({ word, stem, alike }) => ({
      lexemes: [...new Set([word, stem, ...alike].filter((lexeme) => lexeme !== ''))],
      isPrefix: word === last,
    })),
    corrected: asTyped.flatMap(({ word, start, end }) => {
      const instead = insteadOf.get(word) ?? []
      return instead.length > 0 ? [{ word: cut.slice(start, end), instead }] : []
    }),
  }
}

async function readWords(db: Db, words: string[], exact: boolean) {
  const { rows } = await db.execute<{ word: string; stem: string; known: boolean }>(sql`
    with typed as (
      select word, coalesce((ts_lexize('english_stem', word))[1], '') as stem
      from json_array_elements_text(${JSON.stringify(words)}::json) as t (word)
    )
    select word, stem, exists (
      select from api.search_words w
      where w.word in (t.word, t.stem) or (t.word = ${words.at(-1)} and (w.word like t.word || '%' or w.word like nullif(t.stem, '') || '%'))
    ) as known
    from typed t`)
  const read: { word: string; stem: string; alike: string[]; instead: string[] }[] = []
  for (const { word, stem, known } of rows) {
    const nearest = exact || known || word.length < SHORTEST_MISTYPED ? [] : await nearestWords(db, word)
    // A stem that is much shorter stands for other words as well: that of `publications` for `public`.
    const alike = nearest.flatMap((each) =>
      each.word.length - each.stem.length <= LONGEST_ENDING ? [each.word, each.stem] : [each.word],
    )
    read.push({ word, stem, alike, instead: nearest.map((each) => each.word) })
  }
  return read
}

const MOST_MEANINGS = 3
/** Threshold of trigram similarity. PostgreSQL's default of 0.6 misses most typing errors. */
const ALIKE = 0.34
/** How many similar words are compared letter by letter. */
const MOST_ALIKE = 20
/** Words below this share of the best similarity are left out. */
const NEAR_THE_BEST = 0.8
/** In a shorter word, one different letter makes another word; a longer one has enough trigrams. */
const [SHORTEST, LONGEST] = [4, 16]

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz']

type KnownWord = { word: string; stem: string; similarity: number }

/** The known words with the fewest typing errors between them and a mistyped word. */
async function nearestWords(db: Db, typed: string): Promise<KnownWord[]> {
  const { rows } = await db.execute<KnownWord>(sql`
    with alike as (
      select word, items from api.search_words
      where word in (select json_array_elements_text(${JSON.stringify(oneSlipAway(typed))}::json))
      union
      (select word, items from api.search_words
      where word % ${typed} and similarity(word, ${typed}) >= ${ALIKE}
      order by similarity(word, ${typed}) desc, items desc limit ${MOST_ALIKE})
    )
    select word, coalesce((ts_lexize('english_stem', word))[1], '') as stem, similarity(word, ${typed}) as similarity
    from alike order by similarity desc, items desc, word`)
  const swapped = new Set(swaps([...typed]))
  // Swapped letters count as one error.
  const slips = ({ word }: KnownWord) => (swapped.has(word) ? 0.5 : leven(typed, word))
  const fewest = Math.min(...rows.map(slips))
  const nearest = rows.filter((known) => slips(known) === fewest)
  const best = nearest[0]?.similarity ?? 0
  return nearest.filter(({ similarity }) => similarity >= best * NEAR_THE_BEST).slice(0, MOST_MEANINGS)
}

/** Short words with one slip have few trigrams in common with the right one, so these are looked up as they are. */
function oneSlipAway(word: string): string[] {
  const letters = [...word]
  if (letters.length < SHORTEST || letters.length > LONGEST) return []
  const places = [...letters.keys(), letters.length]
  return [
    ...swaps(letters),
    ...places.map((i) => letters.toSpliced(i, 1).join('')),
    ...places.flatMap((i) => LETTERS.map((letter) => letters.toSpliced(i, 0, letter).join(''))),
    ...places.flatMap((i) => LETTERS.map((letter) => letters.toSpliced(i, 1, letter).join(''))),
  ]
}

const swaps = (letters: string[]): string[] =>
  letters.slice(1).map((letter, i) => letters.toSpliced(i, 2, letter, letters[i] as string).join(''))
