import { OperatorMistake } from '../operator-mistake'
import { type Action, commands, inputs, type Task } from './commands'

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

/** Skips the confirmation. */
export const SURE = '--yes'

/** Paths stay as typed. Throws `OperatorMistake` for an invalid command line. */
export function parseCommand(args: string[]): 'help' | Task {
  const [noun, verb = '', ...rest] = args.filter((word) => word !== SURE)
  if (noun === 'help' || args.includes('--help') || args.includes('-h')) return 'help'
  const option = args.find((word) => word.startsWith('-') && !(word === SURE && `${noun} ${verb}` === 'person erase'))
  if (option) throw misused(`There is no option ${option}.`)
  if (!noun) throw misused('A command is missing.')
  const verbs = Object.keys(commands).flatMap((action) => {
    const [ofNoun, each = ''] = action.split('/')
    return ofNoun === noun ? [each] : []
  })
  if (verbs.length === 0) throw misused(`There is no command ${noun}.`)
  if (!verb) throw misused(`${noun} needs ${verbs.join(' or ')}.`)
  if (!verbs.includes(verb)) throw misused(`There is no command ${noun} ${verb}.`)
  const task: Task = { action: `${noun}/${verb}` as Action }
  for (const input of commands[task.action].needs) {
    const given = rest.shift() || (input === 'file' && task.form && `${task.form}.csv`)
    if (!given) throw misused(`${noun} ${verb} needs a ${inputs[input]}.`)
    task[input] = given
  }
  if (task.form && !/^[a-z0-9-]+$/.test(task.form))
    throw misused(`${task.form} is not the id of a form, such as sports-entry.`)
  if (rest.length > 0) throw misused(`${rest[0]} is one word too many.`)
  return task
}

const misused = (words: string) => new OperatorMistake(`${words} See npm run api -- --help.`)
