import { useSession } from '@marram/host/session'
import { toast } from '@marram/host/toast'
import { Button, LinkButton } from '@marram/ui/button'
import css from './session-control.module.css'

/** Login and Log out are both in the HTML, which is the same for everybody; `html[data-session]` shows one of them. */
export function SessionControl({ className }: { className?: string }) {
  const logOut = useSession((session) => session.logOut)
  return (
    <div className={className}>
      <LinkButton to="/login" look="ghost" size="small" className={css.in}>
        Login
      </LinkButton>
      <Button
        look="ghost"
        size="small"
        className={css.out}
        onClick={() => {
          logOut()
          toast({ kind: 'success', message: 'You are logged out on this device.' })
        }}
      >
        Log out
      </Button>
    </div>
  )
}
