import { OperatorMistake } from '../operator-mistake'

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

/** What an operator can ask for; a path is as it was typed. */
export type Task =
  | { action: 'content/apply' | 'content/export'; folder: string }
  | { action: 'submissions/export'; form: string; file: string }

const verbs: Record<string, string[]> = { content: ['apply', 'export'], submissions: ['export'] }

/** Throws `OperatorMistake` for a command line that is not understood. */
export function parseCommand(args: string[]): 'help' | Task {
  const [noun, verb = '', subject, ...rest] = args
  if (noun === 'help' || args.includes('--help') || args.includes('-h')) return 'help'
  const option = args.find((word) => word.startsWith('-'))
  if (option) throw misused(`There is no option ${option}.`)
  if (!noun) throw misused('A command is missing.')
  const known = verbs[noun]
  if (!known) throw misused(`There is no command ${noun}.`)
  if (!verb) throw misused(`${noun} needs ${known.join(' or ')}.`)
  if (!known.includes(verb)) throw misused(`There is no command ${noun} ${verb}.`)
  const isContent = noun === 'content'
  if (!subject) throw misused(`${noun} ${verb} needs a ${isContent ? 'FOLDER' : 'FORM'}.`)
  const [file = `${subject}.csv`] = isContent ? [] : rest.splice(0, 1)
  if (!isContent && !/^[a-z0-9-]+$/.test(subject))
    throw misused(`${subject} is not the id of a form, such as sports-entry.`)
  if (rest.length > 0) throw misused(`${rest[0]} is one word too many.`)
  return isContent
    ? { action: `content/${verb as 'apply' | 'export'}`, folder: subject }
    : { action: 'submissions/export', form: subject, file }
}

const misused = (words: string) => new OperatorMistake(`${words} See npm run api -- --help.`)
