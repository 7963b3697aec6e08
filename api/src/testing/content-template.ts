import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openFolder } from '@marram/server/stored-files'
import type { TestDatabase } from '@marram/server/testing/engines'
import { applyContent } from '../content-files/apply'
import { openApiDatabase } from '../database/open-database'
import { sampleContent } from './sample-content'

/**
 * Vitest's global set-up, after those of the databases: databases with the sample content, and its pictures, that
 * tests copy, because applying it takes seconds.
 */
export async function setup(): Promise<() => Promise<void>> {
  // Asks at its import which engines there are.
  const { engines } = await import('@marram/server/testing/engines')
  const folder = mkdtempSync(join(tmpdir(), 'marram-content-'))
  const made: TestDatabase[] = []
  for (const engine of engines) {
    const place = await engine.create()
    const { db, close } = await openApiDatabase(place.location)
    await applyContent(db, sampleContent, openFolder(join(folder, 'media')))
    await close()
    made.push(place)
    const { url } = place.location
    if (url) process.env.TEST_CONTENT_DATABASE = new URL(url).pathname.slice(1)
    else process.env.TEST_CONTENT_TEMPLATE = place.location.folder
  }
  process.env.TEST_CONTENT_MEDIA = join(folder, 'media')
  return async () => {
    for (const place of made) await place.drop()
    rmSync(folder, { recursive: true })
  }
}
