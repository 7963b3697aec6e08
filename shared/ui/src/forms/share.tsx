import { toast } from '@marram/sdk/toast'
import { ShareIcon } from '../pictures/icons'
import { Button } from './button'
import css from './share.module.css'

/** Shares the address by the device's dialog, or else copies it. */
export function Share({ title }: { title: string }) {
  return (
    <Button look="ghost" size="small" className={css.share} onClick={() => void share(title)}>
      <ShareIcon className={css.sign} />
      Share
    </Button>
  )
}

async function share(title: string): Promise<void> {
  const page = { title, url: location.href }
  try {
    if (navigator.canShare?.(page)) return await navigator.share(page)
    await navigator.clipboard.writeText(page.url)
    toast({ kind: 'success', message: 'The link to this page is copied.' })
  } catch (error) {
    // The visitor closed the dialog.
    if (error instanceof Error && error.name === 'AbortError') return
    toast({ kind: 'error', message: 'Your browser did not let us share or copy the link. It is in the address bar.' })
  }
}
