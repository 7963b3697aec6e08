import * as blocks from '@marram/api-contract/blocks'
import { getDonation, listTeam } from '@marram/api-contract/organisation'
import { paths } from '@marram/api-contract/paths'
import { get } from '@marram/sdk/api-client'
import { ApiError } from '@marram/sdk/api-error'
import { PageMeta } from '@marram/sdk/page-meta'
import { type LoaderFunctionArgs, useLoaderData } from '@marram/sdk/router'
import { AboutBlock } from '@marram/ui/about-block'
import { LinkButton } from '@marram/ui/button'
import { CallBand } from '@marram/ui/call-band'
import { Counters } from '@marram/ui/counters'
import { Block } from '@marram/ui/failed-block'
import { Mosaic } from '@marram/ui/mosaic'
import { PageBanner } from '@marram/ui/page-banner'
import { Portrait } from '@marram/ui/portrait'
import { Prose } from '@marram/ui/prose'
import { Quotes } from '@marram/ui/quotes'
import { prepareSanitiser, sanitiseHtml } from '@marram/ui/safe-html'
import { Section } from '@marram/ui/section'
import { TextLink } from '@marram/ui/text-link'
import { unlessFailed } from '@marram/ui/unless-failed'
import { Wrap } from '@marram/ui/wrap'
import shore from '../art/about-us.svg'
import css from './about.module.css'

const PHOTOS = 8

export const prepare = prepareSanitiser

/** Each block is undefined if its call failed, empty or null if the host has nothing for it. */
export async function loader({ request: { signal } }: LoaderFunctionArgs) {
  prepareSanitiser()
  const ofArea = { params: { slug: 'about-us' }, signal }
  const [about, donation, counters, gallery, team, reviews] = await Promise.all([
    unlessFailed(get(blocks.getAbout, ofArea)),
    unlessFailed(get(getDonation, { signal })),
    unlessFailed(get(blocks.getCounters, ofArea)),
    unlessFailed(get(blocks.listGalleryByCategory, ofArea)),
    unlessFailed(get(listTeam, { signal })),
    unlessFailed(get(blocks.listReviews, ofArea)),
  ])
  if ([about, donation, counters, gallery, team, reviews].every((each) => each === undefined))
    throw new ApiError('network', 0, 'Nothing of this page could be loaded. Try again in a minute.')
  return {
    about: about && (await blocks.shownBlock(blocks.onlyBlock(about), sanitiseHtml)),
    donation: donation && (await blocks.shownBlock(donation, sanitiseHtml)),
    counters: counters && blocks.shownCounters(blocks.onlyBlock(counters)),
    photos: gallery
      ?.filter(({ image, keyword }) => image || keyword)
      .slice(0, PHOTOS)
      .map(blocks.galleryTile),
    team: team?.filter(({ name }) => name),
    quotes: reviews && blocks.shownReviews(reviews),
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
      <Block of={about} failed="The words about us could not be loaded.">
        {({ text, ...about }) => (
          <AboutBlock id="who-we-are" {...about}>
            <Prose html={text} className={css.text} />
          </AboutBlock>
        )}
      </Block>
      <Block of={donation} failed="The words about gifts could not be loaded.">
        {({ text, ...donation }) => (
          <AboutBlock id="donate" picturesAt="end" {...donation}>
            <Prose html={text} className={css.text} />
            <LinkButton to={paths.contact({ subject: 'donate' })} look="honey" size="large" className={css.give}>
              How to give
            </LinkButton>
          </AboutBlock>
        )}
      </Block>
      <Block of={counters} failed="The figures could not be loaded.">
        {(counters) => (
          <Wrap className={css.counters}>
            <Counters counters={counters} />
          </Wrap>
        )}
      </Block>
      <Block of={photos} failed="The photos could not be loaded.">
        {(photos) => (
          <Section
            id="photos"
            title="Out in the field"
            ground="lilac"
            aside={<TextLink to={paths.gallery()}>Whole gallery</TextLink>}
          >
            <Mosaic items={photos} />
          </Section>
        )}
      </Block>
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
      <Block of={team} failed="The support team could not be loaded.">
        {(people) => (
          <Section id="support-team" title="Support team">
            <ul className={css.people}>
              {people.map(({ name, designation, image }) => (
                <li key={name}>
                  <Portrait src={image} name={name} size={160} />
                  <h3 className={css.name}>{name}</h3>
                  <p className={css.designation}>{designation}</p>
                </li>
              ))}
            </ul>
          </Section>
        )}
      </Block>
      <Block of={quotes} failed="The opinions could not be loaded.">
        {(quotes) => <Quotes id="experts" title="Experts’ opinion" quotes={quotes} />}
      </Block>
    </div>
  )
}
