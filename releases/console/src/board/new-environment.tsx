import type { Change } from '../changes/change'
import { ChangeButton } from '../changes/change-button'

const NAME = /^[a-z][a-z0-9-]{0,40}$/

const creation = (name: string): Change | string =>
  NAME.test(name)
    ? {
        call: 'createEnvironment',
        verb: 'Create',
        doing: 'Creating',
        title: `Create the environment ${name}`,
        effects: ['No visitor is concerned (0 %): nothing is live in it until something is promoted there.'],
        input: { name },
        done: `There is an environment ${name} now.`,
      }
    : 'A name is a word of small letters, digits and dashes, such as qa.'

export function NewEnvironment() {
  return (
    <ChangeButton
      label="New environment"
      may={{ action: 'environment' }}
      wanted={() => ({
        fields: [{ kind: 'text', name: 'name', label: 'Name', max: 41, hint: 'Such as qa.' }],
        change: ({ name = '' }) => creation(name),
      })}
    />
  )
}
