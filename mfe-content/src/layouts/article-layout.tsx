import { Breadcrumb, type Crumb } from '@marram/ui/breadcrumb'
import { Picture } from '@marram/ui/picture'
import { Ridge } from '@marram/ui/ridge'
import { Share } from '@marram/ui/share'
import { Wrap } from '@marram/ui/wrap'
import type { ReactNode } from 'react'
import css from './article-layout.module.css'

type Props = {
  title: string
  trail: Crumb[]
  image: string
  /** Category, date and reading time. */
  facts: ReactNode
  /** Beside the text, or below it on narrow screens. */
  aside: ReactNode
  /** The text is shorter than what would stand beside it, which then stands across the page below. */
  short?: boolean
  /** Below both, across the page. */
  below?: ReactNode
  children: ReactNode
}

/** One text to read: its head on mist, its picture torn into the page, then the words. */
export function ArticleLayout({ title, trail, image, facts, aside, short, below, children }: Props) {
  return (
    <article className={css.article}>
      <header className={css.head}>
        <Wrap>
          <Breadcrumb trail={trail} current={title} />
          <h1 className={css.title}>{title}</h1>
          <div className={css.foot}>
            <div className={css.facts}>{facts}</div>
            <Share title={title} />
          </div>
        </Wrap>
      </header>
      <Wrap className={css.body}>
        <div className={css.picture}>
          <Picture src={image} width={1200} height={675} sizes="(min-width: 81.25em) 77.5em, 100vw" first wide />
          <Ridge seed={title} className={css.edge} />
        </div>
        <div className={short ? css.short : css.columns}>
          <div>{children}</div>
          <div className={css.aside}>{aside}</div>
        </div>
        {below}
      </Wrap>
    </article>
  )
}
