import path from 'node:path'
import { z } from 'zod'
import { startSite } from './site'
import { root, UsageError } from './workspace'

const variables = z.object({
  PORT: z.coerce.number().int().min(1).max(65_535).default(3000),
  BIND: z.string().default('127.0.0.1'),
  MARRAM_DATA: z.string().default('data'),
})

export function siteVariables() {
  const set = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''))
  const read = variables.safeParse(set)
  if (read.success)
    return { port: read.data.PORT, bind: read.data.BIND, data: path.resolve(root, read.data.MARRAM_DATA) }
  throw new UsageError(read.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'))
}

/** `npm start`: the whole site, as in production, until Ctrl-C. */
export async function start(): Promise<void> {
  const settings = siteVariables()
  process.stdout.write('Starting Marram\n')
  let stopping = false
  const site = await startSite({ ...settings, development: false })
  const stop = async () => {
    if (stopping) return
    stopping = true
    process.stdout.write('\nStopping …\n')
    await site.stop()
    process.exit(0)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  process.on('SIGHUP', stop)
  process.stdout.write(`Marram is ready: ${site.url}\n`)
}
