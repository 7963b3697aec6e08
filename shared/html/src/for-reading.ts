import type { ElementNode, TextNode, Tree } from './tree'

const HEADING = /^h[1-6]$/

/**
 * Headings below the h1 of the page, each at most one level below the one before it, whatever levels they were written
 * with.
 */
export function stepHeadingsDown(tree: Tree): void {
  // Written levels of the headings that the current one is below.
  const above: number[] = []
  const visit = (node: Tree | ElementNode): void => {
    for (const child of node.children) {
      if (child.type !== 'element') continue
      if (HEADING.test(child.tagName)) {
        const written = Number(child.tagName.slice(1))
        while ((above.at(-1) ?? 0) >= written) above.pop()
        above.push(written)
        child.tagName = `h${Math.min(6, above.length + 1)}`
      }
      visit(child)
    }
  }
  visit(tree)
}

/** What can be wider than a phone scrolls by itself, in a region with a name of its own that the keyboard reaches. */
export function letScroll(tree: Tree): void {
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

const textOf = (node: ElementNode | TextNode): string =>
  node.type === 'text' ? node.value : node.children.map(textOf).join('')
