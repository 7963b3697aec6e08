import { PageMeta } from '@marram/sdk/page-meta'
import type { Crumb } from '@marram/ui/breadcrumb'
import { LongDate } from '@marram/ui/date-range'
import { Block } from '@marram/ui/failed-block'
import { article as articleThing } from '@marram/ui/json-ld'
import { Prose } from '@marram/ui/prose'
import { StructuredData } from '@marram/ui/structured-data'
import { type ReactNode, useRef } from 'react'
import type { loadArticle } from '../components/article-data'
import { CommentForm } from '../components/comment-form'
import { CommentList } from '../components/comment-list'
import { LatestPosts } from '../components/latest-posts'
import { ArticleLayout } from './article-layout'
import css from './article-page.module.css'

type Props = {
  article: Awaited<ReturnType<typeof loadArticle>>
  linkTo: (slug: string) => string
  trail: Crumb[]
  chip: ReactNode
  /** Beside the text, above the latest posts; where these are across the page, opposite their heading. */
  tools?: ReactNode
}

/** An article with its date, the latest ones beside it, and the comment form below. */
export function ArticlePage({ article, linkTo, trail, chip, tools }: Props) {
  const { kind, item, comments, latest, text, summary, minutes, short } = article
  /** The article whose form is shown, and whether the host takes comments: what is typed there outlives a failed reload. */
  const form = useRef<{ slug: string; open: boolean }>(undefined)
  if (comments !== undefined) form.current = { slug: item.slug, open: comments !== null }
  return (
    <>
      <PageMeta title={item.title} description={summary} image={item.image} type="article" />
      <StructuredData of={articleThing({ ...item, summary }, linkTo(item.slug))} />
      <ArticleLayout
        title={item.title}
        trail={trail}
        image={item.image}
        short={short}
        aside={
          <>
            {!short && tools}
            <LatestPosts posts={latest} linkTo={linkTo} aside={short && tools} />
          </>
        }
        facts={
          <>
            {chip} <LongDate value={item.date} /> {minutes > 0 && <span>{minutes} min read</span>}
          </>
        }
      >
        <Prose html={text} className={short ? css.short : ''} />
      </ArticleLayout>
      <Block of={comments} failed="The comments could not be loaded.">
        {(shown) => <CommentList comments={shown} />}
      </Block>
      {/* If the comments failed at first, it is unknown whether the host accepts any. */}
      {form.current?.slug === item.slug && (
        <CommentForm key={item.slug} kind={kind} slug={item.slug} open={form.current.open} />
      )}
    </>
  )
}
