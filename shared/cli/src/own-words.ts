/** What follows these is an id, which may look like the name of a part. */
const takesAnId = ['end-preview', 'unschedule']

/**
 * Commands of the release desk, as the registry names them, as those of a team: `npm run release -- preview tides 1.0.0` is
 * `npx marram preview 1.0.0` in the folder of tides. Those of other parts, or that a team does not have, stay as they are.
 */
export function inOwnWords(text: string, { commands, part }: { commands: string[]; part: string }): string {
  return text.replace(/npm run release -- ([\w-]+)( [a-z][\w-]*)?/g, (whole, command: string, word = '') => {
    if (commands.includes(command + word) && word !== '') return `npx marram ${command}${word}`
    const isOwn = word === '' || word === ` ${part}`
    if (!commands.includes(command) || !(isOwn || takesAnId.includes(command))) return whole
    return `npx marram ${command}${isOwn ? '' : word}`
  })
}
