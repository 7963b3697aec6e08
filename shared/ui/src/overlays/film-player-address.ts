/** Undefined without a possible YouTube id. */
export const embedAddress = (keyword: string | null | undefined): string | undefined => {
  const id = keyword?.trim() ?? ''
  return /^[\w-]+$/.test(id) ? `https://www.youtube-nocookie.com/embed/${id}?autoplay=1&rel=0` : undefined
}

/** A link to another site and its host; undefined for what is no web address. */
export function outsidePlace(link: string | null | undefined): { href: string; host: string } | undefined {
  if (!link || !/^https?:\/\//i.test(link) || !URL.canParse(link)) return undefined
  return { href: link, host: new URL(link).host.replace(/^www\./, '') }
}
