import { paths } from '@marram/api-contract/paths'
import { PageMeta } from '@marram/sdk/page-meta'
import { type LoaderFunctionArgs, useLoaderData } from '@marram/sdk/router'
import { EmptyState } from '@marram/ui/empty-state'
import { PageBanner } from '@marram/ui/page-banner'
import { Section } from '@marram/ui/section'
import { listCampaignEvents } from '../api'
import morning from '../art/campaign-events.svg'
import { eventCards } from '../components/event-cards'
import css from './campaign-events.module.css'
import { EventRows } from './event-rows'

export async function loader({ request: { signal } }: LoaderFunctionArgs) {
  const events = eventCards(await listCampaignEvents(signal))
  return {
    coming: events.filter(({ state }) => state !== 'over'),
    past: events.filter(({ state }) => state === 'over'),
  }
}

export function Component() {
  const { coming, past } = useLoaderData<typeof loader>()
  return (
    <div className={css.page}>
      <PageMeta
        title="Campaign & Events"
        description="Counts, walks and planting days along the coast: come for a morning, and leave something counted."
      />
      <PageBanner title="Campaign & Events" hour="morning" art={morning} />
      <Section id="coming" title="Coming up" className={css.first}>
        {coming.length === 0 ? (
          <EmptyState>
            The next count, walk or planting day will stand here as soon as the tide tables allow.
          </EmptyState>
        ) : (
          <EventRows events={coming} linkTo={paths.campaignEvent} />
        )}
      </Section>
      {past.length > 0 && (
        <Section id="past" title="Past events">
          <EventRows events={past} linkTo={paths.campaignEvent} />
        </Section>
      )}
    </div>
  )
}
