type Keyword = string | null | undefined

const ofFilm = (address: (id: string) => string) => (keyword: Keyword) => {
  const id = keyword?.trim() ?? ''
  return /^[\w-]+$/.test(id) ? address(id) : undefined
}

/** Of the player; undefined without a possible YouTube id. */
export const embedAddress = ofFilm((id) => `https://www.youtube-nocookie.com/embed/${id}?autoplay=1&rel=0`)

/** Of the film's own page; undefined without a possible YouTube id. */
export const filmPage = ofFilm((id) => `https://www.youtube.com/watch?v=${id}`)

/** A link to another site and its host; undefined for what is no web address. */
export function outsidePlace(link: string | null | undefined): { href: string; host: string } | undefined {
  if (!link || !/^https?:\/\//i.test(link) || !URL.canParse(link)) return undefined
  return { href: link, host: new URL(link).host.replace(/^www\./, '') }
}
