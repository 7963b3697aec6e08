const references: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that XML does not have
const notInXml = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g

/** A text as XML takes it, in an element or an attribute. */
export const escapeXml = (text: string): string =>
  text.replace(notInXml, '').replace(/[&<>"']/g, (character) => references[character] as string)

/** An element with a text in it; nothing where there is no text. */
export const element = (name: string, text: string | undefined): string =>
  text ? `<${name}>${escapeXml(text)}</${name}>` : ''
