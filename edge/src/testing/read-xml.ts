import { DOMParser, type Element } from '@xmldom/xmldom'

/** An XML document, read as strictly as a feed reader may. */
export function readXml(text: string) {
  const { documentElement: root } = new DOMParser({
    onError: (level, message) => {
      throw new Error(`${level}: ${message}`)
    },
  }).parseFromString(text, 'application/xml')
  if (!root) throw new Error('the document is empty')
  const all = (name: string, within: Element = root) => [...within.getElementsByTagName(name)]
  const texts = (name: string, within?: Element) => all(name, within).map(({ textContent }) => textContent ?? '')
  return { root, all, texts }
}
