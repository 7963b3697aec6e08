import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parseFragment } from 'parse5'
import { type Tree, treeOf } from './tree'

type Node = DefaultTreeAdapterTypes.ChildNode | DefaultTreeAdapterTypes.DocumentFragment

/** Far above any text; a few thousand characters can be written so that HTML makes millions of elements of them. */
const MOST_ELEMENTS = 20_000

/** The same algorithm as a browser's, where there is no browser. Throws where it would make too much of too little. */
export function parse(html: string): Tree {
  let elements = 0
  const treeAdapter: typeof defaultTreeAdapter = {
    ...defaultTreeAdapter,
    createElement(...made) {
      if (++elements > MOST_ELEMENTS) throw new Error('the text has too many elements')
      return defaultTreeAdapter.createElement(...made)
    },
  }
  return treeOf<Node>(parseFragment(html, { treeAdapter }), {
    children: (node) => ('childNodes' in node ? node.childNodes : []),
    text: (node) => (node.nodeName === '#text' && 'value' in node ? node.value : undefined),
    element: (node) => ('tagName' in node ? { tagName: node.tagName, attributes: node.attrs } : undefined),
  })
}
