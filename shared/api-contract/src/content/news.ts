import * as z from 'zod/mini'
import { getEndpoint } from '../endpoint'
import { article, category, paged } from './content-fields'

export const newsItem = z.object({ ...article, category })
export type NewsItem = z.infer<typeof newsItem>

const newsItems = z.array(newsItem)
const list = (path: string, summary: string) => getEndpoint(path, summary, newsItems, paged)
const listOfCategory = (path: string, summary: string) =>
  getEndpoint(path, summary, newsItems, { ...paged, envelope: 'Data' })

// Main news: articles of the organisation itself.
export const listMainNews = list('/api/main-news/', 'Main news, newest first')
export const listFeaturedMainNews = list('/api/main-news/featured', 'Featured main news, in the editors’ order')
export const listMainNewsByCategory = listOfCategory('/api/main-news/by-category/{slug}', 'Main news of one category')
export const getMainNews = getEndpoint('/api/main-news/detail/{slug}', 'One item of main news', newsItem)
export const listMainNewsCategories = getEndpoint(
  '/api/main-news/category/',
  'Categories of main news',
  z.array(category),
)

// News: reports from sports, olympiads, exhibitions and submissions.
export const listNews = list('/api/news/', 'News, newest first')
export const listNewsByCategory = listOfCategory('/api/news/by-category/{slug}', 'News of one category, newest first')
export const getNews = getEndpoint('/api/news/detail/{slug}', 'One item of news', newsItem)
