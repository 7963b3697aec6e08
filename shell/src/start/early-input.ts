type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
type Entry = string | boolean

const FIELDS = 'input:not([type=file]), textarea, select'
const early = new Map<Field, Entry>()
const FILE_FIELDS = 'input[type=file]'
const files = new Map<HTMLInputElement, FileList>()

const isField = (target: unknown): target is Field => target instanceof Element && target.matches(FIELDS)
const isSwitch = (field: Field): field is HTMLInputElement => field.type === 'checkbox' || field.type === 'radio'
const remember = (field: Field) => early.set(field, isSwitch(field) ? field.checked : field.value)
const onInput = ({ target }: Event) => isField(target) && remember(target)

function isChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement)
    return [...field.options].some((option) => option.selected !== option.defaultSelected)
  return isSwitch(field) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue
}

/** Before React starts: it leaves entries on the screen, but knows nothing of them and drops them when it renders again. */
export function rememberEarlyInput(): void {
  for (const field of document.querySelectorAll<Field>(FIELDS)) if (isChanged(field)) remember(field)
  for (const field of document.querySelectorAll<HTMLInputElement>(FILE_FIELDS))
    if (field.files?.length) files.set(field, field.files)
  document.addEventListener('input', onInput, true)
}

/** Once React listens: makes the same entries again, in the same fields or, on a fresh page, in those of the same id. */
export function repeatEarlyInput(): void {
  document.removeEventListener('input', onInput, true)
  // Now: the first entry makes React render, which empties the other fields and moves their carets.
  const carets = new Map(Array.from(early.keys(), (field) => [field, caretIn(field)]))
  for (const [before, entry] of early) {
    const field = before.isConnected ? before : document.getElementById(before.id)
    if (!isField(field)) continue
    if (typeof entry === 'string') type(field, entry, carets.get(before) ?? null)
    else if (isSwitch(field)) turn(field, entry)
  }
  early.clear()
  for (const [before, chosen] of files) if (!before.isConnected) choose(before.id, chosen)
  files.clear()
}

/** A page that is kept finds the files in its own field; one that was made afresh has another, empty one. */
function choose(id: string, chosen: FileList): void {
  const field = document.getElementById(id)
  if (!(field instanceof HTMLInputElement) || !field.matches(FILE_FIELDS)) return
  field.files = chosen
  announceEntry(field)
}

function announceEntry(field: Field): void {
  for (const kind of ['input', 'change']) field.dispatchEvent(new Event(kind, { bubbles: true }))
}

const caretIn = (field: Field) => (field instanceof HTMLSelectElement ? null : field.selectionStart)

/** React distinguishes a visitor's entry from its own by the field's own setter: it sees the first write and not the second. */
function type(field: Field, text: string, caret: number | null): void {
  field.value = ''
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text)
  if (caret !== null && field === document.activeElement) (field as HTMLInputElement).setSelectionRange(caret, caret)
  announceEntry(field)
}

function turn(field: HTMLInputElement, on: boolean): void {
  // A radio button is turned off by another one.
  if (field.type === 'radio' && !on) return
  field.checked = !on
  field.click()
}
