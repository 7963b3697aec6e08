import { documentTitle, MetaSink } from '@marram/sdk/page-meta'
import { preloadsOfLargestPicture } from '@marram/shell/src/server/largest-picture'
import Document, { Head, Html, Main, NextScript } from 'next/document'

/** The head as the site's own documents have it: boot script, fonts, and what the page says about itself. */
export default class extends Document {
  static async getInitialProps(context) {
    const sink = {}
    const { renderPage } = context
    context.renderPage = () =>
      renderPage({
        enhanceApp: (App) => (props) => (
          <MetaSink value={sink}>
            <App {...props} />
          </MetaSink>
        ),
      })
    const initial = await Document.getInitialProps(context)
    return { ...initial, meta: sink.meta, tags: [...preloadsOfLargestPicture(initial.html), ...(sink.head ?? [])] }
  }

  render() {
    const { meta, tags } = this.props
    return (
      <Html lang="en">
        <Head>
          <script dangerouslySetInnerHTML={{ __html: process.env.MARRAM_BOOT }} />
          {meta && <title>{documentTitle(meta.title)}</title>}
          {tags.map((tag) =>
            tag.rel ? <link key={tag.href} {...tag} /> : <meta key={tag.property ?? tag.name} {...tag} />,
          )}
          {process.env.MARRAM_FONTS?.split(' ').map((font) => (
            <link key={font} rel="preload" as="font" type="font/woff2" href={font} crossOrigin="" />
          ))}
        </Head>
        <body>
          <Main />
          <script
            type="application/json"
            id="marram-configuration"
            dangerouslySetInnerHTML={{ __html: process.env.MARRAM_CONFIGURATION }}
          />
          <NextScript />
        </body>
      </Html>
    )
  }
}
