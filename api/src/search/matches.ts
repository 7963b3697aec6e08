import { LEADS_ON } from '@marram/html/leads-on'
import { tokens } from '../content/plain-text'

export type Term = {
  /** Lexemes that the word stands for; the first is what was typed. */
  lexemes: string[]
  /** The last word may be incomplete. */
  isPrefix: boolean
}
type Range = [start: number, end: number]

const AROUND = 200
const BEFORE = 60
/** So far before a match its sentence may begin, to be shown from there. */
const SENTENCE_BEFORE = 110
/** As many whole sentences as there are. */
const SENTENCES = /^.*[\p{Ll}\p{N}][.!?][’”"')]*(?= [\p{Lu}“‘"(])/su

/** Where the terms stand in a text, as half-open ranges of UTF-16 units. */
export function matchesIn(text: string, terms: Term[]): Range[] {
  return tokens(text)
    .filter(({ word }) => terms.some((term) => means(term, word)))
    .map(({ start, end }) => [start, end])
}

/** A form of a lexeme is at most this much longer: `tide` is in `tides`, `sea` is not in `seasons`. */
export const LONGEST_ENDING = 3

function means({ lexemes, isPrefix }: Term, word: string): boolean {
  return lexemes.some(
    (lexeme) => word.startsWith(lexeme) && (isPrefix || word.length - lexeme.length <= LONGEST_ENDING),
  )
}

/** At most 200 characters around the first match, cut after a sentence, else a part of one, else a word that can be the last. */
export function excerptAround(text: string, terms: Term[]): string {
  if (text.length <= AROUND) return text
  const [first] = matchesIn(text, terms)
  const from = first && first[0] > BEFORE ? startBefore(text, first[0]) : 0
  const cut = text.slice(from, from + AROUND)
  const isLast = from + AROUND >= text.length
  const whole = SENTENCES.exec(cut)?.[0].length ?? 0
  const part = /^.*(?=(?:[,;:]| –) )/s.exec(cut)?.[0].length ?? 0
  const end = whole >= AROUND / 2 ? whole : part > AROUND * 0.6 ? part : Math.max(cut.lastIndexOf(' '), AROUND / 2)
  return `${endsSentence(text.slice(0, from)) ? '' : '…'}${isLast ? cut : shortened(cut.slice(0, end))}`
}

/** Where the sentence of the match begins, or if that is far a word. */
function startBefore(text: string, match: number): number {
  const ended = SENTENCES.exec(text.slice(0, match))?.[0].length
  const sentence = ended === undefined ? 0 : ended + 1
  return match - sentence <= SENTENCE_BEFORE ? sentence : text.lastIndexOf(' ', match - BEFORE) + 1
}

/** Nothing ends none, and needs no ellipsis either. */
const endsSentence = (text: string) => /^$|[.!?][’”"')]*\s*$/.test(text)

const shortened = (text: string) =>
  endsSentence(text) ? text : `${text.replace(LEADS_ON, '').replace(/[\ud800-\udbff]$/, '')}…`
