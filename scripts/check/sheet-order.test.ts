import fs from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../workspace'

/** Names of the properties that each selector of a sheet declares, also within media queries. */
function propertiesBySelector(css: string): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const [, selectors = '', body = ''] of css.replace(/\/\*.*?\*\//gs, '').matchAll(/([^{};]+)\{([^{}]*)\}/g))
    for (const selector of selectors.split(',').map((each) => each.trim()))
      found.set(selector, [...(found.get(selector) ?? []), ...(body.match(/[\w-]+(?=\s*:)/g) ?? [])])
  return found
}

const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8')
const ofButton = new Set(
  [...propertiesBySelector(read('shared/ui/src/forms/button.module.css'))].flatMap(([selector, properties]) =>
    /^\.(button|small|large|ghost|honey)$/.test(selector) ? properties : [],
  ),
)

/** Properties of a shared button that a local class overrides with the same specificity. */
function saidEqually(file: string): string[] {
  const source = read(file)
  const sheet = /import css from '(\.[^']+\.module\.css)'/.exec(source)?.[1]
  if (!sheet || !/from '(@marram\/ui|\.)\/button'/.test(source)) return []
  const declared = propertiesBySelector(read(path.join(path.dirname(file), sheet)))
  const classes = [...source.matchAll(/<(?:Link)?Button\b[^>]*?className=\{css\.(\w+)\}/g)].map(
    ([, name]) => `.${name}`,
  )
  return classes.flatMap((name) =>
    (declared.get(name) ?? [])
      .filter((property) => ofButton.has(property) || (property === 'border-width' && ofButton.has('border')))
      .map((property) => `${file} ${name} ${property}`),
  )
}

it('a button looks the same in any order of stylesheets', () => {
  const folders = fs.readdirSync(root).filter((name) => name.startsWith('mfe-') || name === 'shell')
  const files = [...folders.map((folder) => `${folder}/src`), 'shared/ui/src'].flatMap((src) =>
    (fs.readdirSync(path.join(root, src), { recursive: true }) as string[])
      .filter((name) => name.endsWith('.tsx') && !name.endsWith('.test.tsx'))
      .map((name) => `${src}/${name}`),
  )
  expect(files.length).toBeGreaterThan(100)
  expect(ofButton).toContain('padding')
  expect(files.flatMap(saidEqually)).toEqual([])
})
