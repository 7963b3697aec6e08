import { PageMeta } from '@marram/sdk/page-meta'
import { PageBanner } from '@marram/ui/page-banner'
import { Wrap } from '@marram/ui/wrap'
import type { ReactNode } from 'react'
import css from './text-page.module.css'

type Props = {
  title: string
  description: string
  /** Picture of the banner, in mist. */
  art: string
  lead: string
  /** Each with its heading, to which the list beside the text leads. */
  parts: { id: string; title: string; content: ReactNode }[]
}

export function TextPage({ title, description, art, lead, parts }: Props) {
  return (
    <>
      <PageMeta title={title} description={description} />
      <PageBanner title={title} hour="mist" art={art} />
      <Wrap className={css.page}>
        <nav className={css.contents} aria-labelledby="on-this-page">
          <h2 className={css.heading} id="on-this-page">
            On this page
          </h2>
          <ul>
            {parts.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
          </ul>
        </nav>
        <div className={`prose ${css.text}`}>
          <p>{lead}</p>
          {parts.map(({ id, title, content }) => (
            <section key={id} aria-labelledby={id}>
              <h2 id={id}>{title}</h2>
              {content}
            </section>
          ))}
        </div>
      </Wrap>
    </>
  )
}
