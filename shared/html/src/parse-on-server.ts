import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parseFragment } from 'parse5'
import { MOST_ELEMENTS, TOO_MANY, type Tree, treeOf } from './tree'

type Node = DefaultTreeAdapterTypes.ChildNode | DefaultTreeAdapterTypes.DocumentFragment

/** The same algorithm as a browser's, where there is no browser. Throws as soon as it would make too much of too little. */
export function parse(html: string): Tree {
  let elements = 0
  const treeAdapter: typeof defaultTreeAdapter = {
    ...defaultTreeAdapter,
    createElement(...made) {
      if (++elements > MOST_ELEMENTS) throw new Error(TOO_MANY)
      return defaultTreeAdapter.createElement(...made)
    },
  }
  return treeOf<Node>(parseFragment(html, { treeAdapter, scriptingEnabled: false }), {
    children: (node) => ('childNodes' in node ? node.childNodes : []),
    text: (node) => (node.nodeName === '#text' && 'value' in node ? node.value : undefined),
    element: (node) => ('tagName' in node ? { tagName: node.tagName, attributes: node.attrs } : undefined),
  })
}
