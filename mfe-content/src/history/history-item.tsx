import type { Category } from '@marram/api-contract/content-fields'
import { paths } from '@marram/api-contract/paths'
import { PageMeta } from '@marram/sdk/page-meta'
import { type LoaderFunctionArgs, useLoaderData } from '@marram/sdk/router'
import { CategoryChip } from '@marram/ui/chip'
import { LongDate } from '@marram/ui/date-range'
import { excerpt } from '@marram/ui/excerpt'
import { article } from '@marram/ui/json-ld'
import { Prose } from '@marram/ui/prose'
import { readingMinutes } from '@marram/ui/reading-time'
import { prepareSanitiser, sanitiseHtml } from '@marram/ui/safe-html'
import { SearchBox } from '@marram/ui/search-box'
import { StructuredData } from '@marram/ui/structured-data'
import { unlessFailed } from '@marram/ui/unless-failed'
import { getNews, listLatestNews } from '../api'
import { CommentForm } from '../components/comment-form'
import { LatestPosts, latestPosts } from '../components/latest-posts'
import { ArticleLayout } from '../layouts/article-layout'

/** How many latest posts stand beside the text. */
const LATEST = 5

/** Where items of a category are listed: they have no list of their own. */
const lists: Record<string, string> = {
  sports: paths.sports(),
  olympiad: paths.olympiads(),
  exhibitions: paths.exhibitions(),
  submissions: paths.submissions(),
}

export const prepare = prepareSanitiser

export async function loader({ params, request }: LoaderFunctionArgs) {
  prepareSanitiser()
  const [{ description, ...item }, newest] = await Promise.all([
    getNews(params.slug ?? '', request.signal),
    unlessFailed(listLatestNews(LATEST + 1, request.signal)),
  ])
  return {
    item,
    latest: latestPosts(newest, LATEST, item.slug),
    text: await sanitiseHtml(description),
    summary: excerpt(description, 155),
    minutes: readingMinutes(description),
  }
}

const trail = ({ slug, title }: Category) =>
  lists[slug] ? [{ title, to: lists[slug] }] : [{ title: 'News', to: paths.newsList() }]

export function Component() {
  const { item, latest, text, summary, minutes } = useLoaderData<typeof loader>()
  return (
    <>
      <PageMeta title={item.title} description={summary} image={item.image} type="article" />
      <StructuredData of={article({ ...item, summary }, paths.history(item.slug))} />
      <ArticleLayout
        title={item.title}
        trail={trail(item.category)}
        image={item.image}
        aside={
          <>
            <SearchBox
              action={paths.search()}
              label="Search news"
              placeholder="A place, a name, a year"
              keep={{ kind: 'news' }}
            />
            <LatestPosts posts={latest} linkTo={paths.history} />
          </>
        }
        facts={
          <>
            <CategoryChip title={item.category.title} /> <LongDate value={item.date} />{' '}
            {minutes > 0 && <span>{minutes} min read</span>}
          </>
        }
      >
        <Prose html={text} />
      </ArticleLayout>
      <CommentForm key={item.slug} />
    </>
  )
}
