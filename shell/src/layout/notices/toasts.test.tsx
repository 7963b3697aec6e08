// @vitest-environment happy-dom
import { toast, useToasts } from '@marram/sdk/toast'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Toasts } from './toasts'

let unmount: () => void
const region = (role: string) => document.querySelector(`[role=${role}]`)?.textContent
const card = () => document.querySelector('strong')?.closest('div') as HTMLElement
const close = () => document.querySelector<HTMLButtonElement>('[aria-label="Close message"]')
const pass = (ms: number) => act(async () => void vi.advanceTimersByTime(ms))
const show = (...given: Parameters<typeof toast>) => act(async () => toast(...given))

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers()
  useToasts.setState({ list: [] })
  document.body.innerHTML = '<input id="before"><div id="root"></div>'
  const root = createRoot(document.getElementById('root') as HTMLElement)
  await act(async () => root.render(<Toasts />))
  unmount = () => root.unmount()
})
afterEach(async () => {
  await act(async () => unmount())
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a toast', () => {
  it('is announced politely or at once, never takes the focus, and stays for its duration', async () => {
    document.getElementById('before')?.focus()
    await show({ kind: 'success', message: 'Thank you.', life: 2000 })
    await show({ kind: 'error', message: 'Try again.' })
    expect([region('status'), region('alert')]).toEqual(['Success! Thank you.', 'Error! Try again.'])
    expect(document.activeElement?.id).toBe('before')
    await pass(2001)
    expect([region('status'), region('alert')]).toEqual(['', 'Error! Try again.'])
    await pass(1000)
    expect(region('alert')).toBe('')
  })

  it('pauses while the pointer is over it', async () => {
    await show({ kind: 'error', message: 'Try again.' })
    const point = (type: string) => act(async () => card().dispatchEvent(new PointerEvent(type, { bubbles: true })))
    await point('pointerover')
    await pass(10_000)
    expect(region('alert')).toBe('Error! Try again.')
    await point('pointerout')
    await pass(3001)
    expect(region('alert')).toBe('')
  })

  it('pauses while it has the focus, and returns it when it is closed', async () => {
    await show({ kind: 'error', message: 'Try again.' })
    document.getElementById('before')?.focus()
    await act(async () => close()?.focus())
    await pass(10_000)
    expect(region('alert')).toBe('Error! Try again.')
    await act(async () => close()?.click())
    expect(region('alert')).toBe('')
    expect(document.activeElement?.id).toBe('before')
  })

  it('can be shown without a close button', async () => {
    await show({ kind: 'error', message: 'Try again.', closable: false })
    expect(close()).toBeNull()
  })
})
