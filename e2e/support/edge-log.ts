import fs from 'node:fs'
import path from 'node:path'
import type { Site } from './site'

/** All that the site's edge has said so far. */
export const edgeLog = (site: Site) => fs.readFileSync(path.join(site.data, 'logs/edge.log'), 'utf8')
