import fs from 'node:fs'
import { SourceMap, type SourceMapping } from 'node:module'
import path from 'node:path'
import { type Atrule, type CssNode, fork, type Selector, tokenize, tokenTypes } from 'css-tree'
import { filesIn } from './part'

/** `line` and `column` count from 1. */
export type StrayStyle = { text: string; why: string; line: number; column: number }

const REACHES_OUT = 'may match what is not the section’s: begin it with a class of its CSS module'
const nameOf = (part: string) => `is a name that the whole page knows: begin it with ${part}-`

/** At-rules that contain rules, and those with a global name. A section may have these and `@font-face`. */
const groups = ['media', 'supports', 'container', 'starting-style', 'layer']
const named = ['keyframes', '-webkit-keyframes', 'property', 'counter-style', 'layer']

/**
 * Rules of a section's stylesheet that may affect elements outside the section. A selector must have a class of the
 * section (`mfe-events-…`) on the element itself or on one around it, and global names must have the same prefix. Blocks in
 * unusual places are refused, since browsers might parse them differently.
 */
export function strayStyles(part: string, css: string): StrayStyle[] {
  const strays: StrayStyle[] = []
  /** Positions of blocks whose rules were checked. */
  const blocks = new Set<number>()
  const textOf = ({ loc }: CssNode) => css.slice(loc?.start.offset, loc?.end.offset)
  const isOwnName = (name: string) =>
    name
      .trim()
      .replace(/^(--|["'])/, '')
      .startsWith(`${part}-`)
  const refuse = (node: CssNode, why: string) => {
    const { line = 1, column = 1 } = node.loc?.start ?? {}
    strays.push({ text: textOf(node).slice(0, 80), why, line, column })
  }

  const refuseAt = (start: number, why: string) => {
    const lines = css.slice(0, start).split('\n')
    const column = (lines.at(-1) as string).length + 1
    strays.push({ text: css.slice(start, start + 80), why, line: lines.length, column })
  }

  /** Read from its end, as a browser does: the part before `+` or `~` is a sibling, which does not contain it. */
  function isOwn({ children }: Selector): boolean {
    let contains = true
    for (const node of children.toArray().reverse()) {
      if (node.type === 'Combinator') contains = node.name === ' ' || node.name === '>'
      else if (contains && isOwnElement(node)) return true
    }
    return false
  }
  function isOwnElement(node: CssNode): boolean {
    if (node.type === 'ClassSelector') return isOwnName(node.name)
    if (node.type !== 'PseudoClassSelector' || !['is', 'where'].includes(node.name)) return false
    const [list] = node.children ?? []
    return list?.type === 'SelectorList' && !list.children.some((each) => each.type !== 'Selector' || !isOwn(each))
  }

  function readRules(nodes: Iterable<CssNode>, isKeyframes = false): void {
    for (const node of nodes) {
      if (node.type === 'Atrule') readAtRule(node)
      else if (node.type === 'Rule' && node.prelude.type === 'SelectorList') {
        blocks.add(node.block.loc?.start.offset ?? -1)
        for (const selector of isKeyframes ? [] : node.prelude.children)
          if (selector.type !== 'Selector' || !isOwn(selector)) refuse(selector, REACHES_OUT)
      } else if (node.type !== 'Comment') refuse(node, 'cannot be read as CSS')
    }
  }
  function readAtRule(node: Atrule): void {
    const { prelude, block } = node
    const name = node.name.toLowerCase()
    const words = prelude ? textOf(prelude) : ''
    blocks.add(block?.loc?.start.offset ?? -1)
    if (named.includes(name) && words && !words.split(',').every(isOwnName)) refuse(node, nameOf(part))
    if (groups.includes(name)) readRules(block?.children ?? [])
    else if (name.endsWith('keyframes') && named.includes(name)) readRules(block?.children ?? [], true)
    else if (name === 'font-face') {
      for (const each of block?.children ?? [])
        if (each.type !== 'Declaration' || /\\/.test(each.property)) refuse(each, 'cannot be read as CSS')
        else if (/^font-family$/i.test(each.property) && !isOwnName(textOf(each.value))) refuse(each, nameOf(part))
    } else if (!named.includes(name)) refuse(node, 'is of no use to one section alone: take it out')
  }
  try {
    // A browser that detects another encoding would read another text.
    if (/[\0\ufffd]/.test(css)) throw new Error('it is not UTF-8')
    const end = /<\/style/i.exec(css)
    if (end) refuseAt(end.index, 'ends a style element, and documents have this sheet in one')
    // With a new parser: css-tree 3.2.1 keeps state of the previous sheet, and may never end with the next.
    const sheet = fork({}).parse(css, {
      positions: true,
      parseValue: false,
      parseCustomProperty: false,
      parseAtrulePrelude: false,
    })
    readRules(sheet.type === 'StyleSheet' ? sheet.children : [sheet])
    tokenize(css, (type, start) => {
      if (type !== tokenTypes.LeftCurlyBracket || strays.length > 0 || blocks.has(start)) return
      refuseAt(start, 'stands within another rule')
    })
  } catch (error) {
    // For instance, too many nested blocks.
    strays.push({ text: css.slice(0, 80), why: `cannot be read: ${(error as Error).message}`, line: 1, column: 1 })
  }
  return strays
}

/** Throws if styles of a build affect elements outside the section, with each place in the sources. */
export function refuseStrayStyles(name: string, dist: string): void {
  const problems = filesIn(dist).flatMap((file) => {
    if (!file.endsWith('.css')) return []
    const sheet = path.join(dist, file)
    return strayStyles(name, fs.readFileSync(sheet, 'utf8')).map(({ text, why, line, column }) => {
      const map = new SourceMap(JSON.parse(fs.readFileSync(`${sheet}.map`, 'utf8')))
      const found: Partial<SourceMapping> = map.findEntry(line - 1, column - 1)
      const { originalSource = path.basename(file), originalLine = 0 } = found
      const source = path.relative(path.dirname(dist), path.resolve(path.dirname(sheet), originalSource))
      return `${source}:${originalLine + 1}: ${text} ${why}`
    })
  })
  if (problems.length > 0) throw new Error([`${name} has styles that reach out of it`, ...new Set(problems)].join('\n'))
}
