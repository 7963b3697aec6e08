import { paths } from '@marram/api-contract/paths'
import { PageMeta } from '@marram/sdk/page-meta'
import { useSearchParams } from '@marram/sdk/router'
import { CheckIcon } from '@marram/ui/icons'
import { PageBanner } from '@marram/ui/page-banner'
import { Wrap } from '@marram/ui/wrap'
import { contact, directions } from '../sample-content'
import css from './contact.module.css'
import { isGeneral, subjectOf } from './contact-subjects'
import town from './harbour-town.svg'

/** How to reach us. Buttons elsewhere say by `?subject=` what their visitor wants. */
export function Component() {
  const [query] = useSearchParams()
  const subject = subjectOf(query.get('subject'))
  const { title, lead, ask } = subject
  return (
    <>
      <PageMeta title={title} description={lead} />
      <PageBanner
        title={title}
        hour="dawn"
        art={town}
        trail={isGeneral(subject) ? [] : [{ title: 'Contact', to: paths.contact() }]}
      />
      <Wrap className={css.page}>
        <div className={css.words}>
          <p className={css.lead}>{lead}</p>
          <h2 className={css.title}>{ask.title}</h2>
          <ul className={css.list}>
            {ask.items.map((item) => (
              <li key={item}>
                <CheckIcon className={css.tick} />
                {item}
              </li>
            ))}
          </ul>
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
