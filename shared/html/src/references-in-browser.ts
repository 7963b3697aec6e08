/** The browser knows all names by itself: in a text area HTML has references and nothing else. */
export function decodeReferences(text: string): string {
  if (!text.includes('&')) return text
  const area = document.createElement('textarea')
  area.innerHTML = text.replaceAll('<', '&lt;')
  return area.value
}
