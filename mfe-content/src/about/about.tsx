import { onlyBlock } from '@marram/contracts/blocks'
import { paths } from '@marram/contracts/paths'
import { PageMeta } from '@marram/host/page-meta'
import { type LoaderFunctionArgs, useLoaderData } from '@marram/host/router'
import { AboutBlock } from '@marram/ui/about-block'
import { LinkButton } from '@marram/ui/button'
import { CallBand } from '@marram/ui/call-band'
import { Counters } from '@marram/ui/counters'
import { Mosaic } from '@marram/ui/mosaic'
import { PageBanner } from '@marram/ui/page-banner'
import { Prose } from '@marram/ui/prose'
import { Quotes } from '@marram/ui/quotes'
import { prepareSanitiser } from '@marram/ui/safe-html'
import { Section } from '@marram/ui/section'
import { TextLink } from '@marram/ui/text-link'
import { Wrap } from '@marram/ui/wrap'
import { getAboutBlock, getCounters, getDonation, listGalleryOf, listReviews, listTeam } from '../api'
import shore from '../art/about-us.svg'
import { FailedBlock, unlessFailed } from '../components/failed-block'
import css from './about.module.css'
import { figures, pictureBlock, quotes } from './about-data'
import { Team } from './team'

const AREA = 'about-us'
const PHOTOS = 8

/** Each block stands by itself: undefined where its call failed, empty or null where the host has nothing for it. */
export async function loader({ request: { signal } }: LoaderFunctionArgs) {
  prepareSanitiser()
  const [about, donation, counters, gallery, team, reviews] = await Promise.all([
    unlessFailed(getAboutBlock(AREA, signal)),
    unlessFailed(getDonation(signal)),
    unlessFailed(getCounters(AREA, signal)),
    unlessFailed(listGalleryOf(AREA, signal)),
    unlessFailed(listTeam(signal)),
    unlessFailed(listReviews(AREA, signal)),
  ])
  return {
    about: about && (await pictureBlock(onlyBlock(about))),
    donation: donation && (await pictureBlock(donation)),
    counters: counters && figures(onlyBlock(counters)),
    photos: gallery?.filter(({ image, keyword }) => image || keyword).slice(0, PHOTOS),
    team: team?.filter(({ name }) => name),
    quotes: reviews && quotes(reviews),
  }
}

export function Component() {
  const { about, donation, counters, photos, team, quotes } = useLoaderData<typeof loader>()
  return (
    <div className={css.page}>
      <PageMeta
        title="About Us"
        description="Who we are, what a gift becomes, and the people who see to it that things are counted twice."
      />
      <PageBanner title="About Us" hour="rose" art={shore} />
      {about === undefined && <Failed title="We could not load who we are." />}
      {about && (
        <AboutBlock id="who-we-are" {...about}>
          <Prose html={about.text} className={css.text} />
        </AboutBlock>
      )}
      {donation === undefined && <Failed title="We could not load what a gift becomes." />}
      {donation && (
        <AboutBlock id="donate" picturesAt="end" {...donation}>
          <Prose html={donation.text} className={css.text} />
          <LinkButton to={paths.contact({ subject: 'donate' })} look="honey" size="large" className={css.give}>
            How to give
          </LinkButton>
        </AboutBlock>
      )}
      {counters === undefined && <Failed title="We could not load our figures." />}
      {counters && counters.length > 0 && (
        <Wrap className={css.counters}>
          <Counters counters={counters} />
        </Wrap>
      )}
      {photos === undefined && <Failed title="We could not load the photos." />}
      {photos && photos.length > 0 && (
        <Section
          id="photos"
          title="Out in the field"
          ground="lilac"
          aside={<TextLink to={paths.gallery()}>Whole gallery</TextLink>}
        >
          <Mosaic items={photos} />
        </Section>
      )}
      <div className={css.call}>
        <CallBand
          id="volunteer"
          title="Come and count with us"
          action="Volunteer"
          to={paths.contact({ subject: 'volunteer' })}
        >
          <p>
            You need boots that may get wet and one free Sunday. Everything else, from the quadrat to the biscuit, is in
            the van, and nobody counts alone.
          </p>
        </CallBand>
      </div>
      {team === undefined && <Failed title="We could not load the support team." />}
      {team && team.length > 0 && <Team people={team} />}
      {quotes === undefined && <Failed title="We could not load what experts say." />}
      {quotes && quotes.length > 0 && <Quotes id="experts" title="Experts’ opinion" quotes={quotes} />}
    </div>
  )
}

const Failed = ({ title }: { title: string }) => (
  <Wrap className={css.failed}>
    <FailedBlock title={title} />
  </Wrap>
)
