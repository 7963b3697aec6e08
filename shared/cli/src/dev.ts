import { startDevServer } from '@marram/build/dev-server'
import { readSection } from '@marram/build/section-source'
import { command } from '@marram/releases/cli/command'
import { fetchLiveTypes, installedVersion } from './live-types'
import { liveSite, siteOf } from './section-folder'

const STANDARD_PORT = 4001

/** `marram dev`: until it is interrupted. */
export const devCommand = (folder: string, site: string | undefined) =>
  command({
    options: ['registry', 'environment'],
    summary: 'show the live site with this section from this machine; edits are exchanged in the open page',
    async run({ registry, environment }, { terminal: { env, stdout } }) {
      const address = siteOf(registry ?? site)
      const { document } = await readSection(folder)
      const live = await liveSite(address, environment)
      if (await fetchLiveTypes(folder, live))
        stdout.write(
          `Shell ${live.shell} is live and ${installedVersion(folder, '@marram/sdk')} is installed: types are those of the live one. npm run upgrade moves the section there.\n`,
        )
      const port = Number(env.PORT || STANDARD_PORT)
      const { url, close } = await startDevServer([folder], { site: address, port, setting: 'PORT' })
      stdout.write(`${document.title} inside ${address}: ${url}${document.paths[0]?.pattern ?? '/'}\n`)
      await new Promise((stop) => process.once('SIGINT', stop).once('SIGTERM', stop))
      await close()
      return { text: 'Stopped.', json: { url } }
    },
  })
