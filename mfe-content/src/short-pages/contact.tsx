import { shownBlock } from '@marram/api-contract/blocks'
import { getDonation } from '@marram/api-contract/organisation'
import { paths } from '@marram/api-contract/paths'
import { get } from '@marram/sdk/api-client'
import { PageMeta } from '@marram/sdk/page-meta'
import { type LoaderFunctionArgs, useLoaderData } from '@marram/sdk/router'
import { AboutBlock } from '@marram/ui/about-block'
import { LinkButton } from '@marram/ui/button'
import { Block } from '@marram/ui/failed-block'
import { CheckIcon } from '@marram/ui/icons'
import { PageBanner } from '@marram/ui/page-banner'
import { Prose } from '@marram/ui/prose'
import { sanitiseHtml } from '@marram/ui/safe-html'
import { TextLink } from '@marram/ui/text-link'
import { unlessFailed } from '@marram/ui/unless-failed'
import { Wrap } from '@marram/ui/wrap'
import type { ComponentProps } from 'react'
import { contact, directions } from '../sample-content'
import css from './contact.module.css'
import dune from './give.svg'
import town from './harbour-town.svg'
import marsh from './join.svg'
import hill from './partner.svg'

export { prepareSanitiser as prepare } from '@marram/ui/safe-html'

/** `donation` says what gifts become, for whoever wants to give: undefined if its call failed, null for others. */
export async function loader({ request: { url, signal } }: LoaderFunctionArgs) {
  const asked = new URL(url).searchParams.get('subject')
  const donation = asked === GIVING ? await unlessFailed(get(getDonation, { signal })) : null
  return { asked, donation: donation && (await shownBlock(donation, sanitiseHtml)) }
}

/** How to reach us. Buttons elsewhere link here with a `?subject=`. */
export function Component() {
  const { asked, donation } = useLoaderData<typeof loader>()
  const subject = subjectOf(asked)
  const { title, hour, art, lead, ask, items, more } = subject
  return (
    <>
      <PageMeta title={title} description={lead} />
      <PageBanner
        title={title}
        hour={hour}
        art={art}
        trail={subject === general ? [] : [{ title: 'Contact', to: paths.contact() }]}
      />
      <Block of={donation} failed="The words about gifts could not be loaded.">
        {({ text, ...donation }) => (
          <AboutBlock id="gifts" picturesAt="end" {...donation}>
            <Prose html={text} />
            <Ring />
          </AboutBlock>
        )}
      </Block>
      <Wrap className={css.page}>
        <div className={css.words}>
          {donation && <h2 className={css.how}>How to give</h2>}
          <p className={css.lead}>{lead}</p>
          {!donation && <Ring />}
          <h2 className={css.title}>{ask}</h2>
          <ul className={css.list}>
            {items.map((item) => (
              <li key={item}>
                <CheckIcon className={css.tick} />
                {item}
              </li>
            ))}
          </ul>
          {more && (
            <p className={css.more}>
              <TextLink to={more.to}>{more.title}</TextLink>
            </p>
          )}
        </div>
        <section className={css.card} aria-labelledby="reach-us">
          <h2 className={css.cardTitle} id="reach-us">
            Ring, write or come by
          </h2>
          <p>
            <a className={css.phone} href={contact.phone.href}>
              {contact.phone.shown}
            </a>
          </p>
          <p className={css.hours}>{contact.hours}</p>
          <address className={css.address}>
            {[contact.name, ...contact.address].map((line) => (
              <span key={line}>{line}</span>
            ))}
          </address>
          <dl className={css.ways}>
            {directions.map(({ by, say }) => (
              <div key={by}>
                <dt>{by}</dt>
                <dd>{say}</dd>
              </div>
            ))}
          </dl>
        </section>
      </Wrap>
    </>
  )
}

const Ring = () => (
  <LinkButton className={css.ring} look="honey" size="large" to={contact.phone.href}>
    Ring {contact.phone.shown}
  </LinkButton>
)

/** Why a visitor writes, and what to have ready. */
type Subject = Pick<ComponentProps<typeof PageBanner>, 'title' | 'hour' | 'art'> & {
  lead: string
  ask: string
  items: string[]
  more?: { title: string; to: string }
}

const general: Subject = {
  title: 'Contact',
  hour: 'dawn',
  art: town,
  lead: 'The quickest way to us is the phone. Whoever picks up has been out on the marsh at least once and can find the person who knows.',
  ask: 'It helps to know',
  items: [
    'The name of the event, report or place that you are asking about.',
    'A number on which we can ring you back.',
    'Whether we have something wrong. Corrections go to the top of the pile.',
  ],
}

const GIVING = 'donate'

/** By the `subject` of a button's link. */
const subjects = new Map<string, Subject>(
  Object.entries({
    volunteer: {
      title: 'Volunteer with us',
      hour: 'noon',
      art: marsh,
      lead: 'Ring us and say that you would like to count. You need no training and no kit, and you will not be sent out alone.',
      ask: 'We will ask you',
      items: [
        'Which Sundays you have, and from which month on.',
        'How you travel, so that nobody is put on the far bank.',
        'Whether there is something to plan for: a knee, a pram, a dog, a dislike of geese.',
      ],
      more: { title: 'Or come to an event', to: paths.campaignEvents() },
    },
    partner: {
      title: 'Become a partner',
      hour: 'golden',
      art: hill,
      lead: 'Partners lend us boats, halls, vans, printing presses and hours. Ring us and say what you have: we will say plainly whether we can use it.',
      ask: 'Before you ring',
      items: [
        'Results are not for sale. Partners see them on the same day as everybody else.',
        'We name our partners on the pages of what they support, in one size of letters.',
        'Small counts. A shed with a lock has kept a whole survey going.',
      ],
    },
    [GIVING]: {
      title: 'Give to Marram',
      hour: 'morning',
      art: dune,
      lead: 'This site takes no cards and no bank details. Ring us, or come to the office with an envelope, and we do the rest by hand.',
      ask: 'Good to say',
      items: [
        'Whether your gift is for one thing, such as a fence or a school, or for whatever is needed most.',
        'Whether you want a receipt, and in which name.',
        'Whether you may be thanked in print. We ask before we do.',
      ],
    },
  }),
)

/** The texts for a subject; the general ones without a subject, or for an unknown one. */
export const subjectOf = (asked: string | null): Subject => subjects.get(asked ?? '') ?? general
