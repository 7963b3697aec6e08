import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { startApi } from '../api-process'
import { quantile, type Row, withSpread } from '../row'
import { until } from '../within'
import { writeManyItems } from './many-items'

const ITEMS = 10_000
const ASKED = 400
const LOGGED_MS = 10_000

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

/** Durations from the API's own log, in milliseconds; one query at a time. */
export async function search(): Promise<Row> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'marram-items-'))
  writeManyItems(folder, ITEMS)
  const api = await startApi(folder, 'info')
  try {
    for (let i = 0; i < queries.length + ASKED; i++) {
      const q = queries[i % queries.length] as string
      // A page of another size each time, or the response would be cached.
      const page_size = String(10 + Math.floor(i / queries.length))
      const response = await fetch(`${api.url}/api/search?${new URLSearchParams({ q, page_size })}`)
      await response.arrayBuffer()
      if (!response.ok) throw new Error(`search for “${q}” responded with ${response.status}`)
    }
    const logged = () => api.log().filter(({ msg, route }) => msg === 'response sent' && route === '/api/search')
    const all = queries.length + ASKED
    await until(LOGGED_MS, 'not every search was in the API’s log', async () => logged().length === all)
    // Each was sent once before: the cost of the very first query is not typical.
    const took = logged()
      .slice(queries.length)
      .map(({ ms }) => Number(ms))
    return {
      table: 'Servers',
      figure: `search over ${ITEMS.toLocaleString('en')} items, p95 of ${ASKED} in the server, by its log`,
      ours: `${withSpread(took)} ms`,
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
