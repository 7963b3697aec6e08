import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { rspack } from '@rsbuild/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ChunkGraph, graphOptions } from './chunk-graph'

let folder: string
let graph: ChunkGraph

/** A real build, because the graph depends on the shape of its report. */
beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'marram-graph-'))
  const sources = {
    'src/index.js':
      "export const pages = { a: () => import('./walks/walks'), c: () => import('./a-day'), b: () => import('./tides') }",
    'src/walks/walks.js':
      "import { table } from './table'\nimport { useState } from 'react'\nexport const walks = [table, useState]",
    'src/walks/table.js': 'export const table = 1',
    'src/tides.js': 'export const tides = 2',
    // A page that uses the component of another page.
    'src/a-day.js': "import { tides } from './tides'\nexport const day = [tides, tides]",
  }
  for (const [file, text] of Object.entries(sources)) {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    fs.writeFileSync(path.join(folder, file), text)
  }
  const compiler = rspack({
    mode: 'production',
    context: folder,
    entry: './src/index.js',
    output: {
      path: path.join(folder, 'dist'),
      filename: 'main.js',
      chunkFilename: 'page-[id].js',
      library: { type: 'commonjs2' },
    },
    plugins: [
      new rspack.sharing.ConsumeSharedPlugin({ consumes: { react: { import: false, requiredVersion: '^19.0.0' } } }),
    ],
  })
  const stats = await new Promise<Parameters<Parameters<typeof compiler.run>[0]>[1]>((resolve, reject) =>
    compiler.run((error, result) => (error ? reject(error) : resolve(result))),
  )
  graph = new ChunkGraph(stats?.toJson(graphOptions) ?? {})
  await new Promise((resolve) => compiler.close(resolve))
})
afterAll(() => fs.rmSync(folder, { recursive: true }))

describe('the chunk graph of a build', () => {
  it('finds the files of a page, even when modules were merged into one', () => {
    const [walks, tides] = [graph.filesOf('./src/walks/walks'), graph.filesOf('./src/tides')]
    expect(walks).toEqual([expect.stringMatching(/^page-.*\.js$/)])
    expect(tides).toEqual([expect.stringMatching(/^page-.*\.js$/)])
    expect(walks).not.toEqual(tides)
  })

  it('finds the files of a page itself when another page imports it', () => {
    const [day, tides] = [graph.filesOf('./src/a-day'), graph.filesOf('./src/tides')]
    expect([day.length, tides.length]).toEqual([1, 1])
    expect(day).not.toEqual(tides)
  })

  it('finds the entry', () => {
    expect(graph.entryFiles('main')).toEqual(['main.js'])
    expect(graph.entryFiles('other')).toEqual([])
  })

  it('finds nothing for an unknown module', () => {
    expect(graph.filesOf('./src/walk')).toEqual([])
  })

  it('finds which modules of the shell a page uses, and no others', () => {
    expect(graph.consumed('./src/walks/walks')).toEqual(['react'])
    expect(graph.consumed('./src/tides')).toEqual([])
    expect(graph.consumed()).toEqual(['react'])
  })
})
