import { toast } from '@marram/sdk/toast'
import { ShareIcon } from '../pictures/icons'
import { Button } from './button'
import css from './share.module.css'

type Props = {
  title: string
  /** Words that are shared with the path of another page, for a page whose own address is private. */
  result?: { text: string; path: string }
}

/** Shares the address with the device's dialog, or else copies it. */
export function Share({ title, result }: Props) {
  return (
    <Button look="ghost" size="small" className={css.share} onClick={() => void share({ title, result })}>
      <ShareIcon className={css.sign} />
      {result ? 'Share this result' : 'Share'}
    </Button>
  )
}

async function share({ title, result }: Props): Promise<void> {
  const page = result ? { title, text: result.text, url: location.origin + result.path } : { title, url: location.href }
  try {
    if (navigator.canShare?.(page)) return await navigator.share(page)
    await navigator.clipboard.writeText(result ? `${result.text} ${page.url}` : page.url)
    const copied = result ? 'Your result is copied, with a link.' : 'The link to this page is copied.'
    toast({ kind: 'success', message: copied })
  } catch (error) {
    // The visitor closed the dialog.
    if (error instanceof Error && error.name === 'AbortError') return
    const instead = result ? 'Select the words beside the button and copy them.' : 'It is in the address bar.'
    toast({ kind: 'error', message: `Your browser did not let us share or copy the link. ${instead}` })
  }
}
