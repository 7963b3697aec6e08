import { FolderProblem, findUpwards } from '@marram/build/part'
import { runProgram } from '@marram/build/run-program'
import { readSection } from '@marram/build/section-source'
import { type LiveSite, readShell } from '@marram/release-contract/live-site'
import { command } from '@marram/releases/cli/command'
import { fetchLiveTypes, installedVersion } from './live-types'
import { misfits } from './misfits'
import { liveSite, type SectionFolder, siteOf } from './section-folder'

export type Checks = { shell: string; installed: string; host: string }

/** Whether the section fits what the live shell provides. Throws a `FolderProblem` with file, line and the way out. */
export async function checkSection({ folder, site }: SectionFolder, live: LiveSite): Promise<Checks> {
  const [{ document }, shell] = await Promise.all([readSection(folder), readShell(site, live.shell)])
  const installed = installedVersion(folder, '@marram/sdk')
  const isOther = await fetchLiveTypes(folder, live)
  const found = misfits(document, live, shell)
  if (found.length > 0) throw new FolderProblem(`src/section.ts:\n${found.join('\n')}`)
  const tsc = findUpwards(folder, 'node_modules/typescript/bin/tsc')
  if (!tsc) throw new FolderProblem(`typescript is not installed in ${folder}. Install its packages first.`)
  const { code, output } = await runProgram([tsc, '-p', '.', '--noEmit', '--pretty', 'false'], { cwd: folder })
  if (code === 0) return { shell: live.shell, installed, host: shell.host }
  const wayOut = isOther ? ` ${installed} is installed: npm run upgrade moves the section to what is live.` : ''
  throw new FolderProblem(
    `${output}\nThe types were compared with those of shell ${live.shell}, which is live.${wayOut}`,
  )
}

/** `marram check`. */
export const checkCommand = (folder: string, site: string | undefined) =>
  command({
    options: ['registry', 'environment'],
    summary: 'whether the types, and what the section declares, fit what the live shell provides',
    async run({ registry, environment }) {
      const section = { folder, site: siteOf(registry ?? site) }
      const checks = await checkSection(section, await liveSite(section.site, environment))
      const { shell, installed, host } = checks
      const other = installed === shell ? '' : ` ${installed} is installed: npm run upgrade moves the section there.`
      return { text: `The section fits shell ${shell} (host ${host}), which is live.${other}`, json: checks }
    },
  })
