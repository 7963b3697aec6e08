import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbedded } from '../db/embedded-engine'

/**
 * Vitest's global set-up: one fresh embedded database that tests copy,
 * because making one takes seconds and copying it a tenth of one.
 */
export async function setup(): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'marram-template-'))
  const engine = await openEmbedded(folder, () => {})
  await engine.close()
  process.env.TEST_DATABASE_TEMPLATE = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
