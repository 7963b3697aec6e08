import { OperatorMistake } from '../operator-mistake'

export const help = `Usage: npm run api -- COMMAND

  content apply FOLDER       add the content of FOLDER, or replace it by slug
  content export FOLDER      write all content to FOLDER
  submissions export FORM    write what was sent with a form to FORM.csv, for
    [FILE]                   any spreadsheet; or to FILE
  person find WHO            say what is stored of whoever has a phone number or
                             e-mail address
  person export WHO FOLDER   write it to a new FOLDER
  person erase WHO [--yes]   delete it, after asking or at once
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
  | { action: 'person/find' | 'person/erase'; person: string }
  | { action: 'person/export'; person: string; folder: string }

const subjects: Record<string, { verbs: string[]; subject: string }> = {
  content: { verbs: ['apply', 'export'], subject: 'FOLDER' },
  submissions: { verbs: ['export'], subject: 'FORM' },
  person: { verbs: ['find', 'export', 'erase'], subject: 'WHO' },
}
/** Whoever gives it is not asked. */
export const SURE = '--yes'

/** Throws `OperatorMistake` for a command line that is not understood. */
export function parseCommand(args: string[]): 'help' | Task {
  const [noun, verb = '', subject, ...rest] = args.filter((word) => word !== SURE)
  if (noun === 'help' || args.includes('--help') || args.includes('-h')) return 'help'
  const option = args.find((word) => word.startsWith('-') && !(word === SURE && `${noun} ${verb}` === 'person erase'))
  if (option) throw misused(`There is no option ${option}.`)
  if (!noun) throw misused('A command is missing.')
  const known = subjects[noun]
  if (!known) throw misused(`There is no command ${noun}.`)
  if (!verb) throw misused(`${noun} needs ${known.verbs.join(' or ')}.`)
  if (!known.verbs.includes(verb)) throw misused(`There is no command ${noun} ${verb}.`)
  if (!subject) throw misused(`${noun} ${verb} needs a ${known.subject}.`)
  const task = taskOf(noun, verb, subject, rest)
  if (rest.length > 0) throw misused(`${rest[0]} is one word too many.`)
  return task
}

/** Takes further words out of `rest`. */
function taskOf(noun: string, verb: string, subject: string, rest: string[]): Task {
  if (noun === 'content') return { action: `content/${verb as 'apply' | 'export'}`, folder: subject }
  if (noun === 'person') {
    if (verb !== 'export') return { action: `person/${verb as 'find' | 'erase'}`, person: subject }
    const folder = rest.shift()
    if (!folder) throw misused('person export needs a FOLDER.')
    return { action: 'person/export', person: subject, folder }
  }
  if (!/^[a-z0-9-]+$/.test(subject)) throw misused(`${subject} is not the id of a form, such as sports-entry.`)
  return { action: 'submissions/export', form: subject, file: rest.shift() ?? `${subject}.csv` }
}

const misused = (words: string) => new OperatorMistake(`${words} See npm run api -- --help.`)
