import { paths } from '@marram/api-contract/paths'
import { PageMeta } from '@marram/sdk/page-meta'
import { type LoaderFunctionArgs, useLoaderData } from '@marram/sdk/router'
import { Chip } from '@marram/ui/chip'
import { LongDate } from '@marram/ui/date-range'
import { excerpt } from '@marram/ui/excerpt'
import { article } from '@marram/ui/json-ld'
import { Prose } from '@marram/ui/prose'
import { readingMinutes } from '@marram/ui/reading-time'
import { prepareSanitiser, sanitiseHtml } from '@marram/ui/safe-html'
import { StructuredData } from '@marram/ui/structured-data'
import { unlessFailed } from '@marram/ui/unless-failed'
import { getPublication, listLatestPublications } from '../api'
import { CommentForm } from '../components/comment-form'
import { LatestPosts, latestPosts } from '../components/latest-posts'
import { ArticleLayout } from '../layouts/article-layout'

/** How many latest publications stand beside the text. */
const LATEST = 5

export const prepare = prepareSanitiser

export async function loader({ params, request }: LoaderFunctionArgs) {
  prepareSanitiser()
  const [{ description, ...item }, newest] = await Promise.all([
    getPublication(params.slug ?? '', request.signal),
    unlessFailed(listLatestPublications(LATEST + 1, request.signal)),
  ])
  return {
    item,
    latest: latestPosts(newest, LATEST, item.slug),
    text: await sanitiseHtml(description),
    summary: excerpt(description, 155),
    minutes: readingMinutes(description),
  }
}

export function Component() {
  const { item, latest, text, summary, minutes } = useLoaderData<typeof loader>()
  return (
    <>
      <PageMeta title={item.title} description={summary} image={item.image} type="article" />
      <StructuredData of={article({ ...item, summary }, paths.publication(item.slug))} />
      <ArticleLayout
        title={item.title}
        trail={[{ title: 'Publications', to: paths.publications() }]}
        image={item.image}
        aside={<LatestPosts posts={latest} linkTo={paths.publication} />}
        facts={
          <>
            {item.category && <Chip tone="quiet">{item.category.title}</Chip>}
            <LongDate value={item.date} /> {minutes > 0 && <span>{minutes} min read</span>}
          </>
        }
      >
        <Prose html={text} />
      </ArticleLayout>
      <CommentForm key={item.slug} />
    </>
  )
}
