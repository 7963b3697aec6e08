export const help = `Usage: npm run api -- COMMAND

  content apply FOLDER       add the content of FOLDER, or replace it by slug
  content export FOLDER      write all content to FOLDER
  submissions export FORM    write what was sent with a form to FORM.csv, for
    [FILE]                   any spreadsheet; or to FILE
  --help                     this text

Works while the site runs.

Environment
  MARRAM_DATA                folder of the site's data (data)
  DATABASE_URL               PostgreSQL server, where the site has one
  API_UPLOADS                bucket of images that visitors sent, where there is one

Exit codes: 0 done, 1 failed or not understood.
`

/** The command line was not understood. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
  constructor(message: string) {
    super(`${message} See npm run api -- --help.`)
  }
}

/** What an operator can ask for; a path is as it was typed. */
export type Task =
  | { action: 'content/apply' | 'content/export'; folder: string }
  | { action: 'submissions/export'; form: string; file: string }
export type Command = 'help' | Task

const verbs: Record<string, string[]> = { content: ['apply', 'export'], submissions: ['export'] }

export function parseCommand(args: string[]): Command {
  const [noun, verb, ...rest] = args
  if (noun === 'help' || args.includes('--help') || args.includes('-h')) return 'help'
  const option = args.find((word) => word.startsWith('-'))
  if (option) throw new UsageError(`There is no option ${option}.`)
  if (!noun) throw new UsageError('A command is missing.')
  const known = verbs[noun]
  if (!known) throw new UsageError(`There is no command ${noun}.`)
  if (!verb) throw new UsageError(`${noun} needs ${known.join(' or ')}.`)
  if (!known.includes(verb)) throw new UsageError(`There is no command ${noun} ${verb}.`)
  return noun === 'content' ? contentTask(verb as 'apply' | 'export', rest) : submissionsTask(rest)
}

function contentTask(verb: 'apply' | 'export', [folder, surplus]: string[]): Task {
  if (!folder) throw new UsageError(`content ${verb} needs a FOLDER.`)
  refuse(surplus)
  return { action: `content/${verb}`, folder }
}

function submissionsTask([form, file = `${form}.csv`, surplus]: string[]): Task {
  if (!form) throw new UsageError('submissions export needs a FORM.')
  if (!/^[a-z0-9-]+$/.test(form)) throw new UsageError(`${form} is not the id of a form, such as sports-entry.`)
  refuse(surplus)
  return { action: 'submissions/export', form, file }
}

function refuse(surplus: string | undefined): void {
  if (surplus) throw new UsageError(`${surplus} is one word too many.`)
}
