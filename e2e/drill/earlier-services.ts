import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { root, temporaryFolder } from '../fixtures/site/site'

const execute = promisify(execFile)
/** The release of the services before this one: whoever makes a release moves it. */
const RELEASE = 'f51e21c0a5bd5d2b652c8c7394afa8f7c8e67127'

const BUILD = `
  import { installIfNeeded } from './scripts/install.mjs'
  await installIfNeeded({ quiet: true })
  const { register } = await import('tsx/esm/api')
  register()
  const { buildProgram } = await import('./scripts/start/build-program.mjs')
  for (const service of ['edge', 'api', 'releases']) await buildProgram(service + '/src/main.ts')
  await (await import('./scripts/release/build-part.ts')).buildConsole()`

/** A folder with the services of the release before this one, built as they were. */
export async function earlierServices(): Promise<{ release: string; folder: string }> {
  const folder = temporaryFolder('earlier')
  const archive = path.join(folder, 'sources.tar')
  await execute('git', ['archive', '--output', archive, RELEASE], { cwd: root })
  await execute('tar', ['--extract', '--file', archive, '--directory', folder])
  const env = { ...process.env, NODE_OPTIONS: '' }
  await execute(process.execPath, ['--input-type=module', '--eval', BUILD], { cwd: folder, env, maxBuffer: 2 ** 26 })
  return { release: RELEASE.slice(0, 8), folder }
}
