import { PageMeta } from '@marram/sdk/page-meta'
import { Breadcrumb } from '@marram/ui/breadcrumb'
import { Wrap } from '@marram/ui/wrap'
import { type ReactNode, useId } from 'react'
import css from './plain-page.module.css'

type PageProps = { title: string; description: string; children: ReactNode }

/** A page of panels, without a picture. */
export function PlainPage({ title, description, children }: PageProps) {
  return (
    <div className={css.page}>
      <PageMeta title={title} description={description} noIndex />
      <Wrap>
        <Breadcrumb current={title} />
        <h1 className={css.title}>{title}</h1>
        {children}
      </Wrap>
    </div>
  )
}

type PanelProps = { title?: string; className?: string; children: ReactNode }

/** One panel, with a heading where it is one of several. It takes the focus where what had it is removed. */
export function Panel({ title, className = '', children }: PanelProps) {
  const id = useId()
  return (
    <section className={`${css.part} ${className}`} aria-labelledby={title && id} tabIndex={-1}>
      {title && <h2 id={id}>{title}</h2>}
      {children}
    </section>
  )
}
