// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { toast, useToasts } from './toast'

const shown = () => useToasts.getState().list

beforeEach(() => useToasts.setState({ list: [] }))
afterEach(() => void vi.unstubAllGlobals())

describe('a toast', () => {
  it('shows a result for three seconds, and can be closed', () => {
    toast({ kind: 'success', message: 'Thank you.' })
    toast({ kind: 'error', message: 'Try again.' })
    expect(shown()).toMatchObject([
      { kind: 'success', title: 'Success!', message: 'Thank you.', life: 3000, closable: true },
      { kind: 'error', title: 'Error!', message: 'Try again.', life: 3000, closable: true },
    ])
  })

  it('may have another title and duration, and stay until its time is over', () => {
    toast({ kind: 'error', title: 'Not open yet', message: 'Nothing was sent.', life: 2000, closable: false })
    expect(shown()).toMatchObject([{ title: 'Not open yet', life: 2000, closable: false }])
  })

  it('disappears alone, although another has the same text', () => {
    toast({ kind: 'error', message: 'Try again.' })
    toast({ kind: 'error', message: 'Try again.' })
    const [first, second] = shown()
    useToasts.getState().dismiss(first?.id as number)
    expect(shown()).toEqual([second])
  })

  it('is not stored by a server that renders for everybody', () => {
    vi.stubGlobal('document', undefined)
    toast({ kind: 'error', message: 'Try again.' })
    expect(shown()).toEqual([])
  })
})
