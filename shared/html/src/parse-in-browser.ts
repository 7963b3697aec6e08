import { type Tree, treeOf } from './tree'

/** The browser's own parser, in a template, which loads and runs nothing; parse5 parses as into a template, too. */
export function parse(html: string): Tree {
  const template = document.implementation.createHTMLDocument('').createElement('template')
  template.innerHTML = html
  return treeOf<Node>(template.content, {
    children: (node) => Array.from(node.childNodes),
    text: (node) => (node.nodeType === Node.TEXT_NODE ? (node.nodeValue ?? '') : undefined),
    element: (node) =>
      node instanceof Element ? { tagName: node.localName, attributes: Array.from(node.attributes) } : undefined,
  })
}
