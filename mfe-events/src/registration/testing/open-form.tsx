import { timing, today } from '@marram/api-contract/event-state'
import type { DefinedField, Form } from '@marram/api-contract/forms'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import { RegistrationForm } from '../registration'

export const field = (data_label: string, data_type = 'textfield', more: Partial<DefinedField> = {}): DefinedField => ({
  data_label,
  data_type,
  data_value: null,
  ...more,
})

/** Opens the page of a form. Returns what a visitor can see and do there. */
export async function openForm(
  submission_form: DefinedField[],
  { id = 'any', notOpen, ...more }: Partial<Form> & { id?: string; notOpen?: string } = {},
) {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  const form = { form_name: 'Any form', submission_form, ...more }
  const { event } = more
  const over = event && timing({ first: event.date_from, last: event.date_to }, today()) === 'over'
  await act(async () =>
    root.render(
      <MemoryRouter>
        <RegistrationForm id={id} form={form} over={over} notOpen={notOpen} />
      </MemoryRouter>,
    ),
  )
  const one = <Found extends Element>(selector: string) => place.querySelector(selector) as Found | null
  return {
    text: () => place.textContent ?? '',
    one,
    all: (selector: string) => [...place.querySelectorAll(selector)],
    problems: () => [...place.querySelectorAll('[role=alert] li')].map((item) => item.textContent),
    receipt: () => one<HTMLElement>('section[aria-labelledby=receipt-title]')?.textContent,
    unsaved: () => one<HTMLFormElement>('form')?.dataset.unsaved,
    type: (id: string, words: string) =>
      act(async () => {
        const input = one<HTMLInputElement>(`#${id}`) as HTMLInputElement
        Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value')?.set?.call(input, words)
        input.dispatchEvent(new Event('input', { bubbles: true }))
      }),
    choose: (id: string, file: File) =>
      act(async () => {
        const input = one<HTMLInputElement>(`#${id}`) as HTMLInputElement
        Object.defineProperty(input, 'files', { value: [file], configurable: true })
        input.dispatchEvent(new Event('change', { bubbles: true }))
      }),
    press: (words: string) =>
      act(async () => {
        const button = [...place.querySelectorAll('button')].find(({ textContent }) => textContent?.startsWith(words))
        if (!button) throw new Error(`there is no button ${words}`)
        button.click()
      }),
    send: () => act(async () => one<HTMLFormElement>('form')?.requestSubmit()),
    close: async () => {
      await act(async () => root.unmount())
      place.remove()
    },
  }
}
export type OpenForm = Awaited<ReturnType<typeof openForm>>
