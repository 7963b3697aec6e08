export const help = `Usage: npm run api -- COMMAND

  content apply FOLDER       add the content of FOLDER, or replace it by slug
  content export FOLDER      write all content to FOLDER
  --help                     this text

Works while the site runs.

Environment
  MARRAM_DATA                folder of the site's data (data)
  DATABASE_URL               PostgreSQL server, where the site has one

Exit codes: 0 done, 1 failed or not understood.
`

/** The command line was not understood. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
  constructor(message: string) {
    super(`${message} See npm run api -- --help.`)
  }
}

export type Action = 'apply' | 'export'
export type Command = 'help' | { action: Action; folder: string }

export function parseCommand(args: string[]): Command {
  const [noun, action, folder, ...rest] = args
  if (noun === 'help' || args.includes('--help') || args.includes('-h')) return 'help'
  const option = args.find((word) => word.startsWith('-'))
  if (option) throw new UsageError(`There is no option ${option}.`)
  if (!noun) throw new UsageError('A command is missing.')
  if (noun !== 'content') throw new UsageError(`There is no command ${noun}.`)
  if (!action) throw new UsageError('content needs apply or export.')
  if (action !== 'apply' && action !== 'export') throw new UsageError(`There is no command content ${action}.`)
  if (!folder) throw new UsageError(`content ${action} needs a FOLDER.`)
  if (rest.length > 0) throw new UsageError(`${rest[0]} is one word too many.`)
  return { action, folder }
}
