import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { freePort } from '../free-port'
import { median } from '../row'
import type { Sides } from './sides'

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
export type Category = (typeof CATEGORIES)[number]
/** Marks of 100, by category, of each run; and what is wrong with the page, in Lighthouse's own words. */
export type Marks = { runs: Record<Category, number[]>; failed: string[] }

const RUNS = 5

/** The page on every side. The others have no target: one run of each shows where they are. */
export const auditAll = async (
  program: string,
  fronts: Sides<{ url: string }>,
  path: string,
): Promise<Sides<Marks>> => ({
  browser: await audit(program, fronts.browser.url + path, 1),
  server: await audit(program, fronts.server.url + path, 1),
  naive: await audit(program, fronts.naive.url + path, 1),
  zones: fronts.zones && (await audit(program, fronts.zones.url + path, 1)),
  singleSpa: fronts.singleSpa && (await audit(program, fronts.singleSpa.url + path, 1)),
  ours: await audit(program, fronts.ours.url + path, RUNS),
})

/** Lighthouse's mobile audit of a page, in a browser of its own. */
async function audit(program: string, url: string, times: number): Promise<Marks> {
  const port = await freePort()
  const args = [`--remote-debugging-port=${port}`, '--no-sandbox', '--disable-gpu', '--ignore-certificate-errors']
  const browser = await chromium.launch({ executablePath: program, args })
  try {
    const runs: Marks['runs'] = { performance: [], accessibility: [], 'best-practices': [], seo: [] }
    const failed = new Set<string>()
    for (let run = 0; run < times; run++) {
      const found = await lighthouse(url, { port, logLevel: 'error', onlyCategories: [...CATEGORIES] })
      if (!found || found.lhr.runtimeError) throw new Error(`Lighthouse: ${found?.lhr.runtimeError?.message}`)
      for (const name of CATEGORIES) {
        const category = found.lhr.categories[name]
        runs[name].push((category?.score ?? 0) * 100)
        for (const { id, weight } of category?.auditRefs ?? []) {
          const { score, title } = found.lhr.audits[id] ?? {}
          if (weight > 0 && name !== 'performance' && score !== null && score !== undefined && score < 1)
            failed.add(`${name}: ${title}`)
        }
      }
    }
    return { runs, failed: [...failed] }
  } finally {
    await browser.close()
  }
}

export const worstOf = ({ runs }: Marks) =>
  Math.min(...['accessibility', 'best-practices', 'seo'].map((name) => median(runs[name as Category])))
