import { absolute, type Thing } from '@marram/ui/json-ld'
import { StructuredData } from '@marram/ui/structured-data'
import { useLocation } from 'react-router-dom'
import icon from '../styles/favicon.svg'
import { site } from './site'

/** Describes on the home page whom the site belongs to, for search engines. */
export function Organisation() {
  const { pathname } = useLocation()
  return pathname === '/' && <StructuredData of={organisation()} />
}

function organisation(): Thing {
  const [streetAddress, town] = site.address
  return {
    '@type': 'Organization',
    name: site.name,
    url: absolute('/'),
    logo: absolute(icon),
    telephone: site.phone.href.replace('tel:', ''),
    address: `${streetAddress}, ${town}`,
    sameAs: site.social.map(({ href }) => href),
  }
}
