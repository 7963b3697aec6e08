/** Whether a reload would lose entries. A form whose entries the server has is marked by `data-sent`. */
export function hasUnsentEntries(): boolean {
  if (document.querySelector('form[data-unsaved]')) return true
  const fields = document.querySelectorAll<HTMLInputElement>('form:not([action], [data-sent]) :is(input, textarea)')
  return [...fields].some(({ type, checked, value }) => (/radio|checkbox/.test(type) ? checked : value !== ''))
}
