import { type CommandSpec, commands } from './cli-commands'
import { type OptionName, options } from './cli-options'

const usageOf = (name: string, { takes }: CommandSpec) => [name, ...takes].join(' ')
const optionOf = (name: OptionName) => {
  const option = options[name]
  return `--${name}${'value' in option ? ` ${option.value}` : ''}`
}

const column = (rows: [string, string][]) => {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n')
}

const everywhere: OptionName[] = ['json', 'help']

const ending = `Environment
  MARRAM_RELEASES_URL        where the registry answers (http://localhost:3000)
  MARRAM_TOKEN               who asks; where the site runs it is read from MARRAM_DATA/releases/token
  MARRAM_DATA                folder of the site's data (data)

Exit codes: 0 done, 1 failed, refused or not understood, 2 not done because somebody else changed it first or it exists.
`

/** Of one command, or of all of them. */
export function helpText(command: string): string {
  const spec = commands[command]
  if (!spec)
    return `Usage: npm run release -- COMMAND [OPTIONS]

${column(Object.entries(commands).map(([name, each]) => [usageOf(name, each), each.summary]))}

COMMAND --help tells the options of one command.

Options of all commands
${optionLines(everywhere)}

${ending}`
  return `Usage: npm run release -- ${usageOf(command, spec)} [OPTIONS]

${capitalised(spec.summary)}.

Options
${optionLines([...spec.options, ...everywhere])}

${ending}`
}

const optionLines = (names: OptionName[]) => column(names.map((name) => [optionOf(name), options[name].help]))
const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
