import { resolve } from 'node:path'
import { publishedText } from '@marram/build/words'
import { command, inEnvironment, send } from './command'
import { changedText } from './live-texts'

export const publish = command({
  takes: ['FOLDER'],
  options: ['version', 'registry', 'no-build', 'promote', 'override', 'environment', 'reason'],
  summary: 'build a part in its own FOLDER and upload it; the folder of a release.json is uploaded as it is',
  run: async (given, { connect, terminal: { stderr }, json: isForPrograms }) => {
    const { access, registry } = await connect(given.registry)
    // Loaded here: it is half of the program, and no other command needs it.
    const { publishPart } = await import('@marram/build/publish-part')
    const published = await publishPart({
      ...access,
      folder: resolve(given.folder),
      version: given.version,
      isBuilt: given['no-build'] === true,
      terminal: isForPrograms ? undefined : stderr,
    })
    if (!given.promote) return { text: publishedText(published), json: published }
    if (!isForPrograms) stderr.write(`${publishedText(published)}\n`)
    const { part, version } = published
    const { environment, reason, override } = inEnvironment(given)
    const wanted = { environment, part, version, reason, override }
    const { text, json } = await send(registry, 'promote', wanted, changedText)
    return { text, json: { ...published, promoted: json } }
  },
})
