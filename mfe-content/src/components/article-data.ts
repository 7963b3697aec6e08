import { type ArticleKind, listComments } from '@marram/api-contract/comments'
import type { Category } from '@marram/api-contract/content-fields'
import { get } from '@marram/sdk/api-client'
import type { LoaderFunctionArgs } from '@marram/sdk/router'
import { excerpt } from '@marram/ui/excerpt'
import { prepareSanitiser, sanitiseHtml } from '@marram/ui/safe-html'
import { unlessFailed, unlessMissing } from '@marram/ui/unless-failed'
import { visibleText } from '@marram/ui/visible-text'
import { type LatestPost, latestPosts } from './latest-posts'

type Article = LatestPost & { description: string; category?: Category | undefined }

/** The data of a card, with at most `length` characters of the text: whole texts would double the page. */
export const articleCard = (item: Article, length: number) => ({
  slug: item.slug,
  title: item.title,
  image: item.image,
  date: item.date,
  category: item.category?.title,
  excerpt: excerpt(item.description, length),
})

type Calls<Item> = {
  kind: ArticleKind
  getItem: (slug: string, signal: AbortSignal) => Promise<Item>
  listLatest: (count: number, signal: AbortSignal) => Promise<LatestPost[]>
  /** How many of the latest are shown beside the text. */
  count: number
}

/**
 * What a page shows of an article, with the latest of its kind and its comments. These are undefined if their call
 * failed; comments are null on a host that takes none.
 */
export async function loadArticle<Item extends Article>(
  { params, request: { signal } }: LoaderFunctionArgs,
  { kind, getItem, listLatest, count }: Calls<Item>,
) {
  prepareSanitiser()
  const slug = params.slug ?? ''
  const [{ description, ...item }, newest, comments] = await Promise.all([
    getItem(slug, signal),
    unlessFailed(listLatest(count + 1, signal)),
    unlessFailed(unlessMissing(get(listComments, { params: { kind, slug }, signal }))),
  ])
  return {
    kind,
    item,
    comments,
    latest: latestPosts(newest, count, item.slug),
    text: await sanitiseHtml(description),
    summary: excerpt(description, 155),
    minutes: readingMinutes(description),
    short: wordsOf(description) < SHORT,
  }
}

/** Whole minutes for reading `html` at 220 words a minute; 0 below two, which are not shown. */
export function readingMinutes(html: string): number {
  const minutes = Math.round(wordsOf(html) / 220)
  return minutes < 2 ? 0 : minutes
}

const wordsOf = (html: string) => visibleText(html).split(' ').length
/** Below so many words a list beside the text would be longer than it. */
const SHORT = 140
