import { OperatorMistake } from '../operator-mistake'

export const help = `Usage: npm run api -- COMMAND

  content apply FOLDER       add the content of FOLDER, or replace it by slug
  content export FOLDER      write all content to FOLDER
  submissions export FORM    write what was sent with a form to FORM.csv, for
    [FILE]                   any spreadsheet; or to FILE
  submissions list           show the work of visitors that waits for a decision
  submissions take REF       say that we take it, or that we do not, to whoever
  submissions reject REF     sent it
  comments list              show the comments that wait for a decision
  comments approve REF       show one under its article
  comments reject REF        do not, or no longer
  newsletter send FILE       send it to everybody on the list: the first line is
                             the subject
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
  | { action: 'submissions/list' | 'comments/list' }
  | { action: `submissions/${'take' | 'reject'}` | `comments/${'approve' | 'reject'}`; reference: string }
  | { action: 'newsletter/send'; file: string }
  | { action: 'person/find' | 'person/erase'; person: string }
  | { action: 'person/export'; person: string; folder: string }

/** What each verb needs to know. */
const nouns: Record<string, Record<string, string | undefined>> = {
  content: { apply: 'FOLDER', export: 'FOLDER' },
  submissions: { export: 'FORM', list: undefined, take: 'REF', reject: 'REF' },
  comments: { list: undefined, approve: 'REF', reject: 'REF' },
  newsletter: { send: 'FILE' },
  person: { find: 'WHO', export: 'WHO', erase: 'WHO' },
}
/** Whoever gives it is not asked. */
export const SURE = '--yes'

/** Throws `OperatorMistake` for a command line that is not understood. */
export function parseCommand(args: string[]): 'help' | Task {
  const [noun, verb = '', ...rest] = args.filter((word) => word !== SURE)
  if (noun === 'help' || args.includes('--help') || args.includes('-h')) return 'help'
  const option = args.find((word) => word.startsWith('-') && !(word === SURE && `${noun} ${verb}` === 'person erase'))
  if (option) throw misused(`There is no option ${option}.`)
  if (!noun) throw misused('A command is missing.')
  const verbs = nouns[noun]
  if (!verbs) throw misused(`There is no command ${noun}.`)
  if (!verb) throw misused(`${noun} needs ${Object.keys(verbs).join(' or ')}.`)
  if (!Object.hasOwn(verbs, verb)) throw misused(`There is no command ${noun} ${verb}.`)
  const subject = verbs[verb] && rest.shift()
  if (verbs[verb] && !subject) throw misused(`${noun} ${verb} needs a ${verbs[verb]}.`)
  const task = taskOf(noun, verb, subject ?? '', rest)
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
  if (noun === 'newsletter') return { action: 'newsletter/send', file: subject }
  if (verb === 'list') return { action: `${noun as 'submissions' | 'comments'}/list` }
  if (verb !== 'export') return { action: `${noun}/${verb}` as 'comments/approve', reference: subject }
  if (!/^[a-z0-9-]+$/.test(subject)) throw misused(`${subject} is not the id of a form, such as sports-entry.`)
  return { action: 'submissions/export', form: subject, file: rest.shift() ?? `${subject}.csv` }
}

const misused = (words: string) => new OperatorMistake(`${words} See npm run api -- --help.`)
