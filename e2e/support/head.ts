type Head = {
  title: string
  /** Contents by name or property. */
  meta: (name: string) => string[]
  canonical: string[]
  /** Structured data, wherever in the document it stands. */
  data: { '@type': string; [property: string]: unknown }[]
}

const decoded = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')

/** What a document says to machines that run no scripts. */
export function headOf(html: string): Head {
  const elements = [...html.matchAll(/<(?:meta|link)\s[^>]*>/g)].map(([tag]) =>
    Object.fromEntries([...tag.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, name, value = '']) => [name, decoded(value)])),
  )
  return {
    title: decoded(/<title>(.*?)<\/title>/s.exec(html)?.[1] ?? ''),
    meta: (name) =>
      elements.filter((each) => [each.name, each.property].includes(name)).map(({ content = '' }) => content),
    canonical: elements.filter(({ rel }) => rel === 'canonical').map(({ href = '' }) => href),
    data: [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, json = '']) =>
      JSON.parse(json),
    ),
  }
}
