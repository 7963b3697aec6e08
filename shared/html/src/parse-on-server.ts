import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parseFragment } from 'parse5'
import { MOST_ELEMENTS, TOO_MANY, type Tree, treeOf } from './tree'

type Node = DefaultTreeAdapterTypes.ChildNode | DefaultTreeAdapterTypes.DocumentFragment

const SHORTEST_TAG = '<b>'.length

/** The same algorithm as a browser's, where there is no browser. Throws as soon as the tree becomes too large for its input. */
export function parse(html: string): Tree {
  // Only a guard against markup that repeats elements. It counts some that are not read; the exact limit is in the tree.
  const most = MOST_ELEMENTS + html.length / SHORTEST_TAG
  let elements = 0
  const treeAdapter: typeof defaultTreeAdapter = {
    ...defaultTreeAdapter,
    createElement(...made) {
      if (++elements > most) throw new Error(TOO_MANY)
      return defaultTreeAdapter.createElement(...made)
    },
  }
  return treeOf<Node>(parseFragment(html, { treeAdapter, scriptingEnabled: false }), {
    children: (node) => ('childNodes' in node ? node.childNodes : []),
    text: (node) => (node.nodeName === '#text' && 'value' in node ? node.value : undefined),
    element: (node) => ('tagName' in node ? { tagName: node.tagName, attributes: node.attrs } : undefined),
  })
}
