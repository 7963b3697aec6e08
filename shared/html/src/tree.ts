/** The output of both parsers: the part of hast that the sanitiser needs. */
export type TextNode = { type: 'text'; value: string }
export type ElementNode = {
  type: 'element'
  tagName: string
  properties: Record<string, string>
  children: (ElementNode | TextNode)[]
}
export type Tree = { type: 'root'; children: (ElementNode | TextNode)[] }

/** Deeper than any text that a person writes; parsers and browsers slow down far below it. */
const MAX_DEPTH = 100

/** Far above any text; a few thousand characters can be written so that HTML makes millions of elements of them. */
export const MOST_ELEMENTS = 20_000
export const TOO_MANY = 'the text has too many elements'

/** The content of these is not text. It is ignored, so parsers may differ in it, as they do for `select`. */
export const unread = new Set([
  ...['script', 'style', 'template', 'iframe', 'object', 'embed', 'svg', 'math', 'noscript', 'select', 'textarea'],
])

/** Hast's names of the attributes that the allow-list knows and that HTML spells differently. */
const propertyNames: Record<string, string> = { colspan: 'colSpan', rowspan: 'rowSpan' }

/** Boolean attributes: in hast an empty value means false. */
const present = new Set(['reversed'])

type Adapter<Source> = {
  children: (node: Source) => Iterable<Source>
  text: (node: Source) => string | undefined
  element: (node: Source) => { tagName: string; attributes: Iterable<{ name: string; value: string }> } | undefined
}

/** Any parser's nodes as a tree. Throws if the input is too deep or too much to be text; comments are dropped. */
export function treeOf<Source>(root: Source, adapter: Adapter<Source>): Tree {
  let elements = 0
  const childrenOf = (node: Source, depth: number): Tree['children'] => {
    if (depth > MAX_DEPTH) throw new Error('the text is nested too deeply')
    return Array.from(adapter.children(node)).flatMap((child): Tree['children'] => {
      const value = adapter.text(child)
      if (value !== undefined) return [{ type: 'text', value }]
      const element = adapter.element(child)
      if (!element) return []
      if (++elements > MOST_ELEMENTS) throw new Error(TOO_MANY)
      const named = Array.from(element.attributes, ({ name, value }) => [
        propertyNames[name] ?? name,
        present.has(name) ? name : value,
      ])
      return [
        {
          type: 'element',
          tagName: element.tagName,
          properties: Object.fromEntries(named),
          children: unread.has(element.tagName) ? [] : childrenOf(child, depth + 1),
        },
      ]
    })
  }
  return { type: 'root', children: childrenOf(root, 0) }
}
