import { buildPart } from '@marram/build/build-part'
import { command } from '@marram/releases/cli/command'

/** `marram build`. */
export const buildCommand = (folder: string) =>
  command({
    options: ['version'],
    summary: 'build the section into its folder dist, as publish does',
    async run({ version }) {
      const result = await buildPart(folder, { version })
      const { part, version: built, ms } = result
      const words = result.built ? `built in ${(ms / 1000).toFixed(1)} s` : 'built already, of the same sources'
      return { text: `${part} ${built} is in dist (${words}).`, json: result }
    },
  })
