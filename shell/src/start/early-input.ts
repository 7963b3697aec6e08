import { hydrateAround } from './early-events'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const FIELDS = 'input, textarea, select'
const early = new Map<Field, string | boolean | FileList>()

const isField = (target: unknown): target is Field => target instanceof Element && target.matches(FIELDS)
const isSwitch = (field: Field): field is HTMLInputElement => field.type === 'checkbox' || field.type === 'radio'
const onInput = ({ target }: Event) => isField(target) && remember(target)

function remember(field: Field): void {
  early.set(field, filesIn(field) ?? (isSwitch(field) ? field.checked : field.value))
}

const filesIn = (field: Field) => (field.type === 'file' ? (field as HTMLInputElement).files : null)

function isChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement)
    return [...field.options].some((option) => option.selected !== option.defaultSelected)
  if (field.type === 'file') return (filesIn(field)?.length ?? 0) > 0
  return isSwitch(field) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue
}

/** Before React starts: it does not see existing entries, and drops them when it renders again. */
export function rememberEarlyInput(): void {
  for (const field of document.querySelectorAll<Field>(FIELDS)) if (isChanged(field)) remember(field)
  document.addEventListener('input', onInput, true)
}

/** Once React listens: repeats the entries, in the same fields or in new ones with the same id. */
export function repeatEarlyInput(): void {
  document.removeEventListener('input', onInput, true)
  // First of all: after one entry React renders, which moves the carets of the others.
  const carets = new Map(Array.from(early.keys(), (field) => [field, caretIn(field)]))
  for (const [before, entry] of early) {
    const field = before.isConnected ? before : document.getElementById(before.id)
    if (!isField(field)) continue
    // React takes what a field contains when it is hydrated for known, and would not see the entry.
    hydrateAround(field)
    if (typeof entry === 'string') type(field, entry, carets.get(before) ?? null)
    else if (typeof entry === 'boolean') turn(field as HTMLInputElement, entry)
    // An unchanged field still has its files.
    else if (field !== before) choose(field as HTMLInputElement, entry)
  }
  early.clear()
}

function choose(field: HTMLInputElement, files: FileList): void {
  field.files = files
  announceEntry(field)
}

function announceEntry(field: Field): void {
  for (const kind of ['input', 'change']) field.dispatchEvent(new Event(kind, { bubbles: true }))
}

const caretIn = (field: Field) => (field instanceof HTMLSelectElement ? null : field.selectionStart)

/** React has a setter on the field itself. Values set by the prototype's setter look like the visitor's input to it. */
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
