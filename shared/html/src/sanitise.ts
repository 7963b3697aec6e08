import { defaultSchema, type Schema, sanitize } from 'hast-util-sanitize'
import { toHtml } from 'hast-util-to-html'
import { type ElementNode, type TextNode, type Tree, unread } from './tree'

/** The one allow-list. Other elements are removed; those of `strip` with their content. */
export const schema: Schema = {
  ...defaultSchema,
  tagNames: [
    ...['p', 'br', 'hr', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'blockquote', 'footer'],
    ...['strong', 'b', 'em', 'i', 'u', 's', 'sub', 'sup', 'small', 'mark', 'code', 'pre', 'abbr', 'cite', 'q', 'span'],
    ...['a', 'img', 'figure', 'figcaption', 'table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td', 'div'],
  ],
  attributes: {
    a: ['href', 'title'],
    img: ['src', 'alt', 'width', 'height'],
    th: ['scope', 'colSpan', 'rowSpan'],
    td: ['colSpan', 'rowSpan'],
    ol: ['start', 'reversed'],
    abbr: ['title'],
    '*': ['lang', 'dir'],
  },
  protocols: { href: ['http', 'https', 'mailto', 'tel'], src: ['http', 'https'] },
  strip: [...unread],
  required: {},
  clobber: [],
}

/** A parsed text without what the list does not name. Its h1 becomes h2: a page has one h1, and it is not in here. */
export function allowed(tree: Tree): Tree {
  eachElement(tree, (element) => {
    if (element.tagName === 'h1') element.tagName = 'h2'
  })
  const clean = sanitize(tree, schema) as Tree
  eachElement(clean, ({ tagName, children }) => {
    // A parser removes one line break here.
    const [first] = children
    if (tagName === 'pre' && first?.type === 'text' && first.value.startsWith('\n'))
      children.unshift({ type: 'text', value: '\n' })
  })
  return clean
}

/** Clean HTML of a parsed text, as pages show it. `addressOf` gives the address of a picture. */
export function sanitise(tree: Tree, addressOf = (src: string) => src): string {
  stepHeadingsDown(tree)
  const clean = allowed(tree)
  letScroll(clean)
  eachElement(clean, (element) => {
    if (element.tagName === 'table') alignFigures(element)
    const { properties } = element
    if (element.tagName === 'img') {
      if (properties.src) properties.src = addressOf(properties.src)
      Object.assign(properties, { loading: 'lazy', decoding: 'async', alt: properties.alt ?? '' })
    }
    if (element.tagName === 'a' && /^https?:/i.test(properties.href ?? '')) properties.rel = 'noopener noreferrer'
  })
  return toHtml(clean)
}

function eachElement(node: Tree | ElementNode, change: (element: ElementNode) => void): void {
  for (const child of node.children) {
    if (child.type !== 'element') continue
    change(child)
    eachElement(child, change)
  }
}

const HEADING = /^h[1-6]$/

/**
 * Headings below the h1 of the page, each at most one level below the one before it, whatever levels they were written
 * with.
 */
function stepHeadingsDown(tree: Tree): void {
  // Written levels of the headings that the current one is below.
  const above: number[] = []
  eachElement(tree, (element) => {
    if (!HEADING.test(element.tagName)) return
    const written = Number(element.tagName.slice(1))
    while ((above.at(-1) ?? 0) >= written) above.pop()
    above.push(written)
    element.tagName = `h${Math.min(6, above.length + 1)}`
  })
}

/** Content that can be wider than a phone scrolls in its own named region, which the keyboard reaches. */
function letScroll(tree: Tree): void {
  const counted = { table: 0, pre: 0 }
  const region = (child: ElementNode): ElementNode => ({
    type: 'element',
    tagName: 'div',
    properties: { role: 'region', ariaLabel: nameOf(child), tabIndex: '0' },
    children: [child],
  })
  const nameOf = (child: ElementNode): string => {
    if (child.tagName === 'pre') return `Drawing or code ${++counted.pre}`
    const caption = child.children.find((part) => part.type === 'element' && part.tagName === 'caption')
    return [`Table ${++counted.table}`, caption && textOf(caption).trim()].filter(Boolean).join(': ')
  }
  const visit = (node: Tree | ElementNode): void => {
    for (const [i, child] of node.children.entries()) {
      if (child.type !== 'element') continue
      if (child.tagName === 'table' || child.tagName === 'pre') node.children[i] = region(child)
      visit(child)
    }
  }
  visit(tree)
}

const FIGURE = /^[±+−-]?\s?[£€$]?\d[\d,. ]*%?$/

/** Marks the columns of a table that hold figures alone, with their headings: their digits stand below each other. */
function alignFigures(table: ElementNode): void {
  const rows: ElementNode[][] = []
  eachElement(table, ({ tagName, children }) => {
    if (tagName === 'tr') rows.push(children.filter((child) => child.type === 'element'))
  })
  if (rows.flat().some(({ properties }) => properties.colSpan || properties.rowSpan)) return
  for (const column of (rows[0] ?? []).keys()) {
    const cells = rows.flatMap((row) => row[column] ?? [])
    const figures = cells.filter(({ tagName }) => tagName === 'td')
    if (figures.length === 0 || !figures.every((cell) => FIGURE.test(textOf(cell).trim()))) continue
    for (const cell of cells) cell.properties.dataFigures = ''
  }
}

const textOf = (node: ElementNode | TextNode): string =>
  node.type === 'text' ? node.value : node.children.map(textOf).join('')
