import { toast } from '@marram/sdk/toast'
import { type ComponentType, type ReactNode, useState } from 'react'

type Closing = { onClose: () => void }

/** An overlay whose code comes when somebody wants it: pages are read more often than opened. */
export function useOnDemand<Props extends Closing>(load: () => Promise<ComponentType<Props>>) {
  const [shown, setShown] = useState<ReactNode>(null)
  const onClose = () => setShown(null)
  const open = async (props: Omit<Props, 'onClose'>) => {
    try {
      const Overlay = await load()
      setShown(<Overlay {...(props as Props)} onClose={onClose} />)
    } catch {
      toast({ kind: 'error', message: 'This could not be opened. Check your connection and try again.' })
    }
  }
  return {
    /** Where the overlay is while it is open. */
    shown,
    open: (props: Omit<Props, 'onClose'>) => void open(props),
    /** Fetches the code early. What fails here is said when it is opened. */
    approach: () => void load().catch(() => {}),
  }
}
