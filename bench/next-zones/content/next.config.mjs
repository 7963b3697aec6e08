import { zone } from '../shared/zone.mjs'

const { MARRAM_SITE: site, MARRAM_EVENTS: events } = process.env

/** The zone for all paths that no other has: it sends what is not its own to the others. */
export default zone(['/'], {
  rewrites: async () => [
    { source: '/sports', destination: `${events}/sports` },
    { source: '/events-static/:path+', destination: `${events}/events-static/:path+` },
    ...['api', 'media'].map((name) => ({ source: `/${name}/:path*`, destination: `${site}/${name}/:path*` })),
  ],
})
