import { decodeHTML } from 'entities/decode'

/** Text with its character references (`&amp;`, `&eacute`, `&#8211;`) replaced, as a parser of HTML does it. */
export const decodeReferences = (text: string): string => decodeHTML(text)
