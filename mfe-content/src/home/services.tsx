import type { Service } from '@marram/api-contract/home'
import { paths } from '@marram/api-contract/paths'
import { Link } from '@marram/sdk/router'
import { EmptyState } from '@marram/ui/empty-state'
import { FailedBlock } from '@marram/ui/failed-block'
import { Picture } from '@marram/ui/picture'
import { TextLink } from '@marram/ui/text-link'
import { Wrap } from '@marram/ui/wrap'
import sprig from './art/sprig.svg'
import css from './services.module.css'

/** Any number of them, two to a row between hairlines. `services` is undefined if the call failed. */
export function Services({ services }: { services: Service[] | undefined }) {
  return (
    <section className={css.section} id="services" aria-labelledby="services-title">
      <Wrap className={css.columns}>
        <div className={css.head}>
          <h2 className={css.heading} id="services-title">
            {headingFor(services?.filter(({ link }) => isOwn(link)).length)}
          </h2>
          <p className={css.lead}>
            Pick one that fits your week. Most of them need nothing more than boots and an afternoon.
          </p>
          <TextLink to={paths.campaignEvents()}>All campaigns and events</TextLink>
          <img className={css.sprig} src={sprig} alt="" width="330" height="330" loading="lazy" decoding="async" />
        </div>
        {!services && <FailedBlock title="The ways to pitch in could not be loaded." />}
        {services?.length === 0 && <EmptyState>What you can do with us will appear here.</EmptyState>}
        {services && services.length > 0 && (
          <ul className={css.grid}>
            {services.map(({ icon, title, description, link }) => (
              <li key={title} className={css.service}>
                <div className={css.icon}>
                  <Picture src={icon} width={60} height={60} />
                </div>
                <h3 className={css.title}>{isOwn(link) ? <Link to={link}>{title}</Link> : title}</h3>
                <p className={css.text}>{description}</p>
              </li>
            ))}
          </ul>
        )}
      </Wrap>
    </section>
  )
}

const words = ['One way', 'Two ways', 'Three ways', 'Four ways', 'Five ways', 'Six ways', 'Seven ways', 'Eight ways']
/** Counts what leads somewhere. Another API host than ours names no pages, and promises nothing. */
const headingFor = (count = 0) => (count === 0 ? 'What we do' : `${words[count - 1] ?? 'Ways'} to pitch in`)

const isOwn = (link: string | undefined): link is string => /^\/(?!\/)/.test(link ?? '')
