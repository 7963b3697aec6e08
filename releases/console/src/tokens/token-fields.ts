import type { Field, Values } from '../changes/form'

const choice = (name: string, label: string, options: string[][]): Field => ({
  kind: 'choice',
  name,
  label,
  value: '',
  options: options.map(([value = '', words = value]) => ({ value, words })),
})

/** What a new token is made from, as far as its role asks for it. */
export const tokenFields = ({ role }: Values, known: { parts: string[]; environments: string[] }): Field[] => [
  { kind: 'text', name: 'name', label: 'Name', value: '', max: 80, hint: 'The activity knows people by it.' },
  choice('role', 'May', [
    ['viewer', 'look'],
    ['publisher', 'publish one part'],
    ['manager', 'change one environment'],
    ['edge', 'tell how one environment fares, as an edge'],
    ['admin', 'everything'],
  ]),
  ...(role === 'publisher' ? [partField(known.parts)] : []),
  ...(role === 'manager' || role === 'edge'
    ? [
        choice(
          'of',
          'Environment',
          known.environments.map((each) => [each]),
        ),
      ]
    : []),
  choice('days', 'Ends', [
    ['', 'When revoked'],
    ['1', 'After a day'],
    ['30', 'After 30 days'],
    ['365', 'After a year'],
  ]),
  { kind: 'text', name: 'reason', label: 'Reason (optional)', value: '', max: 500 },
]

/** Typed: whoever publishes the first version of a part needs a token before anything of it is known here. */
const partField = (parts: string[]): Field => ({
  kind: 'text',
  name: 'of',
  label: 'Part',
  value: '',
  max: 41,
  suggestions: parts,
  hint: 'One that is published already, or a new one.',
})
