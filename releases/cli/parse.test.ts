import { expect, it } from 'vitest'
import { parseCommand } from './command-line'
import { commands } from './commands'
import { requestOf } from './testing/request-of'

const understood = async (line: string) => {
  const parsed = await parseCommand(line.split(' ').filter(Boolean))
  return typeof parsed === 'string' ? parsed : { command: parsed.command, json: parsed.json, ...parsed.given }
}

const previewOf = (json: string) => Buffer.from(json).toString('base64url')

it.each([
  ['publish dist', { command: 'publish', folder: 'dist' }],
  [
    'publish --promote dist --env staging',
    { command: 'publish', folder: 'dist', promote: true, environment: 'staging' },
  ],
  ['list', { command: 'list' }],
  ['list events --json', { command: 'list', part: 'events', json: true }],
  ['promote events 1.2.0 --reason=better', { command: 'promote', part: 'events', version: '1.2.0', reason: 'better' }],
  [
    'promote events --environment production --from staging',
    { command: 'promote', part: 'events', environment: 'production', from: 'staging' },
  ],
  ['canary events 1.2.0 --traffic 10', { command: 'canary', part: 'events', version: '1.2.0', traffic: 10 }],
  [
    'canary events --traffic 0.5% --group g --revision 3',
    { command: 'canary', part: 'events', traffic: 0.5, group: 'g', revision: 3 },
  ],
  [
    'canary events 1.2.0 --linear 10 --every 30m',
    { command: 'canary', part: 'events', version: '1.2.0', linear: 10, every: 1800 },
  ],
  [
    'canary events --steps 5@10m,50@pause',
    {
      command: 'canary',
      part: 'events',
      steps: [
        { traffic: 5, seconds: 600 },
        { traffic: 50, seconds: null },
      ],
    },
  ],
  [
    'canary events --linear 10 --every 30m --without-evidence',
    { command: 'canary', part: 'events', linear: 10, every: 1800, 'without-evidence': true },
  ],
  ['end-preview 0123abcd', { command: 'end-preview', link: '0123abcd' }],
  [
    `end-preview https://example.org/releases/preview/${previewOf('{"id":"0123abcd"}')}.sig-1?to=%2Ftides`,
    { command: 'end-preview', link: '0123abcd' },
  ],
  ['rollback events', { command: 'rollback', part: 'events' }],
  ['rollback events 1.2.0-dev.1', { command: 'rollback', part: 'events', version: '1.2.0-dev.1' }],
  ['rollback --composition 0123abcd', { command: 'rollback', composition: '0123abcd' }],
  [
    'kill events --reason bad --until 2026-05-01T12:00:00Z',
    { command: 'kill', part: 'events', reason: 'bad', until: '2026-05-01T12:00:00.000Z' },
  ],
  [
    'token create ci --role publisher --part events',
    { command: 'token create', name: 'ci', role: 'publisher', part: 'events' },
  ],
  ['events --refused --limit 5', { command: 'events', refused: true, limit: 5 }],
  ['--json list', { command: 'list', json: true }],
  ['why #k3x9ab', { command: 'why', what: 'k3x9ab' }],
])('parses %s', async (line, command) => {
  expect(await understood(line)).toEqual({ json: false, ...command })
})

it.each([
  ['', true],
  [' --without-evidence', false],
])(
  'requires evidence for a share that grows automatically, unless an option disables it: "%s"',
  async (more, needsEvidence) => {
    expect(await requestOf(`canary events 1.1.0 --linear 10 --every 30m${more}`)).toMatchObject({
      call: 'canary',
      input: { environment: 'production', part: 'events', version: '1.1.0', strategy: { needsEvidence } },
    })
  },
)

it('parses a duration from now', async () => {
  const sent = await requestOf('freeze --reason holidays --for 2h')
  const hours = (new Date(String(sent?.input.until)).getTime() - Date.now()) / 3_600_000
  expect(hours).toBeGreaterThan(1.9)
  expect(hours).toBeLessThan(2.1)
})

it.each([
  ['', 'A command is missing.'],
  ['deploy', 'There is no command deploy.'],
  ['token', 'There is no command token.'],
  ['token lend x', 'There is no command lend.'],
  ['list --all', '--all'],
  ['publish', 'A FOLDER is missing.'],
  ['publish a b', 'b is one word too many'],
  ['promote', 'A PART is missing.'],
  ['promote events latest', 'latest is not a version'],
  ['promote ../events 1.0.0', 'not the name of a part'],
  ['preview events', 'preview needs a PART and a VERSION, a PART and a --source, or a --composition.'],
  ['canary events 1.0.0', 'canary needs one of --traffic, --linear and --steps.'],
  ['canary events 1.0.0 --linear 10', '--linear and --every go together.'],
  ['canary events 1.0.0 --traffic 10 --steps 5@10m', 'canary needs one of'],
  ['canary events 1.0.0 --steps 5', '5 is not a step such as 5@10m or 50@pause.'],
  ['canary events 1.0.0 --traffic 101', '101 is not a percentage'],
  ['canary events 1.0.0 --traffic ten', 'ten is not a percentage'],
  ['rollback', 'rollback needs a PART or a --composition.'],
  ['rollback events --composition 0123abcd', 'rollback needs a PART or a --composition.'],
  ['rollback events 1.0.0 now', 'now is one word too many'],
  ['kill events', 'The command needs --reason with a value.'],
  ['freeze --reason x --for ever', 'ever is not a time'],
  ['freeze --reason x --until tomorrow', 'tomorrow is not a moment'],
  ['environment create Bad', 'Bad is not the name of an environment.'],
  ['why ../x', '../x is not the id'],
  ['end-preview tides', 'tides is not a link to a preview, or its id'],
  [`end-preview /releases/preview/${previewOf('{"id":').slice(0, 5)}.sig`, 'This link to a preview is not whole.'],
  ['rollback --composition', '--composition'],
  ['compositions --before yesterday', 'yesterday is not a whole number'],
  ['list --promote', 'There is no option --promote here.'],
  ['list --env', '--env'],
])('rejects "%s"', async (line, message) => {
  await expect(requestOf(line)).rejects.toThrow(message)
  await expect(requestOf(line)).rejects.toMatchObject({ name: 'UsageError' })
})

it.each(Object.entries(commands))(
  'shows the arguments of %s in its help',
  async (name, { takes, options, summary }) => {
    const help = await understood(`${name} --help`)
    expect(help).toContain(`npm run release -- ${[name, ...takes].join(' ')}`)
    for (const option of [...options, 'json', 'help']) expect(help).toContain(`--${option}`)
    expect(await understood(`help ${name}`)).toBe(help)
    expect(await understood('--help')).toContain(summary)
  },
)

it('needs no registry to print the script for tab completion', async () => {
  expect(await requestOf('completion')).toBeUndefined()
  expect(await requestOf('list')).toEqual({ call: 'listParts', input: {} })
})
