import { paths } from '@marram/api-contract/paths'
import { PageMeta } from '@marram/sdk/page-meta'
import { LinkButton } from '@marram/ui/button'
import { PageBanner } from '@marram/ui/page-banner'
import { TextLink } from '@marram/ui/text-link'
import { Wrap } from '@marram/ui/wrap'
import dunes from '../art/eco-shop.svg'
import css from './eco-shop.module.css'
import kiosk from './kiosk.svg'

/** The shop has an address before it has anything to sell. */
export function Component() {
  return (
    <>
      <PageMeta
        title="Eco Shop"
        description="The eco shop opens soon. Until then nothing can be bought here, and nothing can be ordered."
      />
      <PageBanner title="Eco Shop" hour="morning" art={dunes} />
      <Wrap className={css.page}>
        <img className={css.kiosk} src={kiosk} alt="" width="900" height="700" />
        <div>
          <h2 className={css.title}>The shop opens soon</h2>
          <p className={css.lead}>
            The shutter is still down. Nothing can be bought, ordered or put aside here yet, and we collect no addresses
            for it either.
          </p>
          <p className={css.text}>
            What we make in the meantime costs nothing: our reports are free to copy, and so are the drawings of every
            instrument that we build.
          </p>
          <div className={css.ways}>
            <LinkButton to={paths.publications()}>Read our publications</LinkButton>
            <TextLink to={paths.techInitiatives()}>See what we build</TextLink>
          </div>
        </div>
      </Wrap>
    </>
  )
}
