import path from 'node:path'
import { fingerprintOf } from '@marram/build/fingerprint'

const root = path.join(import.meta.dirname, '../..')
/** What answers are made by. */
const SOURCES = ['api/src', 'shared/api-contract/src', 'shared/html/src']

/** Tells two states of the API's program apart: eight hexadecimal digits, of its sources and of what is installed. */
export const codeDigest = (): string =>
  fingerprintOf('api', root, Object.fromEntries(SOURCES.map((each) => [each, path.join(root, each)]))).slice(0, 8)
