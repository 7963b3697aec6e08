import { startDevServer } from '@marram/build/dev-server'
import { readSection } from '@marram/build/section-source'
import { UsageError } from '@marram/build/usage-error'
import { command } from '@marram/releases/cli/command'

const STANDARD_PORT = 4001

/** `marram dev`: until it is interrupted. */
export const devCommand = (folder: string, site: string | undefined) =>
  command({
    options: ['registry'],
    summary: 'show the live site with this section from this machine; edits are exchanged in the open page',
    async run({ registry = site }, { terminal: { env, stdout } }) {
      if (!registry)
        throw new UsageError('Which site? Set "site" of "marram" in package.json, or name one: --registry URL.')
      const { document } = await readSection(folder)
      const { url } = await startDevServer(folder, {
        site: new URL(registry).origin,
        port: Number(env.PORT || STANDARD_PORT),
      })
      stdout.write(`${document.title} is in ${registry}: ${url}${document.paths[0]?.pattern ?? '/'}\n`)
      return new Promise<never>(() => {})
    },
  })
