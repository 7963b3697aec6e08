import { claimsIn, claimsText, type Identities as IdentitiesShown } from '@marram/release-contract/calls/identities'
import { grantWords, limitWords } from '@marram/release-contract/permissions'
import type { Change, ChangeForm } from '../changes/change'
import { ChangeButton } from '../changes/change-dialog'
import { text, type Values } from '../forms/form'
import { Loaded } from '../page/page'
import { Table } from '../page/table'
import { type Input, useLive } from '../registry'
import { grantFields, tokenWanted } from './grant'

type Identity = IdentitiesShown['identities'][number]

/** Pipelines and people who get tokens for the ID tokens of an issuer. */
export function Identities({ parts, environments }: { parts: string[]; environments: string[] }) {
  return (
    <section>
      <h2>Identities</h2>
      <p>
        A pipeline shows the ID token of its run, and a person logs in at the organisation: no token of theirs is stored
        anywhere.
      </p>
      <Loaded live={useLive('listIdentities', {})} what="identities">
        {({ identities }) => (
          <>
            <ChangeButton label="New identity" wanted={newIdentity(parts, environments)} />
            {identities.length > 0 && (
              <Table
                label="All identities"
                className="stacks"
                columns={[
                  ['Name', ({ name }) => name],
                  ['Role', (each) => [each.role, limitWords(each)].filter(Boolean).join(' of ')],
                  ['Issuer', ({ issuer }) => issuer],
                  ['Audience', ({ audience }) => audience],
                  ['Claims', ({ claims }) => claimsText(claims)],
                  ['Remove it', ({ name }) => <ChangeButton label={`Remove ${name}`} wanted={removal(name)} />],
                ]}
                rows={identities}
                keyOf={({ name }: Identity) => name}
              />
            )}
          </>
        )}
      </Loaded>
    </section>
  )
}

const removal = (name: string): Change => ({
  call: 'removeIdentity',
  input: { name },
  verb: 'Remove',
  title: `Remove the identity ${name}`,
  effects: ["No visitor's page changes (0 %).", `${name} gets no more tokens, and those that it has end now.`],
  danger: true,
  done: `${name} is removed.`,
})

const newIdentity = (parts: string[], environments: string[]): ChangeForm => ({
  call: 'addIdentity',
  fields: [
    text('name', 'Name', 80, { hint: 'The activity shows it as the name of who did something.' }),
    text('issuer', 'Issuer', 200, { hint: 'Such as https://token.actions.githubusercontent.com.' }),
    text('audience', 'Audience', 200, {
      hint: 'The address of this site for pipelines, the client of the console for people.',
    }),
    text('claims', 'Claims', 500, { hint: 'Such as repository=marram/tides, ref=refs/heads/main.' }),
    ...grantFields(parts, environments),
  ],
  change: (values) => {
    const input = identityWanted(values, environments)
    if (typeof input === 'string') return input
    const { part = null, environment = null } = input
    return {
      call: 'addIdentity',
      verb: 'Add it',
      title: `The identity ${input.name}`,
      effects: ["No visitor's page changes (0 %).", grantWords({ ...input, part, environment })],
      input,
      done: `${input.name} may use its ID tokens here.`,
    }
  },
})

/** What is sent for a new identity, but the reason; a text instead says what is wrong with the values. */
export function identityWanted(values: Values, environments: string[]): Input<'addIdentity'> | string {
  const grant = tokenWanted({ ...values, days: '' }, environments)
  if (typeof grant === 'string') return grant
  const [issuer = '', audience = '', written = ''] = [values.issuer, values.audience, values.claims].map((each) =>
    each?.trim(),
  )
  if (!URL.canParse(issuer)) return 'Name the issuer by its address.'
  if (audience === '') return 'Name the audience of its ID tokens.'
  const claims = claimsIn(written)
  return claims ? { ...grant, issuer, audience, claims } : 'Write each claim as name=value, with a comma between two.'
}
