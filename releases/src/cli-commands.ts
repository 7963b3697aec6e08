import type { Call } from '@marram/build/registry-client'
import { unusedText } from './clean-up/unused-text'
import * as say from './cli-live-texts'
import type { OptionName } from './cli-options'
import * as tell from './cli-record-texts'
import { differenceText } from './difference/difference-text'

/** What was understood: arguments by their names in small letters, options by theirs. */
export type Input = {
  environment?: string
  part?: string
  version?: string
  name?: string
  folder?: string
  composition?: string
  traffic?: number
  reason?: string
  until?: string
  refused?: boolean
  override?: boolean
  promote?: boolean
  [option: string]: unknown
}

export type CommandSpec = {
  /** Square brackets where it may be left out. */
  takes: readonly string[]
  options: readonly OptionName[]
  needs?: readonly OptionName[]
  summary: string
  /** How the registry is asked; a command without is more than one call. */
  call?: (input: Input) => Call
  /** The registry's answer, for people. */
  // biome-ignore lint/suspicious/noExplicitAny: each answer has its own shape, which is that of its own call
  text?: (answer: any) => string
}

const environmentOf = ({ environment }: Input) => `/releases/environments/${environment ?? 'production'}`
const partOf = (input: Input) => `${environmentOf(input)}/parts/${input.part}`
const get = (path: string, query: Record<string, unknown> = {}): Call => {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  return { method: 'GET', path: given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path, attempts: 3 }
}
/** Sent again after a broken line, except where a second time would do more, or find its own first time in the way. */
const post = (path: string, json: Record<string, unknown>, once = json.revision !== undefined): Call => ({
  method: 'POST',
  path,
  json,
  attempts: once ? 1 : 3,
})

function strategyOf({
  linear,
  every,
  steps,
  'without-evidence': byTimeAlone,
}: Input): Record<string, unknown> | undefined {
  const needsEvidence = byTimeAlone !== true
  if (linear !== undefined) return { kind: 'linear', percent: linear, seconds: every, needsEvidence }
  return steps === undefined ? undefined : { kind: 'canary', steps, needsEvidence }
}

const change = ['environment', 'reason', 'revision'] as const
const stop = ['environment', 'reason', 'until', 'for', 'revision'] as const

/** Every command, in the order of the help; the words are those of the registry's addresses. */
export const commands: Record<string, CommandSpec> = {
  publish: {
    takes: ['FOLDER'],
    options: ['version', 'registry', 'no-build', 'promote', 'override', 'environment', 'reason'],
    summary: 'build a part in its own FOLDER and upload it; the folder of a release.json is uploaded as it is',
  },
  list: {
    takes: ['[PART]'],
    options: [],
    summary: 'what is published and where it is live; with PART every version of it',
    call: ({ part }) => get(part === undefined ? '/releases/parts' : `/releases/parts/${part}/versions`),
    text: say.listText,
  },
  gate: {
    takes: ['PART', 'VERSION'],
    options: ['environment'],
    summary: 'what speaks for and against making a version live',
    call: (input) => get(`${partOf(input)}/versions/${input.version}/gate`),
    text: tell.gateText,
  },
  diff: {
    takes: ['PART', 'VERSION'],
    options: ['environment'],
    summary: 'what a version has that the live one has not: files, sizes, addresses, shared modules',
    call: (input) => get(`${partOf(input)}/versions/${input.version}/difference`),
    text: differenceText,
  },
  evidence: {
    takes: ['PART'],
    options: ['environment', 'hours'],
    summary: 'how the live versions of a part fare, and what follows for the candidate',
    call: (input) => get(`${partOf(input)}/evidence`, { hours: input.hours }),
    text: tell.evidenceText,
  },
  preview: {
    takes: ['[PART]', '[VERSION]'],
    options: ['composition', 'source', 'valid', 'environment', 'reason'],
    summary: "a link to a part's VERSION on top of what is live, to a --source of it, or to a --composition",
    call: (input) => {
      const { part, version, composition, source, valid: seconds, reason } = input
      return post(`${environmentOf(input)}/previews`, { part, version, composition, source, seconds, reason }, true)
    },
    text: tell.previewText,
  },
  promote: {
    takes: ['PART', '[VERSION]'],
    options: ['from', 'override', ...change],
    summary: 'make a version live for everyone; without VERSION the candidate, or what --from has',
    call: (input) => {
      const { version, from, override, reason, revision } = input
      const json = { version, from, override, reason, revision }
      // Whatever is the candidate is that no more once it was promoted.
      const once = (version === undefined && from === undefined) || revision !== undefined
      return post(`${partOf(input)}/promote`, json, once)
    },
    text: say.changedText,
  },
  canary: {
    takes: ['PART', '[VERSION]'],
    options: ['traffic', 'linear', 'every', 'steps', 'evidence', 'without-evidence', 'group', 'override', ...change],
    summary:
      'give a version to a percentage of the visitors, or to more and more of them; without VERSION more or less of the candidate',
    call: (input) => {
      const { version, traffic, group, override, reason, revision } = input
      return post(`${partOf(input)}/canary`, {
        version,
        traffic,
        group,
        override,
        reason,
        revision,
        strategy: strategyOf(input),
      })
    },
    text: say.changedText,
  },
  abort: {
    takes: ['PART'],
    options: change,
    summary: 'take the candidate away from everybody',
    call: (input) => post(`${partOf(input)}/abort`, { reason: input.reason, revision: input.revision }),
    text: say.changedText,
  },
  pause: {
    takes: ['PART'],
    options: change,
    summary: 'hold the strategy of a candidate where it is',
    call: (input) => post(`${partOf(input)}/pause`, pick(input, 'reason', 'revision')),
    text: say.changedText,
  },
  resume: {
    takes: ['PART'],
    options: change,
    summary: 'go on with a strategy that was paused or waits for somebody',
    // The next step may wait for somebody too, and would be passed by a second time.
    call: (input) => post(`${partOf(input)}/resume`, pick(input, 'reason', 'revision'), true),
    text: say.changedText,
  },
  rollback: {
    takes: ['[PART]', '[VERSION]'],
    options: ['composition', 'override', ...change],
    summary: 'go back: to what was live before, further back to VERSION, or a whole environment to --composition',
    call: (input) => {
      const { part, version, composition, override, reason, revision } = input
      return part === undefined
        ? post(`${environmentOf(input)}/rollback`, { composition, override, reason, revision })
        : post(`${partOf(input)}/rollback`, { version, override, reason, revision }, true)
    },
    text: (answer) => ('part' in answer ? say.changedText(answer) : say.environmentChangedText(answer)),
  },
  kill: {
    takes: ['PART'],
    options: ['notice', ...stop],
    needs: ['reason'],
    summary: 'take a part off the site at once: its pages show a notice',
    call: (input) => post(`${partOf(input)}/kill`, pick(input, 'reason', 'notice', 'until', 'revision')),
    text: say.stopText,
  },
  revive: {
    takes: ['PART'],
    options: change,
    summary: 'bring a killed part back',
    call: (input) => post(`${partOf(input)}/revive`, pick(input, 'reason', 'revision')),
    text: say.liftedText,
  },
  freeze: {
    takes: [],
    options: stop,
    needs: ['reason'],
    summary: 'let nothing new go live in an environment; going back stays possible',
    call: (input) => post(`${environmentOf(input)}/freeze`, pick(input, 'reason', 'until', 'revision')),
    text: say.stopText,
  },
  unfreeze: {
    takes: [],
    options: change,
    summary: 'end the freeze',
    call: (input) => post(`${environmentOf(input)}/unfreeze`, pick(input, 'reason', 'revision')),
    text: say.liftedText,
  },
  lock: {
    takes: ['PART'],
    options: stop,
    needs: ['reason'],
    summary: 'let nothing new of one part go live; going back stays possible',
    call: (input) => post(`${partOf(input)}/lock`, pick(input, 'reason', 'until', 'revision')),
    text: say.stopText,
  },
  unlock: {
    takes: ['PART'],
    options: change,
    summary: 'end the lock',
    call: (input) => post(`${partOf(input)}/unlock`, pick(input, 'reason', 'revision')),
    text: say.liftedText,
  },
  status: {
    takes: [],
    options: ['environment'],
    summary: 'what an environment serves, to whom, what is stopped in it, and which edges are behind',
    call: (input) => get(environmentOf(input)),
    text: say.statusText,
  },
  compositions: {
    takes: [],
    options: ['environment', 'before', 'limit'],
    summary: 'what was live together, latest first',
    call: (input) => get(`${environmentOf(input)}/compositions`, pick(input, 'before', 'limit')),
    text: tell.compositionsText,
  },
  composition: {
    takes: ['ID'],
    options: [],
    summary: 'the versions behind the id that pages and reports name',
    call: ({ id }) => get(`/releases/compositions/${id}`),
    text: tell.compositionText,
  },
  why: {
    takes: ['WHAT'],
    options: [],
    summary: 'why somebody saw what they saw: of a composition, or of the report that a failure panel names',
    call: ({ what }) => get(`/releases/why/${what}`),
    text: tell.whyText,
  },
  events: {
    takes: [],
    options: ['environment', 'part', 'actor', 'action', 'refused', 'since', 'until', 'before', 'limit'],
    summary: 'who did what, when and why, newest first',
    call: (input) =>
      get('/releases/events', {
        ...pick(input, 'environment', 'part', 'actor', 'action', 'refused', 'since', 'until', 'before', 'limit'),
      }),
    text: tell.eventsText,
  },
  'clean-up': {
    takes: [],
    options: ['days', 'uploads', 'delete', 'reason'],
    summary:
      'releases that nobody can want a file of any more, abandoned uploads, and why the rest is kept; with --delete those are deleted',
    call: ({ days, uploads: uploadSeconds }) => get('/releases/unused', { days, uploadSeconds }),
    text: unusedText,
  },
  environments: {
    takes: [],
    options: [],
    summary: 'all environments',
    call: () => get('/releases/environments'),
    text: tell.environmentsText,
  },
  'environment create': {
    takes: ['NAME'],
    options: ['reason'],
    summary: 'one more environment, with nothing in it',
    call: ({ name, reason }) => post('/releases/environments', { name, reason }, true),
    text: ({ environment }) => `Created the environment ${environment}.`,
  },
  completion: {
    takes: [],
    options: [],
    summary: 'a script by which Bash and Zsh complete all this',
  },
  tokens: {
    takes: [],
    options: [],
    summary: 'who may do what',
    call: () => get('/releases/tokens'),
    text: tell.tokensText,
  },
  'token create': {
    takes: ['NAME'],
    options: ['role', 'part', 'environment', 'until', 'for', 'reason'],
    needs: ['role'],
    summary:
      'make a token and show it this once: a publisher is of one --part, a manager or an edge of one --environment',
    call: (input) => {
      const { until, ...rest } = pick(input, 'name', 'role', 'part', 'environment', 'until', 'reason')
      return post('/releases/tokens', { ...rest, expiresAt: until }, true)
    },
    text: ({ token }) => token,
  },
  'token revoke': {
    takes: ['NAME'],
    options: ['reason'],
    summary: 'end a token at once',
    call: ({ name, reason }) => post(`/releases/tokens/${encodeURIComponent(String(name))}/revoke`, { reason }, true),
    text: ({ name }) => `The token "${name}" is valid no more.`,
  },
}

const pick = (input: Input, ...fields: (keyof Input & string)[]): Record<string, unknown> =>
  Object.fromEntries(fields.map((field) => [field, input[field]]))
