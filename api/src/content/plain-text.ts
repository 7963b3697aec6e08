import { parseFragment } from 'parse5'

type Node = { nodeName: string; value?: string; childNodes?: Node[] }

const hidden = new Set(['script', 'style', 'template', 'iframe', 'noscript'])
/** Inline elements; all other tags separate words. */
const inline = new Set('a abbr b cite code em i mark s small span strong sub sup u'.split(' '))

/** The text of an item's HTML, as one line. */
export const textOfHtml = (html: string): string => blocksOf(parseFragment(html) as Node).join(' ')

/** The same, with a stop after headings, items of lists and rows of tables, which have none: a reader of one line needs it. */
export const sentencesOfHtml = (html: string): string =>
  blocksOf(parseFragment(html) as Node, true)
    .map((block) => (ENDED.test(block) ? block : `${block}.`))
    .join(' ')

const ENDED = /[\p{P}\p{S}][’”"')\]]*$/u

/** Each piece of text that stands apart; on request a row of a table is one. */
function blocksOf(root: Node, hasRows = false): string[] {
  const blocks: string[] = ['']
  const read = (node: Node) => {
    if (hidden.has(node.nodeName)) return
    if (node.nodeName === '#text') blocks.push((blocks.pop() ?? '') + (node.value ?? ''))
    if (hasRows && node.nodeName === 'tr') {
      blocks.push(rowOf(node), '')
      return
    }
    const apart = !node.nodeName.startsWith('#') && !inline.has(node.nodeName)
    if (apart) blocks.push('')
    for (const child of node.childNodes ?? []) read(child)
    if (apart) blocks.push('')
  }
  read(root)
  return blocks.map((block) => block.replace(/\s+/g, ' ').trim()).filter((block) => block !== '')
}

function rowOf({ childNodes = [] }: Node): string {
  const cells = childNodes.map((cell) => ({ name: cell.nodeName, text: blocksOf(cell).join(' ') }))
  const [first, ...others] = cells.filter(({ text }) => text !== '')
  const rest = others.map(({ text }) => text).join(', ')
  if (!first || rest === '') return first?.text ?? ''
  return `${first.text}${first.name === 'th' && others[0]?.name === 'td' ? ':' : ','} ${rest}`
}

/** Letters without a Unicode decomposition. */
const letters: Record<string, string> = { ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ß: 'ss', æ: 'ae', œ: 'oe', ı: 'i' }

/** Lower case without accents, so that `cafe` finds `Café`. */
export const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[øłđðþßæœı]/g, (letter) => letters[letter] as string)

export type Token = { word: string; start: number; end: number }

/** The words of a text, plain, with their places in UTF-16 units. A mark without a letter is not a word. */
export const tokens = (text: string): Token[] =>
  [...text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)]
    .map((match) => ({ word: plain(match[0]), start: match.index, end: match.index + match[0].length }))
    .filter(({ word }) => word !== '')
