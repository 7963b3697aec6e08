import { fromHtml } from 'hast-util-from-html'
import { defaultSchema, type Schema, sanitize } from 'hast-util-sanitize'
import { toHtml } from 'hast-util-to-html'

type Root = ReturnType<typeof fromHtml>
type Node = Root | Root['children'][number]

/** Deeper than any text that a person writes; parsers and browsers slow down far below it. */
const MAX_DEPTH = 100

const schema: Schema = {
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
  strip: ['script', 'style', 'template', 'iframe', 'object', 'embed', 'svg', 'math', 'noscript', 'form', 'textarea'],
  required: {},
  ancestors: defaultSchema.ancestors,
  clobber: [],
}

/** Throws where the input is too deep to be text. */
export function sanitise(html: string): string {
  const tree = fromHtml(html, { fragment: true })
  prepare(tree, 0)
  const clean = sanitize(tree, schema) as Root
  dress(clean)
  return toHtml(clean)
}

/** h1 and h2 become h2, the others follow without gaps being made: a page has one h1 and it is not in here. */
function prepare(node: Node, depth: number): void {
  if (depth > MAX_DEPTH) throw new Error('nested too deeply')
  if (node.type === 'element' && node.tagName === 'h1') node.tagName = 'h2'
  if ('children' in node) for (const child of node.children) prepare(child, depth + 1)
}

function dress(node: Node): void {
  if (node.type === 'element') {
    if (node.tagName === 'img')
      Object.assign(node.properties, { loading: 'lazy', decoding: 'async', alt: node.properties.alt ?? '' })
    if (node.tagName === 'a' && /^https?:/i.test(String(node.properties.href ?? '')))
      node.properties.rel = ['noopener', 'noreferrer']
  }
  if ('children' in node) for (const child of node.children) dress(child)
}
