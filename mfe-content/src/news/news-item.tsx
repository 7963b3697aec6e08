import { paths } from '@marram/contracts/paths'
import { PageMeta } from '@marram/host/page-meta'
import { type LoaderFunctionArgs, useLoaderData } from '@marram/host/router'
import { CategoryChip } from '@marram/ui/chip'
import { LongDate } from '@marram/ui/date-range'
import { excerpt } from '@marram/ui/excerpt'
import { Prose } from '@marram/ui/prose'
import { readingMinutes } from '@marram/ui/reading-time'
import { prepareSanitiser, sanitiseHtml } from '@marram/ui/safe-html'
import { getMainNews } from '../api'
import { ArticleLayout } from '../layouts/article-layout'

export async function loader({ params, request }: LoaderFunctionArgs) {
  prepareSanitiser()
  const { description, ...item } = await getMainNews(params.slug ?? '', request.signal)
  return {
    item,
    text: await sanitiseHtml(description),
    summary: excerpt(description, 155),
    minutes: readingMinutes(description),
  }
}

export function Component() {
  const { item, text, summary, minutes } = useLoaderData<typeof loader>()
  return (
    <ArticleLayout
      title={item.title}
      trail={[{ title: 'News', to: paths.newsList() }]}
      image={item.image}
      chip={<CategoryChip title={item.category.title} />}
      facts={
        <>
          <LongDate value={item.date} /> <span>{minutes} min read</span>
        </>
      }
    >
      <PageMeta title={item.title} description={summary} />
      <Prose html={text} />
    </ArticleLayout>
  )
}
