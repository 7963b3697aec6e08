import { rootLoader } from '@marram/shell/src/routes/root'

/** Renders a page with the data of its own loader and of the layout's, for a cache in front. */
export const pagePropsBy =
  (loader) =>
  async ({ resolvedUrl, params = {}, res }) => {
    res.setHeader('Cache-Control', 'public, s-maxage=10, stale-while-revalidate=59')
    const given = { request: new Request(`http://zone.invalid${resolvedUrl}`), params }
    const [root, page] = await Promise.all([rootLoader(given), loader(given)])
    // Next.js sends no `undefined`.
    return { props: JSON.parse(JSON.stringify({ root, page })) }
  }
