import { partName } from '@marram/contracts/section'
import { versionPattern } from '@marram/contracts/version'
import { z } from 'zod'

/** Names as they stand in the registry's URLs and bodies. */
export const part = z.string().refine((name) => partName.safeParse(name).success, 'not the name of a part')
export const version = z.string().max(100).regex(versionPattern, 'a version is written like 1.4.0')
export const environment = z.string().regex(/^[a-z][a-z0-9-]{0,40}$/, 'not the name of an environment')
