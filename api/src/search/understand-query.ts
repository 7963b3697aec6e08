import { LONGEST_QUERY } from '@marram/api-contract/search'
import { sql } from 'drizzle-orm'
import { plain, tokens } from '../content/plain-text'
import type { Db } from '../database/schema'
import { LONGEST_ENDING, type Term } from './matches'
import { nearestWords } from './nearest-words'

const MOST_WORDS = 8
const SHORTEST_MISTYPED = 3

export type Understood = { text: string; terms: Term[] }

/**
 * What was typed, as lexemes of the index. A word that the site never uses stands for the words nearest to it.
 * No terms where there is no word at all.
 */
export async function understandQuery(db: Db, typed: string): Promise<Understood> {
  const text = plain(typed.slice(0, LONGEST_QUERY)).trim()
  const words = tokens(typed.slice(0, LONGEST_QUERY))
    .slice(0, MOST_WORDS)
    .map(({ word }) => word)
  if (words.length === 0) return { text, terms: [] }
  const read = await readWords(db, words)
  const meaningful = read.filter(({ stem }) => stem !== '')
  // Only words like `the`: then they are all there is to look for.
  const used = meaningful.length > 0 ? meaningful : read
  const last = words.at(-1)
  return {
    text,
    terms: used.map(({ word, stem, alike }) => ({
      lexemes: [...new Set([word, stem, ...alike].filter((lexeme) => lexeme !== ''))],
      isPrefix: word === last,
    })),
  }
}

type ReadWord = { word: string; stem: string; alike: string[] }

async function readWords(db: Db, words: string[]): Promise<ReadWord[]> {
  const list = sql.join(
    words.map((word) => sql`(${word}::text)`),
    sql`, `,
  )
  const { rows } = await db.execute<{ word: string; stem: string; known: boolean }>(sql`
    with typed as (
      select word, coalesce((ts_lexize('english_stem', word))[1], '') as stem from (values ${list}) as t (word)
    )
    select word, stem, exists (
      select from api.search_words w
      where w.word in (t.word, t.stem) or (t.word = ${words.at(-1)} and (w.word like t.word || '%' or w.word like nullif(t.stem, '') || '%'))
    ) as known
    from typed t`)
  const read: ReadWord[] = []
  for (const { word, stem, known } of rows)
    read.push({ word, stem, alike: known || word.length < SHORTEST_MISTYPED ? [] : await meanings(db, word) })
  return read
}

/** A stem that is much shorter stands for other words as well: that of `publications` for `public`. */
async function meanings(db: Db, typed: string): Promise<string[]> {
  const nearest = await nearestWords(db, typed)
  return nearest.flatMap(({ word, stem }) => (word.length - stem.length <= LONGEST_ENDING ? [word, stem] : [word]))
}
