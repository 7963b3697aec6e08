import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { startApi } from '../api-process'
import { quantile, type Row, withSpread } from '../row'
import { writeManyItems } from './many-items'

const ITEMS = 10_000
const ASKED = 400

/** Whole words, beginnings, typing mistakes, one word and several, rare and common ones, as people type them. */
const queries = [
  'tide',
  'dunes',
  'winter',
  'the winter the dunes',
  'saltmrsh',
  'olimpiad',
  'relay',
  'swifts late',
  'coast path',
  'harb',
  'energy at home',
  'bicycle',
  'bread',
  'oak tree',
  'river letters',
  'museum heating',
  'volunter',
  'glass',
  'sea wall',
  'counting',
  'storm',
  'school',
  'w',
  'wi',
  'win',
  'carbon budget',
  'peat',
  'exhibition town library',
  'ridge run',
  'lighthouse',
]

/** As the API's client sees it, one question at a time. */
export async function search(): Promise<Row> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'marram-items-'))
  writeManyItems(folder, ITEMS)
  const api = await startApi(folder)
  try {
    const took: number[] = []
    for (let i = -queries.length; i < ASKED; i++) {
      const q = queries[(i + queries.length) % queries.length] as string
      const startedAt = performance.now()
      const response = await fetch(`${api.url}/api/search?${new URLSearchParams({ q })}`)
      await response.arrayBuffer()
      if (!response.ok) throw new Error(`search for “${q}” answered ${response.status}`)
      if (i >= 0) took.push(performance.now() - startedAt)
    }
    return {
      table: 'Servers',
      figure: `search over ${ITEMS.toLocaleString('en')} items, p95 of ${ASKED}`,
      ours: withSpread(took, 1),
      yardstick: '',
      value: quantile(took, 0.95),
      unit: ' ms',
      target: { atMost: 50 },
    }
  } finally {
    await api.stop()
    fs.rmSync(folder, { recursive: true })
  }
}
