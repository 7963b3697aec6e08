import { createContext, useContext, useEffect } from 'react'

export type Meta = {
  title: string
  description?: string
  /** Keeps the page out of search engines. */
  noIndex?: boolean
}

/** The server renders into a sink; the browser has none and sets the document itself. */
export const MetaSink = createContext<{ meta?: Meta } | null>(null)

export const SITE_NAME = 'Marram'
export const documentTitle = (title: string) => (title === SITE_NAME ? title : `${title} | ${SITE_NAME}`)

/** Title and description of the page that renders it. */
export function PageMeta({ title, description, noIndex }: Meta) {
  const sink = useContext(MetaSink)
  if (sink) sink.meta = { title, description, noIndex }
  useEffect(() => {
    document.title = documentTitle(title)
    setMeta('description', description)
    setMeta('robots', noIndex ? 'noindex' : undefined)
  }, [title, description, noIndex])
  return null
}

function setMeta(name: string, content: string | undefined): void {
  const found = document.head.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)
  if (content === undefined) {
    found?.remove()
    return
  }
  const element = found ?? document.head.appendChild(Object.assign(document.createElement('meta'), { name }))
  element.content = content
}
