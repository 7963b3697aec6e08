import { LONGEST_QUERY } from '@marram/contracts/search'
import { sql } from 'drizzle-orm'
import type { Db } from '../call'
import { plain, tokens } from './plain'

const MOST_WORDS = 8
/** Of trigrams in common. PostgreSQL's own 0.6 misses most mistakes that people make. */
const ALIKE = 0.34
const MOST_MEANINGS = 3

export type Term = {
  /** Lexemes that the word stands for; the first is what was typed. */
  lexemes: string[]
  /** The last word may be half typed. */
  isPrefix: boolean
}
export type Understood = { text: string; terms: Term[] }

/**
 * What was typed, as lexemes of the index. A word that the site never uses stands for the words most like it.
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
  const { rows } = await db.execute<{ word: string; stem: string; alike: string[] }>(sql`
    with typed as (
      select word, coalesce((ts_lexize('english_stem', word))[1], '') as stem from (values ${list}) as t (word)
    )
    select word, stem, case
      when length(word) < 3 or exists (
        select from api.search_words w
        where w.word in (t.word, t.stem) or (t.word = ${words.at(-1)} and (w.word like t.word || '%' or (t.stem <> '' and w.word like t.stem || '%')))
      ) then '{}'::text[]
      else array(
        select w.word from api.search_words w
        where w.word % t.word and similarity(w.word, t.word) >= ${ALIKE}
        order by similarity(w.word, t.word) desc, w.items desc limit ${MOST_MEANINGS})
      end as alike
    from typed t`)
  return rows
}
