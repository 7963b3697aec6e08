import type { Composition } from '@marram/release-contract/composition'

/** What a document says it was composed of. */
export function compositionIn(html: string): Composition {
  const found = /<script type="application\/json" id="marram-composition">(.*?)<\/script>/s.exec(html)?.[1]
  if (!found) throw new Error(`no composition in: ${html.slice(0, 300)}`)
  return JSON.parse(found) as Composition
}

/** The version of a section that a document shows. Those listed after it are only fallen back to. */
export const shownVersion = (html: string, section: string): string | undefined =>
  compositionIn(html).sections[section]?.releases[0]?.version

/** The version of each part that a document shows. */
export function versionsIn(html: string): Record<string, string | undefined> {
  const { shell, sections } = compositionIn(html)
  const shown = Object.entries(sections).map(([part, { releases }]) => [part, releases[0]?.version])
  return { ...Object.fromEntries(shown), shell: shell.version }
}
