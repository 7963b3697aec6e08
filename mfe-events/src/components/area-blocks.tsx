import { paths } from '@marram/api-contract/paths'
import { Link } from '@marram/sdk/router'
import { AboutBlock } from '@marram/ui/about-block'
import { OfferBand } from '@marram/ui/call-band'
import { Carousel } from '@marram/ui/carousel'
import { Counters } from '@marram/ui/counters'
import { LongDate } from '@marram/ui/date-range'
import { EmptyState } from '@marram/ui/empty-state'
import { Block, FailedBlock } from '@marram/ui/failed-block'
import { Picture } from '@marram/ui/picture'
import { Prose } from '@marram/ui/prose'
import { Quotes } from '@marram/ui/quotes'
import { Section } from '@marram/ui/section'
import { Wrap } from '@marram/ui/wrap'
import css from './area-blocks.module.css'
import type { AreaBlocks, Listing } from './area-data'
import previousCss from './previous-events.module.css'
import sponsorsCss from './sponsors.module.css'

export function Sponsors({ of }: { of: AreaBlocks['sponsors'] }) {
  return (
    <Block of={of} failed="The partners could not be loaded.">
      {(sponsors) => (
        <Wrap className={sponsorsCss.strip}>
          <h2 className={sponsorsCss.title}>Powered by</h2>
          <Carousel
            label="Powered by"
            things="partners"
            shown={[2, 3, 5]}
            every={4000}
            className={sponsorsCss.carousel}
            slides={sponsors.map(({ image, title = '' }, i) => ({
              key: `${i} ${title}`,
              content: (
                <div className={sponsorsCss.tile}>
                  <Picture src={image} alt={title} width={176} height={112} />
                </div>
              ),
            }))}
          />
        </Wrap>
      )}
    </Block>
  )
}

type AboutProps = { of: AreaBlocks['about']; picturesAt?: 'start' | 'end' | undefined }

export function About({ of, picturesAt }: AboutProps) {
  return (
    <Block of={of} failed="The words about this could not be loaded.">
      {({ text, ...about }) => (
        <AboutBlock id="about" picturesAt={picturesAt} {...about}>
          <Prose html={text} className={css.text} />
        </AboutBlock>
      )}
    </Block>
  )
}

export function Figures({ of }: { of: AreaBlocks['counters'] }) {
  return (
    <Block of={of} failed="The figures could not be loaded.">
      {(counters) => (
        <Wrap className={css.figures}>
          <Counters counters={counters} />
        </Wrap>
      )}
    </Block>
  )
}

export function PartnerCall({ text }: { text: string }) {
  const to = paths.contact({ subject: 'partner' })
  return (
    <OfferBand id="partner" title="Become a partner" action="Become a partner" to={to}>
      <p>{text}</p>
    </OfferBand>
  )
}

export function Experts({ of }: { of: AreaBlocks['quotes'] }) {
  return (
    <Block of={of} failed="The opinions could not be loaded.">
      {(quotes) => <Quotes id="experts" title="Experts’ opinion" quotes={quotes} />}
    </Block>
  )
}

export function Reports({ title, of: news }: { title: string; of: Listing['previous'] }) {
  return (
    <Section id="previous" title={title}>
      {!news && <FailedBlock title="The reports could not be loaded." />}
      {news?.length === 0 && <EmptyState>What is reported about them will appear here.</EmptyState>}
      {news && news.length > 0 && (
        <ul className={previousCss.briefs}>
          {news.map(({ slug, title: name, image, date }) => (
            <li key={slug} className={previousCss.brief}>
              <div className={previousCss.picture}>
                <Picture src={image} width={192} height={192} sizes="6em" />
              </div>
              <div>
                <h3 className={previousCss.title}>
                  <Link to={paths.history(slug)}>{name}</Link>
                </h3>
                <p className={previousCss.date}>
                  <LongDate value={date} />
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
