import { report } from '@marram/sdk/report'
import { toast } from '@marram/sdk/toast'
import { Button, LinkButton } from '@marram/ui/button'
import { endSession } from '../../session/session-calls'
import css from './session-control.module.css'

/** Login and Log out are both in the HTML, which is the same for everybody; `html[data-session]` shows one of them. */
export function SessionControl({ className, onLogOut }: { className?: string; onLogOut?: () => void }) {
  const logOut = () => {
    endSession().catch((error: Error) => report({ kind: 'log-out', message: error.message }))
    onLogOut?.()
    toast({ kind: 'success', message: 'You are logged out on this device.' })
  }
  return (
    <div className={className}>
      <LinkButton to="/login" look="ghost" size="small" className={css.in}>
        Login
      </LinkButton>
      <Button look="ghost" size="small" className={css.out} onClick={logOut}>
        Log out
      </Button>
    </div>
  )
}
