import { zone } from '../shared/zone.mjs'

export default zone(['/sports'], { assetPrefix: '/events-static' })
