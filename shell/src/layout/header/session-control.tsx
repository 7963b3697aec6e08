import { paths } from '@marram/api-contract/paths'
import { toast } from '@marram/sdk/toast'
import { Button, LinkButton } from '@marram/ui/button'
import { leave } from '../../session/session-calls'
import css from './session-control.module.css'

/** For both kinds of visitors, because the HTML is the same for everybody: `html[data-session]` shows the right one. */
export function SessionControl({ className, onLogOut }: { className?: string; onLogOut?: () => void }) {
  const logOut = () => {
    leave()
    onLogOut?.()
    toast({ kind: 'success', message: 'You are logged out on this device.' })
  }
  return (
    <div className={className}>
      <LinkButton to="/login" look="ghost" size="small" className={css.in}>
        Login
      </LinkButton>
      <LinkButton to={paths.account()} look="ghost" size="small" className={`${css.out} ${css.account}`}>
        Account
      </LinkButton>
      <Button look="ghost" size="small" className={css.out} onClick={logOut}>
        Log out
      </Button>
    </div>
  )
}
