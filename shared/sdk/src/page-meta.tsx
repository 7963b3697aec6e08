/// <reference path="./pictures.d.ts" />
import { createContext, useContext, useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { configuration, imageUrl } from './configuration'
import sitePicture from './site-picture.jpg'

export type Meta = {
  title: string
  description?: string
  /** Image value of the API for links to this page; by default the site's own picture. */
  image?: string
  /** `website` by default. */
  type?: 'website' | 'article'
  /** Path for search engines, where the query belongs to it. */
  canonical?: string
  /** Keeps the page out of search engines. */
  noIndex?: boolean
}

/** Attributes of one element in the head: a link where one of them is `rel`, else a meta. */
type HeadTag = Record<string, string>

/** The server renders into a sink; the browser has none and sets the document itself. */
export const MetaSink = createContext<{ meta?: Meta; head?: HeadTag[] } | null>(null)

export const SITE_NAME = 'Marram'
export const documentTitle = (title: string) => (title === SITE_NAME ? title : `${title} | ${SITE_NAME}`)

/** Describes the page that renders this in the head of the document. */
export function PageMeta({ title, description, image, type, canonical, noIndex }: Meta) {
  const { pathname } = useLocation()
  const sink = useContext(MetaSink)
  if (sink) {
    sink.meta = { title, description, noIndex }
    sink.head = headTags({ title, description, image, type, canonical, noIndex }, pathname)
  }
  useEffect(() => {
    document.title = documentTitle(title)
    replaceTags(headTags({ title, description, image, type, canonical, noIndex }, pathname))
  }, [title, description, image, type, canonical, noIndex, pathname])
  return null
}

function headTags({ title, description, image, type = 'website', canonical, noIndex }: Meta, path: string): HeadTag[] {
  const tags: HeadTag[] = [
    { property: 'og:site_name', content: SITE_NAME },
    { property: 'og:type', content: type },
    { property: 'og:title', content: title },
    ...pictureTags(image),
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
  if (description)
    tags.push({ name: 'description', content: description }, { property: 'og:description', content: description })
  if (noIndex) return [...tags, { name: 'robots', content: 'noindex' }]
  const url = absolute(canonical ?? path)
  return [...tags, { rel: 'canonical', href: url }, { property: 'og:url', content: url }]
}

/** Sites that show links do not take SVG. Our API has a JPEG for each picture with a digest in its name. */
function pictureTags(image = ''): HeadTag[] {
  const made = image.replace(/^(\/media\/.+\.[\da-f]{10})\.\w+$/, '$1.og.jpg')
  const unfit = made === '' || /^data:|\.svg$/i.test(made)
  const picture = { property: 'og:image', content: absolute(unfit ? sitePicture : imageUrl(made)) }
  if (made === image && !unfit) return [picture]
  // With the size, a site can show it at once.
  return [picture, { property: 'og:image:width', content: '1200' }, { property: 'og:image:height', content: '630' }]
}

const absolute = (url: string) => (/^\/(?!\/)/.test(url) ? configuration().origin + url : url)

const OURS = 'meta[name=description],meta[name=robots],meta[name^=twitter],meta[property],link[rel=canonical]'

function replaceTags(tags: HeadTag[]): void {
  for (const old of document.head.querySelectorAll(OURS)) old.remove()
  for (const attributes of tags) {
    const element = document.createElement(attributes.rel ? 'link' : 'meta')
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
    document.head.append(element)
  }
}
