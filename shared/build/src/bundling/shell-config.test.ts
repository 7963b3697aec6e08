import fs from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { productionRouter } from './shell-config'

it('visitors get React Router without its warnings for development', () => {
  const files = Object.values(productionRouter(path.resolve(import.meta.dirname, '../../../../shell')))
  const chunksOf = (file: string) =>
    [...fs.readFileSync(file, 'utf8').matchAll(/"(\.\/chunk-\w+\.mjs)"/g)].map(([, name = '']) =>
      path.resolve(file, '..', name),
    )
  const text = [...new Set(files.flatMap(chunksOf))].map((file) => fs.readFileSync(file, 'utf8')).join('\n')
  expect(text.match(/ENABLE_DEV_WARNINGS = .*/g)).toEqual(['ENABLE_DEV_WARNINGS = false;'])
})
