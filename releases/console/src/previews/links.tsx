import type { PreviewLinks } from '@marram/release-contract/calls/previews'
import { useParams } from 'react-router-dom'
import type { Change } from '../changes/change'
import { ChangeButton } from '../changes/change-dialog'
import { Page } from '../page/page'
import { Table } from '../page/table'
import { Moment } from '../page/words'
import { useLive } from '../registry'

/** Links to previews of one environment that still show something, and how to end them. */
export function Links() {
  const { environment = '' } = useParams()
  return (
    <Page title={`Links to previews in ${environment}`} live={useLive('listPreviews', { environment })}>
      {({ links }) =>
        links.length === 0 ? (
          <p>No link shows anything here.</p>
        ) : (
          <Table
            label="All links"
            columns={[
              ['Shows', ({ what }) => what],
              ['Made by', ({ by }) => by],
              ['Made', ({ createdAt }) => <Moment at={createdAt} />],
              ['Ends', ({ expiresAt }) => <Moment at={expiresAt} />],
              ['End it', (link) => <ChangeButton label={`End ${link.id}`} wanted={ending(environment, link)} />],
            ]}
            rows={links}
            keyOf={({ id }) => id}
          />
        )
      }
    </Page>
  )
}

const ending = (environment: string, { id, what }: PreviewLinks['links'][number]): Change => ({
  call: 'endPreview',
  input: { environment, link: id },
  verb: 'End it',
  title: `End the link to ${what} in ${environment}`,
  effects: [
    "No visitor's page changes (0 %).",
    'Within seconds whoever follows it, or has followed it, sees nothing of it any more.',
  ],
  danger: true,
  done: `The link to ${what} has ended.`,
})
