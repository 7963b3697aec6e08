import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readAccess } from './access'
import { reportFailure } from './failure'
import { publishPart } from './publish-part'
import { UsageError } from './usage-error'
import { publishedText } from './words'

const help = `Usage: marram-publish [FOLDER] [OPTIONS]

Builds the part in FOLDER, or in this folder, and publishes it. What has arrived is not sent again when this is repeated.
A FOLDER that holds a release.json is uploaded as it was built.

Options
  --version VERSION  (MARRAM_VERSION, else that of package.json with a time and a fingerprint of the sources)
  --registry URL     address of the registry (MARRAM_RELEASES_URL, else http://localhost:3000)
  --no-build         upload what was built before
  --json             respond as JSON on standard output
  --help             this

Environment
  MARRAM_TOKEN       who publishes

Exit codes: 0 done, 1 failed, refused or not understood, 2 this version is published already with other bytes.
`

function parsed(args: string[]) {
  try {
    const boolean = { type: 'boolean', default: false } as const
    const options = {
      version: { type: 'string' },
      registry: { type: 'string' },
      'no-build': boolean,
      json: boolean,
      help: { ...boolean, short: 'h' },
    } as const
    return parseArgs({ args, allowPositionals: true, options })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

async function run(args: string[]): Promise<string> {
  const { values, positionals } = parsed(args)
  const { version, registry, json } = values
  if (values.help) return help
  const [folder = '.', ...more] = positionals
  if (more.length > 0) throw new UsageError(`${more[0]} is one word too many.`)
  const published = await publishPart({
    ...readAccess(process.env, { registry }),
    folder: resolve(folder),
    version,
    isBuilt: values['no-build'],
    terminal: json ? undefined : process.stderr,
  })
  return `${json ? JSON.stringify(published) : publishedText(published)}\n`
}

const { stdout, stderr } = process
const args = process.argv.slice(2)
try {
  stdout.write(await run(args))
} catch (error) {
  const json = args.includes('--json')
  process.exitCode = reportFailure(error, { json, help: 'marram-publish --help', stdout, stderr })
}
