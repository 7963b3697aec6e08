import { join } from 'node:path'

export const sampleContent = join(import.meta.dirname, '../../content')
/** The day for which it was written. */
export const TODAY = '2026-11-21'
