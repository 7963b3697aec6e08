import { create } from 'zustand'

export type Toast = {
  id: number
  kind: 'success' | 'error'
  /** Defaults to `Success!` or `Error!`. */
  title: string
  message: string
  /** Milliseconds on the screen. */
  life: number
  closable: boolean
}

type Given = Pick<Toast, 'kind' | 'message'> & Partial<Pick<Toast, 'title' | 'life' | 'closable'>>
type Toasts = { list: Toast[]; dismiss: (id: number) => void }

export const useToasts = create<Toasts>((set) => ({
  list: [],
  dismiss: (id) => set(({ list }) => ({ list: list.filter((toast) => toast.id !== id) })),
}))

let last = 0

/** Shows a toast for 3 seconds, or for `life`. Important outcomes must also be on the page. */
export function toast({
  kind,
  message,
  title = kind === 'success' ? 'Success!' : 'Error!',
  life = 3000,
  closable = true,
}: Given): void {
  // In a render process the list would grow for ever.
  if (typeof document === 'undefined') return
  last += 1
  const next: Toast = { id: last, kind, title, message, life, closable }
  useToasts.setState(({ list }) => ({ list: [...list, next] }))
}
