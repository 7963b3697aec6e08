import { type Tree, treeOf } from './tree'

/** The browser's own parser, in a document that loads and runs nothing. */
export function parse(html: string): Tree {
  return treeOf<Node>(new DOMParser().parseFromString(html, 'text/html').body, {
    children: (node) => Array.from(node.childNodes),
    text: (node) => (node.nodeType === Node.TEXT_NODE ? (node.nodeValue ?? '') : undefined),
    element: (node) =>
      node instanceof Element ? { tagName: node.localName, attributes: Array.from(node.attributes) } : undefined,
  })
}
