import * as z from 'zod/mini'
import { getEndpoint } from '../endpoint'
import { article, category, paged } from './content-fields'

export const newsItem = z.object({ ...article, category })
export type NewsItem = z.infer<typeof newsItem>

const newsItems = z.array(newsItem)

// Main news: articles of the organisation itself.
export const listMainNews = getEndpoint('/api/main-news/', 'Main news, newest first', newsItems, paged)
export const listFeaturedMainNews = getEndpoint(
  '/api/main-news/featured',
  'Featured main news, in the editors’ order',
  newsItems,
  paged,
)
export const listMainNewsByCategory = getEndpoint(
  '/api/main-news/by-category/{slug}',
  'Main news of one category',
  newsItems,
  { ...paged, envelope: 'Data' },
)
export const getMainNews = getEndpoint('/api/main-news/detail/{slug}', 'One item of main news', newsItem)
export const listMainNewsCategories = getEndpoint(
  '/api/main-news/category/',
  'Categories of main news',
  z.array(category),
)

// News: reports from sports, olympiads, exhibitions and submissions.
export const listNews = getEndpoint('/api/news/', 'News, newest first', newsItems, paged)
export const listNewsByCategory = getEndpoint(
  '/api/news/by-category/{slug}',
  'News of one category, newest first',
  newsItems,
  { ...paged, envelope: 'Data' },
)
export const getNews = getEndpoint('/api/news/detail/{slug}', 'One item of news', newsItem)
