import * as z from 'zod/mini'
import { endpoint } from '../endpoint'
import { category, day, html, image, pageTotal, paging, slug } from './content-fields'

export const newsItem = z.object({ slug, image, title: z.string(), description: html, date: day, category })
export type NewsItem = z.infer<typeof newsItem>

/** A list of items; by-category calls spell their key `Data`. */
const newsList = <const Path extends string>(path: Path, summary: string, envelope: 'data' | 'Data' = 'data') =>
  endpoint({
    method: 'GET',
    path,
    summary,
    envelope,
    data: z.array(newsItem),
    query: paging,
    beside: pageTotal,
  })

const newsDetail = (path: string, summary: string) =>
  endpoint({ method: 'GET', path, summary, envelope: 'data', data: newsItem })

// Main news: what the organisation itself tells.
export const listMainNews = newsList('/api/main-news/', 'Main news, newest first')
export const listFeaturedMainNews = newsList('/api/main-news/featured', 'Featured main news, in the editors’ order')
export const listMainNewsByCategory = newsList('/api/main-news/by-category/{slug}', 'Main news of one category', 'Data')
export const getMainNews = newsDetail('/api/main-news/detail/{slug}', 'One item of main news')
export const listMainNewsCategories = endpoint({
  method: 'GET',
  path: '/api/main-news/category/',
  summary: 'Categories of main news',
  envelope: 'data',
  data: z.array(category),
})

// News: reports from sports, olympiads, exhibitions and submissions.
export const listNews = newsList('/api/news/', 'News, newest first')
export const listNewsByCategory = newsList('/api/news/by-category/{slug}', 'News of one category, newest first', 'Data')
export const getNews = newsDetail('/api/news/detail/{slug}', 'One item of news')
