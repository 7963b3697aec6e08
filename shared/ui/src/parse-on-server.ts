import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'
import { type Tree, treeOf } from './html-tree'

type Node = DefaultTreeAdapterTypes.ChildNode | DefaultTreeAdapterTypes.DocumentFragment

/** The same algorithm as a browser's, where there is no browser. */
export function parse(html: string): Tree {
  return treeOf<Node>(parseFragment(html), {
    children: (node) => ('childNodes' in node ? node.childNodes : []),
    text: (node) => (node.nodeName === '#text' && 'value' in node ? node.value : undefined),
    element: (node) => ('tagName' in node ? { tagName: node.tagName, attributes: node.attrs } : undefined),
  })
}
