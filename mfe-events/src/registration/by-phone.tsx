import { phone } from '../sample-content'

export const ByPhone = () => (
  <>
    You can also register by phone: <a href={phone.href}>{phone.shown}</a>.
  </>
)
