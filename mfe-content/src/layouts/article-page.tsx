import { PageMeta } from '@marram/sdk/page-meta'
import type { Crumb } from '@marram/ui/breadcrumb'
import { LongDate } from '@marram/ui/date-range'
import { Block } from '@marram/ui/failed-block'
import { article as articleThing } from '@marram/ui/json-ld'
import { Prose } from '@marram/ui/prose'
import { StructuredData } from '@marram/ui/structured-data'
import type { ReactNode } from 'react'
import type { loadArticle } from '../components/article-data'
import { CommentForm } from '../components/comment-form'
import { CommentList } from '../components/comment-list'
import { LatestPosts } from '../components/latest-posts'
import { ArticleLayout } from './article-layout'

type Props = {
  article: Awaited<ReturnType<typeof loadArticle>>
  linkTo: (slug: string) => string
  trail: Crumb[]
  chip: ReactNode
  /** Above the latest posts, beside the text. */
  tools?: ReactNode
}

/** An article with its date, the latest ones beside it, and the comment form below. */
export function ArticlePage({ article, linkTo, trail, chip, tools }: Props) {
  const { kind, item, comments, latest, text, summary, minutes } = article
  return (
    <>
      <PageMeta title={item.title} description={summary} image={item.image} type="article" />
      <StructuredData of={articleThing({ ...item, summary }, linkTo(item.slug))} />
      <ArticleLayout
        title={item.title}
        trail={trail}
        image={item.image}
        aside={
          <>
            {tools}
            <LatestPosts posts={latest} linkTo={linkTo} />
          </>
        }
        facts={
          <>
            {chip} <LongDate value={item.date} /> {minutes > 0 && <span>{minutes} min read</span>}
          </>
        }
      >
        <Prose html={text} />
      </ArticleLayout>
      <Block of={comments} failed="The comments could not be loaded.">
        {(shown) => <CommentList comments={shown} />}
      </Block>
      {/* Where the comments failed, nobody knows whether the host takes any. */}
      {comments !== undefined && <CommentForm key={item.slug} kind={kind} slug={item.slug} open={comments !== null} />}
    </>
  )
}
